/** How a lead comes from a state into another: what it writes, its nights, its history. */
import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { checkTimes } from '../held-nights/check-times.ts'
import { listLeftLeads, takeOwn } from '../held-nights/group-nights.ts'
import { freeNights, takeNights } from '../held-nights/lead-nights.ts'
import { writeLead } from '../lead-history/lead-acts.sql.ts'
import {
  isLapsed,
  type LeadRow,
  type LeadState,
  lapseOf,
  leadStates,
  stateOf,
} from '../leads/lead.ts'
import { type Entry, enteredColumns, noHours } from './lead-effects.ts'

/** An act that changes the state of a lead. */
export interface Step extends Pick<Entry, 'byTimer' | 'cancelledBy' | 'reason' | 'hours'> {
  act: string
  /** The lead's room, locked, or null if there is none; needed to take nights. */
  room: Room | null
  /** This unit of a unit type, and no other. */
  unitUid?: string | null | undefined
  version: Version
  /** The lead as it was, where the act has changed it already. */
  before?: LeadRow
  /** What the act writes beside what the state does. */
  columns?: Partial<LeadRow>
  details?: Record<string, unknown> | undefined
}

/**
 * Brings a locked lead into another state, takes or frees its nights, and adds to its history.
 *
 * @throws ApiError STATE_CONFLICT, MASTER_NOT_BOOKABLE, NOT_AVAILABLE
 */
export async function enterState(
  ctx: Context,
  lead: LeadRow,
  to: LeadState,
  { act, room, unitUid, version, before = lead, columns = {}, details, ...given }: Step,
): Promise<LeadRow> {
  const from = stateOf(lead)
  const entry = { ...given, from, source: lead.source, now: ctx.clock.now() }
  const changes = { ...enteredColumns(to, entry), ...columns }
  const [held, holds] = [leadStates[from].blocks, leadStates[to].blocks]
  if (!held && holds) {
    const taking = { act, room, unitUid, version }
    changes.unit_uid = await takeNights(ctx, { ...lead, ...changes }, taking)
  }
  if (held && !holds) await freeNights(ctx, act, lead)
  const after = await writeLead(ctx, lead, changes, { act, before, details })
  if (!held && holds) await checkTimes(ctx, after)
  return after
}

/**
 * A locked lead as it counts now: one whose timer has ended is closed first, and its nights are
 * free (contract/leads.md §4.3).
 */
export async function settleTimer(ctx: Context, lead: LeadRow): Promise<LeadRow> {
  if (!isLapsed(lead, ctx.clock.now())) return lead
  const step = { act: 'lapse', room: null, version: '3.3', hours: noHours, byTimer: true } as const
  const system = { ...ctx, caller: systemCaller(lead.agency_uid) }
  const after = await enterState(system, lead, lapseOf(stateOf(lead))!, step)
  await handOverNights(system, step.act, { before: lead, after }, step.version)
  const { type, status } = lead
  ctx.pending.afterwards(() => ctx.metrics.leadsLapsed.inc({ type, status }))
  return after
}

/**
 * Gives the sub-leads that leaned on a main lead, and after its change no longer do, nights of
 * their own. One whose timer has ended is closed: were it only passed over, a process whose time is
 * a little behind would take it for one that holds nights.
 *
 * @throws ApiError NOT_AVAILABLE when the main lead still takes a part of them
 */
export async function handOverNights(
  ctx: Context,
  act: string,
  change: { before: LeadRow; after: LeadRow },
  version: Version,
): Promise<void> {
  for (const sub of await listLeftLeads(ctx, change)) {
    if ((await settleTimer(ctx, sub.lead)) === sub.lead) await takeOwn(ctx, act, sub, version)
  }
}
