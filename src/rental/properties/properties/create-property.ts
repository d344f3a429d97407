import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { changeGrants } from '../../access/grants/change-grants.ts'
import { toGrantInput } from '../../access/grants/grant.ts'
import { recordInheritedAccess } from '../../access/grants/record-inherited-access.ts'
import { lockHotel } from '../hotels/hotels.ts'
import { recordHotelUpdate } from '../hotels/record-hotel-update.ts'
import { findPropertyDefaults } from '../property-fields/property-defaults.sql.ts'
import { changeParent } from '../sub-properties/change-parent.ts'
import { insertUnits } from '../units/units.ts'
import { checkAgent } from './check-agent.ts'
import { insertProperty } from './properties.ts'
import { checkProperty, normalizeCheckIn, type Property, type PropertyRow } from './property.ts'
import { findProperty } from './property-reads.sql.ts'

/** Input of a new property. */
export interface NewProperty {
  agencyUid: string
  /** Returns the columns to write. Receives the defaults, to merge values with. */
  columns(defaults: PropertyRow): Partial<PropertyRow>
  parentUid?: string | null
  /** Hotel of a unit type. */
  hotelUid?: string
  /** Units of a unit type. Other properties have a single one, which clients do not see. */
  unitNames?: string[]
}

/**
 * Creates a property with its units and calendar feed. Omitted columns get their defaults. A
 * partner that creates a property gets write access to it (contract/properties.md §3.1); for a unit
 * type, it already has access through the hotel.
 *
 * @throws ApiError INVALID_PARAMETER, EMPLOYEE_NOT_FOUND, STATE_CONFLICT; ACCESS_DENIED or
 *   READ_ONLY_GRANT of the parent
 */
export async function createProperty(ctx: Context, input: NewProperty): Promise<Property> {
  return transaction(ctx, async (ctx: Context) => {
    const { agencyUid, parentUid = null, hotelUid = null, unitNames = ['1'] } = input
    if (hotelUid !== null && !(await lockHotel(ctx, { agency_uid: agencyUid, uid: hotelUid }))) {
      throw accessDenied('hotelUid', hotelUid)
    }
    const now = ctx.clock.now()
    const ids = { agency_uid: agencyUid, uid: newUid(now.getTime()), hotel_uid: hotelUid }
    const defaults = {
      ...initialColumns(now),
      ...(await findPropertyDefaults(ctx, ids)),
      ...ids,
    } as PropertyRow
    const columns = input.columns(defaults)
    const row = normalizeCheckIn({ ...defaults, ...columns }, columns)
    checkProperty(row)
    await checkAgent(ctx, row)
    await insertProperty(ctx, row)
    await insertUnits(
      ctx,
      unitNames.map(name => newUnit(row, name)),
    )
    await ctx.subscribers.propertyCreated(ctx, row)
    recordEvent(ctx, {
      agencyUid,
      type: 'NEW_PROPERTY',
      keys: { property_uid: row.uid },
      isNew: true,
    })
    if (hotelUid !== null) {
      await recordHotelUpdate(ctx, { agency_uid: agencyUid, uid: hotelUid })
      await recordInheritedAccess(ctx, { ...ids, hotel_uid: hotelUid })
    } else if (ctx.caller.kind === 'partner') {
      const { partnerUid } = ctx.caller
      const creatorGrant = {
        objectUid: row.uid,
        access: 'READ_WRITE',
        personalData: false,
      } as const
      await changeGrants(ctx, { agencyUid, partnerUid }, currentGrants => [
        ...currentGrants.map(toGrantInput),
        creatorGrant,
      ])
    }
    if (parentUid !== null) await changeParent(ctx, row, parentUid)
    // It exists, and its creator has access to it.
    return (await findProperty(ctx, row.uid))!
  })
}

function initialColumns(now: Date): Partial<PropertyRow> {
  const times = { created_at: now, updated_at: now, deleted_at: null }
  return { parent_uid: null, picture_link: null, ...times }
}

function newUnit({ agency_uid, uid, created_at, updated_at }: PropertyRow, name: string) {
  const times = { created_at, updated_at }
  return { agency_uid, uid: newUid(created_at.getTime()), property_uid: uid, name, ...times }
}
