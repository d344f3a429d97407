import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { warn } from '../../../platform/rest/response/warnings.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { findSettings } from '../../access/agencies/agencies.ts'
import {
  isOpen,
  type LeadState,
  leadStates,
  toLeadState,
} from '../../prices/occupancies/lead-status.ts'
import { isRedeeming } from '../../prices/promo-codes/promo-code.ts'
import { updateLeadWithHistory } from '../lead-history/record-lead-actions.sql.ts'
import { alterLockedLead } from '../lead-writes/alter-locked-lead.ts'
import { type Alteration, differsFromLead } from '../lead-writes/read-alteration.ts'
import {
  type Cell,
  type CloseReason,
  isExpired,
  type LeadMove,
  type LeadRow,
  leadActions,
  outcomeOf,
} from '../leads/lead.ts'
import { changeOrder } from '../orders/change-order.ts'
import { findOrderOfLead } from '../orders/orders.ts'
import { recordRedemption } from '../redemptions/record-redemption.ts'
import { reservePromoCodeUse } from '../redemptions/reserve-promo-code-use.ts'
import { applyAlteration } from './apply-alteration.ts'
import {
  noAlteration,
  noTimers,
  subLeadAlteration,
  type TimerHours,
  timerColumns,
} from './lead-effects.ts'
import { applyTransition, reallocateNights } from './lead-transition.ts'
import { type LockedLead, lockForAction, type UnlockedLead } from './lock-for-action.ts'
import { illegalTransition } from './refuse-action.ts'

/** Action and the fields of its body. */
export interface ActionInput {
  action: LeadMove
  version: Version
  /** Reason of `close`. */
  closing?: CloseReason | null | undefined
  cancelledBy?: 'AGENCY' | 'GUEST' | 'OWNER' | null | undefined
  reason?: string | null | undefined
  /** Hours of a hold; overrides the agency's setting. */
  hours?: number | null | undefined
  /** Expiry of a hold, instead of a number of hours. */
  until?: Date | undefined
  /** Changes of the stay by `rebook`. */
  alteration?: Alteration | undefined
  /** Removes the promo code of the order, if any, and recalculates the price. */
  dropsPromoCode?: boolean | undefined
  /** Columns that follow from a status of v2. */
  columns?: Partial<LeadRow> | undefined
}

/**
 * Applies an action to a lead by the table of transitions (contract/leads.md §4.1). An action on
 * the main lead of a group booking also applies to every sub-lead that allows it. When the last
 * open sub-lead is cancelled, the main lead is cancelled, too (contract/leads.md §9.1).
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY, ILLEGAL_TRANSITION, STATE_CONFLICT,
 *   MASTER_NOT_BOOKABLE, NOT_AVAILABLE
 */
export async function transitionLead(
  ctx: Context,
  unlocked: UnlockedLead,
  input: ActionInput,
): Promise<LeadRow> {
  const { action, version } = input
  // Actions that release nights lock the units, too: an external calendar may occupy them.
  const mayOccupyNights =
    'mayOccupyNights' in leadActions[action] || releasingActions.includes(action)
  return transaction(ctx, async (ctx: Context) => {
    const locked = await lockForAction(ctx, unlocked, {
      version,
      mayOccupyNights,
      includesGroup: true,
    })
    const terms = await findActionTerms(ctx, unlocked.agency_uid, input)
    const findCell = (lead: LeadRow) => outcomeOf(toLeadState(lead), action, { ...input, ...terms })
    const cell = findCell(locked.lead)
    if (cell === null) throw illegalTransition(locked.lead, action, version)
    const actionInput = { ...input, ...terms }
    const lead = await transitionMember(ctx, locked, { lead: locked.lead, cell }, actionInput)
    const alteration = (input.alteration && subLeadAlteration(input.alteration)) ?? undefined
    const subInput = { ...actionInput, alteration }
    for (const sub of locked.subs) {
      const subCell = findCell(sub)
      if (subCell !== null) {
        await transitionMember(ctx, locked, { lead: sub, cell: subCell }, subInput)
      }
    }
    await reallocateNights(ctx, action, { before: locked.lead, after: lead }, version)
    // An unchanged lead had been cancelled before.
    const isCancelled = action === 'cancel' && lead !== locked.lead
    const emptiedMain = isCancelled ? findEmptiedMain(locked, ctx.clock.now()) : undefined
    const mainCell = emptiedMain && findCell(emptiedMain)
    if (mainCell) {
      await transitionMember(ctx, locked, { lead: emptiedMain, cell: mainCell }, actionInput)
    }
    return lead
  })
}

