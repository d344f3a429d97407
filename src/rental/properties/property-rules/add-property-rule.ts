import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { addContentOnce } from '../property-content/content.ts'
import type { ContentOwner } from '../property-content/require-content-owner.ts'
import { insertPropertyRules, type PropertyRule } from './property-rules.ts'

/**
 * Adds a rule to a property or hotel.
 *
 * @throws ApiError ALREADY_EXISTS if the content owner has the rule
 */
export async function addPropertyRule(
  ctx: Context,
  owner: ContentOwner,
  { rule, description = null }: { rule: string; description?: string | null },
): Promise<PropertyRule> {
  const now = ctx.clock.now()
  const row = { ...owner, uid: newUid(now.getTime()), rule, description, created_at: now }
  const insert = (ctx: Context) => insertPropertyRules(ctx, [row])
  return addContentOnce(
    ctx,
    { table: 'property_rules', owner },
    insert,
    other => other.rule === rule,
  )
}
