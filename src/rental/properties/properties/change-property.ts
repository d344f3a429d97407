import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { applyTimeZone } from '../../leads/held-nights/leads-of-property.sql.ts'
import { touchHotel } from '../hotels/touch-hotel.ts'
import { standardsOf } from '../property-fields/property-standards.sql.ts'
import { changeParent } from '../sub-properties/change-parent.ts'
import { lockFamily } from '../sub-properties/sub-properties.ts'
import { checkAgent } from './check-agent.ts'
import { checkProperty, type Property, type PropertyRow, settled } from './property.ts'
import { findProperty } from './property-reads.sql.ts'
import { changedColumns, columnsIn } from './property-shape.ts'
import { writeProperty } from './write-property.ts'

/** What is to become of a property. */
export interface PropertyChange {
  /** The columns that are named, given those that they are merged with. */
  columns(present: PropertyRow): Partial<PropertyRow>
  /** Undefined: it stays what it is. */
  parentUid?: string | null | undefined
  /** A full update through this version: what is not named returns to its standard value. */
  replaces?: Version
}

/**
 * Changes a property within reach. Only what differs is written; where nothing does, nothing is
 * touched (contract/properties.md §3, §4). Another time zone applies to its leads, too. Two changes
 * at once of different fields both hold.
 *
 * @throws ApiError PROPERTY_NOT_FOUND, INVALID_PARAMETER, EMPLOYEE_NOT_FOUND, ACCESS_DENIED or
 *   READ_ONLY_GRANT of the parent, STATE_CONFLICT
 */
export async function changeProperty(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  change: PropertyChange,
): Promise<Property> {
  return transaction(ctx, async (ctx: Context) => {
    const [present] = await lockFamily(ctx, agency_uid, [uid])
    if (!present) throw notFound('PROPERTY_NOT_FOUND', uid)
    const { replaces } = change
    const reset = replaces ? columnsIn(replaces, await standardsOf(ctx, present)) : {}
    const base = { ...present, ...reset }
    const given = change.columns(base)
    const wanted = settled({ ...base, ...given }, given)
    checkProperty(wanted)
    if (wanted.agent_uid !== present.agent_uid) await checkAgent(ctx, wanted)
    const { parentUid = replaces ? null : undefined } = change
    if (parentUid !== undefined) await changeParent(ctx, present, parentUid)
    const changes = changedColumns(present, wanted)
    if (Object.keys(changes).length > 0) await writeProperty(ctx, present, changes)
    if (changes.time_zone !== undefined) await applyTimeZone(ctx, present, changes.time_zone)
    const hotel = 'is_active' in changes ? present.hotel_uid : null
    if (hotel !== null) await touchHotel(ctx, { agency_uid, uid: hotel })
    return (await findProperty(ctx, uid))!
  })
}
