import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { listPropertyUids } from '../../properties/properties/properties.ts'
import { storeMultipliers } from './rate-multipliers.ts'

/**
 * Changes what an agency adds to its prices in some channels; those of others stay. The prices of
 * all its properties change, they themselves do not (contract/properties.md §4).
 */
export async function changeRateMultipliers(
  ctx: Context,
  agencyUid: string,
  multipliers: { channel: string; value: string }[],
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const changed = await storeMultipliers(ctx, agencyUid, multipliers)
    if (changed.length === 0) return
    for (const property_uid of await listPropertyUids(ctx, agencyUid)) {
      recordEvent(ctx, { agencyUid, type: 'PRICING_UPDATED', keys: { property_uid } })
    }
  })
}
