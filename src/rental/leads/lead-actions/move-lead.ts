import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { warn } from '../../../platform/rest/answers/warnings.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { findSettings } from '../../access/agencies/agencies.ts'
import { keepPromoCode } from '../../prices/promo-codes/keep-promo-code.ts'
import { isRedeeming } from '../../prices/promo-codes/promo-code.ts'
import { recordRedemption } from '../../prices/promo-codes/record-redemption.ts'
import { writeLead } from '../lead-history/lead-acts.sql.ts'
import { alterHeld } from '../lead-writes/alter-held.ts'
import { type Alteration, asksForOther } from '../lead-writes/read-alteration.ts'
import {
  type Cell,
  type Closing,
  isLapsed,
  isOpen,
  type LeadMove,
  type LeadRow,
  type LeadState,
  leadActions,
  leadStates,
  outcomeOf,
  stateOf,
} from '../leads/lead.ts'
import { changeOrder } from '../orders/change-order.ts'
import { findOrderOfLead } from '../orders/orders.ts'
import { alterLocked } from './alter-locked.ts'
import { enterState, handOverNights } from './enter-state.ts'
import { alterationOfSubs, noHours, type TimerHours, timerOf, unaltered } from './lead-effects.ts'
import { type FoundLead, type Locked, lockForAction } from './lock-for-action.ts'
import { illegalTransition } from './refuse-action.ts'

/** An action, and what its body says. */
export interface Move {
  action: LeadMove
  version: Version
  closing?: Closing | null | undefined
  cancelledBy?: 'AGENCY' | 'GUEST' | 'OWNER' | null | undefined
  reason?: string | null | undefined
  /** How many hours a hold lasts, instead of the agency's setting. */
  hours?: number | null | undefined
  /** The instant at which a hold ends, instead of a number of hours. */
  until?: Date | undefined
  /** What `rebook` changes of the stay. */
  alteration?: Alteration | undefined
  /** The stay is priced anew without the promo code of its order, if that has one. */
  dropsPromoCode?: boolean | undefined
  /** Columns that v2's words decide. */
  columns?: Partial<LeadRow> | undefined
}

/**
 * Does an action to a lead as the table of transitions says (contract/leads.md §4.1). Done to the
 * main lead of a group booking it is done to every sub-lead that can take it; a group booking whose
 * last open sub-lead is cancelled is cancelled, too (contract/leads.md §9.1).
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY, ILLEGAL_TRANSITION, STATE_CONFLICT,
 *   MASTER_NOT_BOOKABLE, NOT_AVAILABLE
 */
export async function moveLead(ctx: Context, found: FoundLead, move: Move): Promise<LeadRow> {
  const { action, version } = move
  // Commands that free nights lock the units, too: an external calendar may claim them.
  const takesNights = 'takesNights' in leadActions[action] || freeing.includes(action)
  return transaction(ctx, async (ctx: Context) => {
    const locked = await lockForAction(ctx, found, { version, takesNights, wholeGroup: true })
    const terms = await termsOf(ctx, found.agency_uid, move)
    const cellOf = (lead: LeadRow) => outcomeOf(stateOf(lead), action, { ...move, ...terms })
    const cell = cellOf(locked.lead)
    if (cell === null) throw illegalTransition(locked.lead, action, version)
    const lead = await moveOne(ctx, locked, { lead: locked.lead, cell }, { ...move, ...terms })
    const alteration = (move.alteration && alterationOfSubs(move.alteration)) ?? undefined
    for (const sub of locked.subs) {
      const own = cellOf(sub)
      if (own !== null)
        await moveOne(ctx, locked, { lead: sub, cell: own }, { ...move, ...terms, alteration })
    }
    await handOverNights(ctx, action, { before: locked.lead, after: lead }, version)
    const cancels = action === 'cancel' && lead !== locked.lead
    const emptied = cancels ? emptiedGroup(locked, ctx.clock.now()) : undefined
    const end = emptied && cellOf(emptied)
    if (end) await moveOne(ctx, locked, { lead: emptied, cell: end }, { ...move, ...terms })
    return lead
  })
}

