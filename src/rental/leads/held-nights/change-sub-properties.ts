import type { Context } from '../../../context.ts'
import { dateIn } from '../../../platform/dates/dates.ts'
import { sqlStates } from '../../../platform/db/sql-states.ts'
import { sqlState } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { moveOccupancies } from '../../prices/occupancies/occupancies.ts'
import type { PropertyRow } from '../../properties/properties/properties.ts'
import { recordPropertyUpdate } from '../../properties/properties/record-property-update.ts'
import { lockUnits } from '../../properties/units/units.ts'
import { newestVersion } from '../../versions.ts'
import { datesOf } from '../leads/lead.ts'
import { expireDependentLeads } from './expire-dependent-leads.ts'
import { occupyOwnNights } from './group-nights.ts'

/**
 * Runs a change of the sub-properties of a master property, then moves the occupancies of the
 * master's leads to the units of its present sub-properties, or to its own unit if it has none. The
 * rows of the properties must be locked.
 *
 * @throws ApiError STATE_CONFLICT if two leads would overlap; the change is rolled back
 */
export async function changeSubProperties(
  ctx: Context,
  master: PropertyRow,
  change: () => Promise<void>,
): Promise<void> {
  const { agency_uid, uid } = master
  const before = await lockUnits(ctx, agency_uid, [uid])
  const unitUidsBefore = before.map(unit => unit.uid)
  const dependentsBefore = await expireDependentLeads(ctx, master, unitUidsBefore)
  await change()
  const after = await lockUnits(ctx, agency_uid, [uid])
  const affectedUnitUids = [...new Set([...unitUidsBefore, ...after.map(unit => unit.uid)])]
  await expireDependentLeads(ctx, master, affectedUnitUids)
  const action = 'change-family'
  const today = dateIn(master.time_zone, ctx.clock.now())
  const subUnits = after.filter(unit => unit.parent_uid === uid)
  const unitUids = (subUnits.length > 0 ? subUnits : after).map(unit => unit.uid)
  try {
    await moveOccupancies(ctx, action, master, { unitUids, today })
    for (const sub of dependentsBefore) {
      const isDetached = !subUnits.some(unit => unit.uid === sub.held_unit_uid)
      const isUnfinished = datesOf(sub.lead).checkOut > today
      // The nights are free: the main lead, which had them, no longer occupies this unit.
      if (isDetached && isUnfinished)
        await occupyOwnNights(ctx, action, { ...sub, is_free: true }, newestVersion)
    }
  } catch (error) {
    if (sqlState(error) === sqlStates.exclusionViolation) throw overlapError(error)
    throw error
  }
  await recordPropertyUpdate(ctx, master)
}

function overlapError(cause: unknown): ApiError {
  const message = 'Leads of the master and of its sub-properties would overlap'
  return new ApiError('STATE_CONFLICT', message, {
    members: { state: 'OCCUPIED', allowedActions: [] },
    cause,
  })
}
