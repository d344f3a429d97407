/** Transition of a lead to another state: its columns, nights and history. */
import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { type LeadState, leadStates, toLeadState } from '../../prices/occupancies/lead-status.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { newestVersion } from '../../versions.ts'
import { checkTimes } from '../held-nights/check-times.ts'
import { listDetachedLeads, occupyOwnNights } from '../held-nights/group-nights.ts'
import { occupyNights, releaseNights } from '../held-nights/lead-nights.ts'
import { expiryAction } from '../lead-history/lead-events.ts'
import { updateLeadWithHistory } from '../lead-history/record-lead-actions.sql.ts'
import { isExpired, type LeadRow, stateAfterExpiry } from '../leads/lead.ts'
import { noTimers, stateColumns, type Transition } from './lead-effects.ts'

export interface TransitionStep
  extends Pick<Transition, 'byTimer' | 'cancelledBy' | 'reason' | 'timerHours'> {
  action: string
  /** Locked property of the lead, null if it has none; required to occupy nights. */
  property: LockedInventory | null
  /** Requested unit of a unit type; no other is assigned. */
  unitUid?: string | null | undefined
  version: Version
  /** Original lead, if the action has already changed it. */
  before?: LeadRow
  /** Further columns that the action updates. */
  columns?: Partial<LeadRow>
  details?: Record<string, unknown> | undefined
}

/**
 * Moves a locked lead to another state, occupies or releases its nights, and records its history.
 *
 * @throws ApiError STATE_CONFLICT, MASTER_NOT_BOOKABLE, NOT_AVAILABLE
 */
export async function applyTransition(
  ctx: Context,
  lead: LeadRow,
  to: LeadState,
  {
    action,
    property,
    unitUid,
    version,
    before = lead,
    columns = {},
    details,
    ...transitionInput
  }: TransitionStep,
): Promise<LeadRow> {
  const from = toLeadState(lead)
  const transition = { ...transitionInput, from, source: lead.source, now: ctx.clock.now() }
  const changes = { ...stateColumns(to, transition), ...columns }
  const [heldNights, holdsNights] = [leadStates[from].blocks, leadStates[to].blocks]
  if (!heldNights && holdsNights) {
    const nightsInput = { action, property, unitUid, version }
    changes.unit_uid = await occupyNights(ctx, { ...lead, ...changes }, nightsInput)
  }
  if (heldNights && !holdsNights) await releaseNights(ctx, action, lead)
  const after = await updateLeadWithHistory(ctx, lead, changes, { action, before, details })
  if (!heldNights && holdsNights) await checkTimes(ctx, after)
  return after
}

/**
 * Closes a locked lead whose timer has expired and releases its nights (contract/leads.md §4.3).
 * Returns the same object if it has not expired.
 */
export async function expireIfDue(ctx: Context, lead: LeadRow): Promise<LeadRow> {
  if (!isExpired(lead, ctx.clock.now())) return lead
  const step = {
    action: expiryAction,
    property: null,
    // No request causes an expiry, so its errors have the statuses of the newest version.
    version: newestVersion,
    timerHours: noTimers,
    byTimer: true,
  } as const
  const systemCtx = { ...ctx, caller: systemCaller(lead.agency_uid) }
  const after = await applyTransition(systemCtx, lead, stateAfterExpiry(toLeadState(lead))!, step)
  await reallocateNights(systemCtx, step.action, { before: lead, after }, step.version)
  const { type, status } = lead
  ctx.pending.onCommit(() => ctx.metrics.leadsLapsed.inc({ type, status }))
  return after
}

/**
 * Occupies nights for sub-leads that depended on the nights of a main lead, and no longer can after
 * its change. Expired sub-leads are closed, not skipped: otherwise a process with a slower clock
 * would assume that they hold nights.
 *
 * @throws ApiError NOT_AVAILABLE if the main lead still occupies some of the nights
 */
export async function reallocateNights(
  ctx: Context,
  action: string,
  change: { before: LeadRow; after: LeadRow },
  version: Version,
): Promise<void> {
  for (const sub of await listDetachedLeads(ctx, change)) {
    if ((await expireIfDue(ctx, sub.lead)) === sub.lead)
      await occupyOwnNights(ctx, action, sub, version)
  }
}
