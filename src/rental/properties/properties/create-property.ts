import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { changeGrants } from '../../access/grants/change-grants.ts'
import { kept } from '../../access/grants/grant.ts'
import { recordInheritedAccess } from '../../access/grants/record-inherited-access.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { insertFeeds } from '../../prices/calendar-feeds/calendar-feeds.ts'
import { lockHotel } from '../hotels/hotels.ts'
import { touchHotel } from '../hotels/touch-hotel.ts'
import { standardsOf } from '../property-fields/property-standards.sql.ts'
import { changeParent } from '../sub-properties/change-parent.ts'
import { insertUnits } from '../units/units.ts'
import { checkAgent } from './check-agent.ts'
import { insertProperty } from './properties.ts'
import { checkProperty, type Property, type PropertyRow, settled } from './property.ts'
import { findProperty } from './property-reads.sql.ts'

/** A property as its creation tells it. */
export interface NewProperty {
  agencyUid: string
  /** The columns that are named, given what the property is where nobody says otherwise. */
  columns(standards: PropertyRow): Partial<PropertyRow>
  parentUid?: string | null
  /** The hotel of a unit type, whose units are named beside it. */
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
    const { agencyUid, parentUid = null, hotelUid = null, unitNames = ['1'] } = wanted
    if (hotelUid !== null && !(await lockHotel(ctx, { agency_uid: agencyUid, uid: hotelUid }))) {
      throw accessDenied('hotelUid', hotelUid)
    }
    const now = ctx.clock.now()
    const ids = { agency_uid: agencyUid, uid: newUid(now.getTime()), hotel_uid: hotelUid }
    const standards = { ...blank(now), ...(await standardsOf(ctx, ids)), ...ids } as PropertyRow
    const given = wanted.columns(standards)
    const row = settled({ ...standards, ...given }, given)
    checkProperty(row)
    await checkAgent(ctx, row)
    await insertProperty(ctx, row)
    await insertUnits(
      ctx,
      unitNames.map(name => unitOf(row, name)),
    )
    await insertFeeds(ctx, [row], now)
    recordEvent(ctx, {
      agencyUid,
      type: 'NEW_PROPERTY',
      keys: { property_uid: row.uid },
      isNew: true,
    })
    if (hotelUid !== null) {
      await touchHotel(ctx, { agency_uid: agencyUid, uid: hotelUid })
      await recordInheritedAccess(ctx, { ...ids, hotel_uid: hotelUid })
    } else if (ctx.caller.kind === 'partner') {
      const { partnerUid } = ctx.caller
      const own = { objectUid: row.uid, access: 'READ_WRITE', personalData: false } as const
      await changeGrants(ctx, { agencyUid, partnerUid }, present => [...present.map(kept), own])
    }
    if (parentUid !== null) await changeParent(ctx, row, parentUid)
    return (await findProperty(ctx, row.uid))!
  })
}

function blank(now: Date): Partial<PropertyRow> {
  const times = { created_at: now, updated_at: now, deleted_at: null }
  return { parent_uid: null, picture_link: null, ...times }
}

function unitOf({ agency_uid, uid, created_at, updated_at }: PropertyRow, name: string) {
  const times = { created_at, updated_at }
  return { agency_uid, uid: newUid(created_at.getTime()), property_uid: uid, name, ...times }
}
