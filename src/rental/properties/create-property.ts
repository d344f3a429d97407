import type { Context } from '../../context.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { accessDenied } from '../../platform/errors.ts'
import { newUid } from '../../platform/uid.ts'
import { insertFeeds } from '../calendar/feeds.ts'
import { lockHotel, touchHotel } from '../hotels/hotels.ts'
import { insertGrant } from '../partners/partners.ts'
import { insertUnits } from '../units/units.ts'
import { changeParent } from './change-parent.ts'
import { findProperty, insertProperty } from './properties.ts'
import { checkProperty, type Property, type PropertyRow, settled } from './property.ts'
import { checkAgent } from './property-agent.ts'
import { standardsOf } from './property-standards.ts'

/** A property as its creation tells it. */
export interface NewProperty {
  agencyUid: string
  columns: Partial<PropertyRow>
  parentUid?: string | null
  /** Of a unit type: its hotel, and the names of its units. */
  hotelUid?: string
  unitNames?: string[]
}

/**
 * Adds a property with its units and its calendar feed; what is not told has its standard value. A
 * partner that adds one may write it from then on (contract/properties.md §3.1); a unit type it
 * reaches through the hotel.
 *
 * @throws ApiError INVALID_PARAMETER, EMPLOYEE_NOT_FOUND, ACCESS_DENIED or READ_ONLY_GRANT of the
 *   parent, STATE_CONFLICT
 */
export async function createProperty(ctx: Context, wanted: NewProperty): Promise<Property> {
  return transaction(ctx, async (ctx: Context) => {
    const { agencyUid, columns, parentUid = null, hotelUid = null, unitNames = ['1'] } = wanted
    if (hotelUid !== null && !(await lockHotel(ctx, agencyUid, hotelUid))) {
      throw accessDenied('hotelUid', hotelUid)
    }
    const now = ctx.clock.now()
    const ids = { agency_uid: agencyUid, uid: newUid(now.getTime()), hotel_uid: hotelUid }
    const times = { created_at: now, updated_at: now, deleted_at: null }
    const standards = await standardsOf(ctx, ids)
    const given = { ...standards, ...columns, ...ids, parent_uid: null, picture_link: null }
    const row = settled({ ...given, ...times } as PropertyRow, columns)
    checkProperty(row)
    await checkAgent(ctx, row)
    await insertProperty(ctx, row)
    const units = unitNames.map(name => {
      const uid = newUid(now.getTime())
      return {
        agency_uid: agencyUid,
        uid,
        property_uid: row.uid,
        name,
        created_at: now,
        updated_at: now,
      }
    })
    await insertUnits(ctx, units)
    await insertFeeds(ctx, [row], now)
    if (ctx.caller.kind === 'partner' && hotelUid === null) {
      await insertGrant(ctx, {
        agency_uid: agencyUid,
        partner_uid: ctx.caller.partnerUid,
        object_uid: row.uid,
        object_type: 'PROPERTY',
        access: 'READ_WRITE',
        created_at: now,
      })
    }
    if (hotelUid !== null) await touchHotel(ctx, { agency_uid: agencyUid, uid: hotelUid })
    if (parentUid !== null) await changeParent(ctx, row, parentUid)
    return (await findProperty(ctx, row.uid))!
  })
}