/** The main lead of a group booking whose last open sub-lead has been cancelled. */
function emptiedGroup({ lead, others }: Locked, now: Date): LeadRow | undefined {
  if (lead.group_role !== 'SUB') return undefined
  const subs = others.filter(({ group_role }) => group_role === 'SUB')
  return subs.some(sub => isOpen(sub.status) && !isLapsed(sub, now))
    ? undefined
    : others.find(({ group_role }) => group_role === 'MAIN')
}

const freeing: Move['action'][] = ['cancel', 'close', 'decline-booking-request']

interface Terms {
  needsConfirmation: boolean
  timers: TimerHours
}

const timed: Move['action'][] = ['put-on-hold', 'extend-hold', 'accept-booking-request']

/** What the agency's settings say of the action, if it depends on them. */
async function termsOf(
  ctx: Context,
  agencyUid: string,
  { action, hours, until }: Move,
): Promise<Terms> {
  if (!timed.includes(action)) return { needsConfirmation: false, timers: noHours }
  const settings = await findSettings(ctx, agencyUid)
  const { hold_hours, request_hours, payment_hours, request_needs_confirmation } = settings
  return {
    needsConfirmation: request_needs_confirmation,
    timers: { hold: until ?? hours ?? hold_hours, request: request_hours, payment: payment_hours },
  }
}

async function moveOne(
  ctx: Context,
  { rooms }: Locked,
  { lead, cell }: { lead: LeadRow; cell: Cell },
  { action, version, timers, alteration, columns, dropsPromoCode, ...rest }: Move & Terms,
): Promise<LeadRow> {
  if (cell === '=') {
    if (alteration && (await asksForOther(ctx, { lead, rooms }, alteration))) {
      warn(
        ctx,
        'NOT_ALTERED',
        `lead ${lead.uid} is already booked; request an alteration to change its stay`,
      )
    }
    const without = { ...unaltered, dropsPromoCode: true, version }
    return dropsPromoCode ? alterHeld(ctx, { lead, rooms }, without) : lead
  }
  if (cell === '✓') return keepState(ctx, lead, action, timers)
  const wanted = alteration ?? (dropsPromoCode ? unaltered : undefined)
  const { after: altered, order } = wanted
    ? await alterLocked(ctx, { lead, rooms }, { ...wanted, dropsPromoCode, version })
    : { after: lead, order: null }
  const promoCodeUid = await codeOf(ctx, lead, cell, order)
  await keepPromoCode(ctx, { lead, status: leadStates[cell].status, promoCodeUid, version })
  const { cancelledBy = null, reason = null } = rest
  const after = await enterState(ctx, altered, cell, {
    act: action,
    before: lead,
    room: rooms.get(altered.property_uid ?? '') ?? null,
    unitUid: alteration?.unitUid == null ? null : altered.unit_uid,
    version,
    hours: timers,
    cancelledBy,
    reason,
    columns: columns ?? {},
    details: reason === null ? undefined : { reason },
  })
  if (order !== null) await changeOrder(ctx, order, { before: lead, after })
  else recordRedemption(ctx, { lead, promoCodeUid }, { lead: after, promoCodeUid })
  return after
}

/** The promo code that a lead begins to use in another state, if it does. */
async function codeOf(
  ctx: Context,
  lead: LeadRow,
  to: LeadState,
  order: { promo_code_uid?: string | null } | null,
): Promise<string | null> {
  if (isRedeeming(lead.status) || !isRedeeming(leadStates[to].status)) return null
  const { promo_code_uid } = order ?? (await findOrderOfLead(ctx, lead)) ?? {}
  return promo_code_uid ?? null
}

/** An action that leaves the state: what it writes. */
async function keepState(
  ctx: Context,
  lead: LeadRow,
  act: Move['action'],
  { hold }: TimerHours,
): Promise<LeadRow> {
  const now = ctx.clock.now()
  const changes: Partial<Record<Move['action'], Partial<LeadRow>>> = {
    'extend-hold': timerOf(now, hold),
    'mark-quote-sent': { quote_sent_at: now },
    'mark-paf-completed': { paf_completed_at: now },
  }
  if (act === 'mark-paf-completed' && lead.paf_completed_at !== null) return lead
  return writeLead(ctx, lead, changes[act]!, { act })
}
