import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import {
  type ContentOwner,
  recordContentUpdate,
} from '../property-content/require-content-owner.ts'
import { removePropertyRules } from './property-rules.ts'

/**
 * Deletes the rules with these codes from a property or hotel. Skips rules that it does not have.
 */
export async function deletePropertyRules(
  ctx: Context,
  owner: ContentOwner,
  codes: string[],
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    if ((await removePropertyRules(ctx, owner, codes)) > 0) await recordContentUpdate(ctx, owner)
  })
}
