import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { addContentOnce } from '../property-content/content.ts'
import type { ContentHolder } from '../property-content/reached-content-holder.ts'
import { insertPropertyRules, type PropertyRule } from './property-rules.ts'

/**
 * Adds a rule to what a property or hotel shows.
 *
 * @throws ApiError ALREADY_EXISTS when it has that rule
 */
export async function addPropertyRule(
  ctx: Context,
  holder: ContentHolder,
  { rule, description = null }: { rule: string; description?: string | null },
): Promise<PropertyRule> {
  const now = ctx.clock.now()
  const row = { ...holder, uid: newUid(now.getTime()), rule, description, created_at: now }
  const insert = (ctx: Context) => insertPropertyRules(ctx, [row])
  return addContentOnce(
    ctx,
    { table: 'property_rules', holder },
    insert,
    other => other.rule === rule,
  )
}
