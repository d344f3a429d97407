import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { type ContentHolder, touchHolder } from '../property-content/reached-content-holder.ts'
import { removePropertyRules } from './property-rules.ts'

/** Takes the rules of some codes from a property or hotel; those that it lacks are no matter. */
export async function deletePropertyRules(
  ctx: Context,
  holder: ContentHolder,
  codes: string[],
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    if ((await removePropertyRules(ctx, holder, codes)) > 0) await touchHolder(ctx, holder)
  })
}