/** Returns the main lead of a group booking if its last open sub-lead has been cancelled. */
function findEmptiedMain({ lead, otherMembers }: LockedLead, now: Date): LeadRow | undefined {
  if (lead.group_role !== 'SUB') return undefined
  const subs = otherMembers.filter(({ group_role }) => group_role === 'SUB')
  return subs.some(sub => isOpen(sub.status) && !isExpired(sub, now))
    ? undefined
    : otherMembers.find(({ group_role }) => group_role === 'MAIN')
}

/** Actions that release nights. */
const releasingActions: LeadMove[] = ['cancel', 'close', 'decline-booking-request']

interface ActionTerms {
  needsConfirmation: boolean
  timerHours: TimerHours
}

/** Actions that start a timer of the agency's settings. */
const timedActions: LeadMove[] = ['put-on-hold', 'extend-hold', 'accept-booking-request']

/** Returns the agency's settings for the action; defaults if it does not depend on them. */
async function findActionTerms(
  ctx: Context,
  agencyUid: string,
  { action, hours, until }: ActionInput,
): Promise<ActionTerms> {
  if (!timedActions.includes(action)) return { needsConfirmation: false, timerHours: noTimers }
  const settings = await findSettings(ctx, agencyUid)
  const { hold_hours, request_hours, payment_hours, request_needs_confirmation } = settings
  return {
    needsConfirmation: request_needs_confirmation,
    timerHours: {
      hold: until ?? hours ?? hold_hours,
      request: request_hours,
      payment: payment_hours,
    },
  }
}

/** Moves one of the locked leads to the target of the action, or updates it within its state. */
async function transitionMember(
  ctx: Context,
  { properties }: LockedLead,
  { lead, cell }: { lead: LeadRow; cell: Cell },
  {
    action,
    version,
    timerHours,
    alteration,
    columns,
    dropsPromoCode,
    cancelledBy = null,
    reason = null,
  }: ActionInput & ActionTerms,
): Promise<LeadRow> {
  // The lead is already in the target state; only its promo code may be dropped.
  if (cell === '=') {
    if (alteration && (await differsFromLead(ctx, { lead, properties }, alteration))) {
      warn(
        ctx,
        'NOT_ALTERED',
        `lead ${lead.uid} is already booked; request an alteration to change its stay`,
      )
    }
    const withoutPromoCode = { ...noAlteration, dropsPromoCode: true, version }
    return dropsPromoCode ? alterLockedLead(ctx, { lead, properties }, withoutPromoCode) : lead
  }
  if (cell === '✓') return updateWithinState(ctx, lead, action, timerHours)
  const requestedAlteration = alteration ?? (dropsPromoCode ? noAlteration : undefined)
  const { after: altered, order } = requestedAlteration
    ? await applyAlteration(
        ctx,
        { lead, properties },
        { ...requestedAlteration, dropsPromoCode, version },
      )
    : { after: lead, order: null }
  const promoCodeUid = await findRedeemedCode(ctx, lead, cell, order)
  await reservePromoCodeUse(ctx, { lead, status: leadStates[cell].status, promoCodeUid, version })
  const after = await applyTransition(ctx, altered, cell, {
    action,
    before: lead,
    property: properties.get(altered.property_uid ?? '') ?? null,
    unitUid: alteration?.unitUid == null ? null : altered.unit_uid,
    version,
    timerHours,
    cancelledBy,
    reason,
    columns: columns ?? {},
    details: reason === null ? undefined : { reason },
  })
  if (order !== null) await changeOrder(ctx, order, { before: lead, after })
  else recordRedemption(ctx, { lead, promoCodeUid }, { lead: after, promoCodeUid })
  return after
}

/** Returns the promo code that a transition begins to redeem, or null. */
async function findRedeemedCode(
  ctx: Context,
  lead: LeadRow,
  to: LeadState,
  order: { promo_code_uid?: string | null } | null,
): Promise<string | null> {
  if (isRedeeming(lead.status) || !isRedeeming(leadStates[to].status)) return null
  const { promo_code_uid } = order ?? (await findOrderOfLead(ctx, lead)) ?? {}
  return promo_code_uid ?? null
}

/** Applies an action that does not change the state. */
async function updateWithinState(
  ctx: Context,
  lead: LeadRow,
  action: LeadMove,
  { hold }: TimerHours,
): Promise<LeadRow> {
  const now = ctx.clock.now()
  const changesByAction: Partial<Record<LeadMove, Partial<LeadRow>>> = {
    'extend-hold': timerColumns(now, hold),
    'mark-quote-sent': { quote_sent_at: now },
    'mark-paf-completed': { paf_completed_at: now },
  }
  if (action === 'mark-paf-completed' && lead.paf_completed_at !== null) return lead
  return updateLeadWithHistory(ctx, lead, changesByAction[action]!, { action })
}
