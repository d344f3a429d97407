import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { listPropertyUids } from '../../properties/properties/properties.ts'
import { storeMultipliers } from './rate-multipliers.ts'

/**
 * Changes the rate multipliers of an agency for some channels. The prices of all its properties
 * change, the properties themselves do not (contract/properties.md §4).
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
