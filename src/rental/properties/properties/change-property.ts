import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { recordHotelUpdate } from '../hotels/record-hotel-update.ts'
import { findPropertyDefaults } from '../property-fields/property-defaults.sql.ts'
import { changeParent } from '../sub-properties/change-parent.ts'
import { lockProperties } from '../sub-properties/sub-properties.ts'
import { checkAgent } from './check-agent.ts'
import { checkProperty, normalizeCheckIn, type Property, type PropertyRow } from './property.ts'
import { findProperty } from './property-reads.sql.ts'
import { changedColumns, resettableColumns } from './property-shape.ts'
import { writeProperty } from './write-property.ts'

/** Requested changes of a property. */
export interface PropertyChange {
  /** Returns the columns to write. Receives the row, to merge values with. */
  columns(current: PropertyRow): Partial<PropertyRow>
  /** New master property; undefined: unchanged. */
  parentUid?: string | null | undefined
  /**
   * Version of a full replacement: columns that this version has and the request omits are reset to
   * defaults.
   */
  replaces?: Version
}

/**
 * Updates a property. Writes only changed columns, and nothing if there are none
 * (contract/properties.md §3, §4). A new time zone also applies to the property's leads. Concurrent
 * changes of different fields are both applied.
 *
 * @throws ApiError PROPERTY_NOT_FOUND, INVALID_PARAMETER, EMPLOYEE_NOT_FOUND, STATE_CONFLICT;
 *   ACCESS_DENIED or READ_ONLY_GRANT of the parent
 */
export async function changeProperty(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  change: PropertyChange,
): Promise<Property> {
  return transaction(ctx, async (ctx: Context) => {
    const [current] = await lockProperties(ctx, agency_uid, [uid])
    if (!current) throw notFound('PROPERTY_NOT_FOUND', uid)
    const { replaces } = change
    const resets = replaces
      ? resettableColumns(replaces, await findPropertyDefaults(ctx, current))
      : {}
    const resetRow = { ...current, ...resets }
    const columns = change.columns(resetRow)
    const after = normalizeCheckIn({ ...resetRow, ...columns }, columns)
    checkProperty(after)
    if (after.agent_uid !== current.agent_uid) await checkAgent(ctx, after)
    const { parentUid = replaces ? null : undefined } = change
    if (parentUid !== undefined) await changeParent(ctx, current, parentUid)
    const changes = changedColumns(current, after)
    if (Object.keys(changes).length > 0) await writeProperty(ctx, current, changes)
    const { time_zone } = changes
    if (time_zone !== undefined) await ctx.subscribers.timeZoneChanged(ctx, current, time_zone)
    const hotelUid = 'is_active' in changes ? current.hotel_uid : null
    if (hotelUid !== null) await recordHotelUpdate(ctx, { agency_uid, uid: hotelUid })
    return (await findProperty(ctx, uid))!
  })
}
