import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { findAgency } from '../../access/agencies/agencies.ts'
import { coordinateErrors } from '../properties/property.ts'
import type { Hotel, HotelColumns } from './hotel.ts'
import { findHotel } from './hotels.ts'

/**
 * Creates a hotel without unit types. Time zone and currency default to those of the agency
 * (contract/properties.md §7.2).
 *
 * @throws ApiError INVALID_PARAMETER
 */
export async function createHotel(
  ctx: Context,
  agencyUid: string,
  columns: Partial<HotelColumns> & { name: string },
): Promise<Hotel> {
  return transaction(ctx, async (ctx: Context) => {
    const agency = (await findAgency(ctx, agencyUid))!
    const now = ctx.clock.now()
    const row = {
      time_zone: agency.time_zone,
      currency: agency.currency,
      latitude: null,
      longitude: null,
      ...columns,
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      created_at: now,
      updated_at: now,
    }
    const errors = coordinateErrors(row)
    if (errors.length > 0) throw fieldErrors(errors)
    await insertRows(ctx, 'hotels', [row])
    const keys = { hotel_uid: row.uid }
    recordEvent(ctx, { agencyUid, type: 'HOTEL_UPDATED', keys, isNew: true })
    return (await findHotel(ctx, row))!
  })
}
