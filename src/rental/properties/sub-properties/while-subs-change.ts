import type { Context } from '../../../context.ts'
import { dateIn } from '../../../platform/dates.ts'
import { sqlState } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { takeOwn } from '../../leads/held-nights/group-nights.ts'
import { settleLeaningLeads } from '../../leads/held-nights/settle-leaning-leads.ts'
import { datesOf } from '../../leads/leads/lead.ts'
import { moveOccupancies } from '../../prices/occupancies/occupancies.ts'
import type { PropertyRow } from '../properties/properties.ts'
import { touchProperty } from '../properties/touch-property.ts'
import { lockUnits } from '../units/units.ts'

/**
 * Runs a change of a master's subs and then gives the master's leads the units of the subs it has
 * then, or its own unit again. The properties' rows have to be locked.
 *
 * @throws ApiError STATE_CONFLICT when two leads would collide; nothing changed then
 */
export async function whileSubsChange(
  ctx: Context,
  master: PropertyRow,
  change: () => Promise<void>,
): Promise<void> {
  const { agency_uid, uid } = master
  const before = await lockUnits(ctx, agency_uid, [uid])
  const heldUids = before.map(unit => unit.uid)
  const leaning = await settleLeaningLeads(ctx, master, heldUids)
  await change()
  const after = await lockUnits(ctx, agency_uid, [uid])
  const touched = [...new Set([...heldUids, ...after.map(unit => unit.uid)])]
  await settleLeaningLeads(ctx, master, touched)
  const act = 'change-family'
  const today = dateIn(master.time_zone, ctx.clock.now())
  const ofSubs = after.filter(unit => unit.parent_uid === uid)
  const unitUids = (ofSubs.length > 0 ? ofSubs : after).map(unit => unit.uid)
  try {
    await moveOccupancies(ctx, act, master, { unitUids, today })
    for (const sub of leaning) {
      const isAlone = !ofSubs.some(unit => unit.uid === sub.held_unit_uid)
      const isToCome = datesOf(sub.lead).checkOut > today
      // The main lead, whose nights were in the way, holds this unit no more.
      if (isAlone && isToCome) await takeOwn(ctx, act, { ...sub, is_free: true }, '3.3')
    }
  } catch (error) {
    if (sqlState(error) === '23P01') throw collision(error)
    throw error
  }
  await touchProperty(ctx, master)
}

function collision(cause: unknown): ApiError {
  const text = 'Leads of the master and of its sub-properties would overlap'
  return new ApiError('STATE_CONFLICT', text, {
    members: { state: 'OCCUPIED', allowedActions: [] },
    cause,
  })
}
