import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates/dates.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { coverEvents } from '../ical-stays/covered-events.sql.ts'
import { removeFutureBlocks } from '../ical-stays/event-blocks.sql.ts'
import { findEvidence } from '../ical-stays/evidence.sql.ts'
import { lockClaimedInventory } from '../ical-stays/lock-claimed-inventory.ts'
import { type Outcome, storeStay } from '../ical-stays/stored-stays.sql.ts'
import { clearedValidators, type Ical } from '../icals/ical.ts'
import { lockIcal, updateIcal } from '../icals/icals.ts'
import { type IcalEvent, nightsOf, reasons } from './ical-event.ts'
import { findIcalEvent, listEventBlocks, lockIcalEvents, updateIcalEvent } from './ical-events.ts'

/** Decisions that users can make about an event. */
export const decisions = ['SAME_STAY', 'IGNORE', 'STORE'] as const
export type Decision = (typeof decisions)[number]

/**
 * Applies the decision of a user about an event. SAME_STAY: it is the stay of the lead with exactly
 * the same nights. IGNORE: its nights are released. STORE: it is stored as a stay, or its free
 * nights are blocked.
 *
 * @throws ApiError STATE_CONFLICT for an event that is stored as a lead, and for SAME_STAY if no
 *   other lead has exactly the same nights
 */
export async function decideEvent(
  ctx: Context,
  key: Pick<Ical, 'agency_uid' | 'uid'>,
  { uid }: IcalEvent,
  decision: Decision,
): Promise<IcalEvent> {
  return transaction(ctx, async (ctx: Context) => {
    const ical = await lockIcal(ctx, key)
    if (!ical) throw notFound('ICAL_NOT_FOUND', key.uid)
    const inventories = await lockClaimedInventory(ctx, ical)
    const inventory = inventories.get(ical.property_uid)
    const [event] = await lockIcalEvents(ctx, ical.agency_uid, [uid])
    if (!event || !inventory) throw notFound('ICAL_NOT_FOUND', uid)
    if (event.state === 'STORED' || event.state === 'PARTIAL') throw storedConflict(event)
    const today = dayOf(dateIn(inventory.time_zone, ctx.clock.now()))
    // The changes of leads are attributed to the calendar, as those of an import.
    const icalCtx = { ...ctx, caller: icalCaller(ical.agency_uid, ical.uid) }
    const locked = { ical, inventory, inventories, today }
    if (decision === 'STORE') {
      const unstored = { ...event, state: 'BLOCKS', reason: null }
      const outcome: Outcome = event.may_have_guest
        ? await storeStay(icalCtx, locked, unstored, null)
        : { state: 'BLOCKS', lead_uid: null, is_clash: false }
      const { state, lead_uid, is_clash } = outcome
      const reason = outcome.reason ?? (is_clash ? reasons.occupied : reasons.decided)
      await updateIcalEvent(ctx, event, { state, lead_uid, is_clash, reason })
      // The next import then sets summary and contact details of the new lead.
      await updateIcal(ctx, ical, clearedValidators)
    } else {
      await updateIcalEvent(ctx, event, await decidedColumns(ctx, ical, event, decision))
      const blocks = await listEventBlocks(ctx, ical.agency_uid, [uid])
      await removeFutureBlocks(icalCtx, ical.agency_uid, blocks, today)
    }
    const range = nightsOf(event)
    const { agency_uid: agencyUid } = ical
    await coverEvents(icalCtx, {
      agencyUid,
      inventories,
      ranges: [range],
      icalUid: ical.uid,
      today,
    })
    return (await findIcalEvent(ctx, ical, uid))!
  })
}

async function decidedColumns(
  ctx: Context,
  ical: Ical,
  event: IcalEvent,
  decision: 'SAME_STAY' | 'IGNORE',
): Promise<Partial<IcalEvent>> {
  if (decision === 'IGNORE') {
    return { state: 'IGNORED', lead_uid: null, is_clash: false, reason: reasons.released }
  }
  // Equal nights suffice, as for a calendar that repeats others.
  const evidence = await findEvidence(ctx, { ...ical, repeats_others: true }, event)
  if (evidence === undefined) {
    const message = 'No other lead of the property has exactly the nights of the event'
    throw new ApiError('STATE_CONFLICT', message, { members: { state: event.state } })
  }
  const reason = reasons.decided
  return { state: 'SAME_STAY', lead_uid: evidence.uid, is_clash: false, reason }
}

function storedConflict({ lead_uid, state }: IcalEvent): ApiError {
  const message = `The event is stored as lead ${lead_uid}, so cancel or alter that lead instead`
  return new ApiError('STATE_CONFLICT', message, { members: { state, leadUid: lead_uid } })
}
