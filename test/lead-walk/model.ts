/**
 * Leads as contract/leads.md has them, kept in memory: who may do what in which state, and what it
 * changes. It is written from the contract alone and shares no code with the server.
 */
import type { Act, Move } from './acts.ts'
import { alter } from './alter.ts'
import { create } from './create.ts'
import { enter } from './enter.ts'
import {
  type Expected,
  type Model,
  type ModelLead,
  ok,
  refusalOf,
  refused,
  seesPerson,
} from './facts.ts'
import { takeNights } from './nights.ts'
import { cellOf, lapsesTo, type State } from './transitions.ts'
import { settings } from './world.ts'

/**
 * Does an act in the model. `uid` is that of the lead which a creation makes. A refusal changes
 * nothing but that what has lapsed has lapsed.
 */
export function apply(model: Model, act: Act, uid: string): Expected {
  if (act.do === 'wait') model.now += act.hours * 3_600_000
  lapse(model)
  switch (act.do) {
    case 'wait':
      return ok
    case 'reprice':
      model.properties[act.property].dailyRate = act.dailyRate
      return ok
    case 'ask for confirmation':
      model.requestNeedsConfirmation = act.needed
      return ok
    case 'adjust': {
      const lead = leadOf(model, act.lead)
      lead.order!.adjusted += act.refund ? -act.amount : act.amount
      lead.updatedAt = model.now
      return { status: 201 }
    }
    case 'create':
      return create(model, act, uid)
    default:
      return actOn(model, act)
  }
}

type LeadAct = Extract<Act, { by: string; lead: string }>

function leadOf(model: Model, uid: string): ModelLead {
  return model.leads.find(lead => lead.uid === uid)!
}

/** Leads whose timer has ended have lapsed at that instant, written or not (§4.3). */
function lapse(model: Model): void {
  for (const lead of model.leads) {
    const to = lapsesTo[lead.state]
    if (lead.isDeleted || to === undefined || lead.timer === null || lead.timer > model.now)
      continue
    enter(model, lead, to, {
      closeReason: lead.state === 'OH' ? 'HOLD_EXPIRED' : 'REQUEST_EXPIRED',
    })
    lead.updatedAt = null
  }
}

function actOn(model: Model, act: LeadAct): Expected {
  const lead = model.leads.find(({ uid }) => uid === act.lead)
  const access = lead && !lead.isDeleted && model.properties[lead.property].access[act.by]
  if (!lead || !access) return refused.unknownLead
  if (access === 'READ') return refused.readOnlyGrant
  if (act.do === 'PATCH') return patch(model, lead, act)
  if (act.do === 'DELETE') return remove(model, lead)
  if (act.do === 'alteration' || act.do === 'rebook') return alter(model, lead, act)
  if (act.hours !== undefined && act.by !== 'agency') return refused.notPermitted
  return move(model, lead, act)
}

function patch(model: Model, lead: ModelLead, act: Extract<Act, { do: 'PATCH' }>): Expected {
  const refusal = refusalOf('PATCH', lead.state)
  if (refusal) return refusal
  const before = [lead.notes, lead.externalBookingId]
  if (act.notes !== undefined && seesPerson(lead, act.by)) lead.notes = act.notes
  if (act.externalBookingId !== undefined) lead.externalBookingId = act.externalBookingId
  const changed = lead.notes !== before[0] || lead.externalBookingId !== before[1]
  if (changed) lead.updatedAt = model.now
  return ok
}

function remove(model: Model, lead: ModelLead): Expected {
  const refusal = refusalOf('DELETE', lead.state)
  if (refusal) return refusal
  Object.assign(lead, { isDeleted: true, held: null, updatedAt: model.now })
  return { status: 204 }
}

function move(model: Model, lead: ModelLead, act: Move): Expected {
  const refusal = refusalOf(act.do, lead.state)
  if (refusal) return refusal
  const to = targetOf(model, lead, act)
  if (to === '=') return ok
  if (to === '✓') return note(model, lead, act)
  if (cellOf(act.do, lead.state).needsNights) {
    const { property, a, b, unit } = lead
    const taken = takeNights(model, { property, a, b, isBlock: false, kept: unit })
    if (taken === null) return refused.taken
    Object.assign(lead, taken)
  }
  const { hours, cancelledBy, reason } = act
  const closeReason = closeReasonOf(lead, to)
  const cancellation = { cancelledBy: cancelledBy ?? 'AGENCY', reason: reason ?? null }
  enter(model, lead, to, { hours, closeReason, cancellation })
  return ok
}

function targetOf(model: Model, { state }: ModelLead, act: Move): State | '=' | '✓' {
  const { does, takesReason, mayNeedConfirmation } = cellOf(act.do, state)
  if (mayNeedConfirmation && model.requestNeedsConfirmation) return 'PA'
  const byReason = { CLOSED: 'CL', IGNORED: 'IG', DUPLICATE: 'DU' } as const
  const reason = act.reason as keyof typeof byReason | undefined
  const wished = takesReason && reason ? byReason[reason] : (does as State | '=' | '✓')
  return wished === state ? '=' : wished
}

/** Why a lead that an action closes is closed (§4.2). */
function closeReasonOf({ state }: ModelLead, to: State): string {
  if (to === 'RC') return 'REQUEST_WITHDRAWN'
  return state === 'OH' ? 'HOLD_CLOSED' : 'QUOTE_CLOSED'
}

/** The acts that leave the state. */
function note(model: Model, lead: ModelLead, act: Move): Expected {
  if (act.do === 'mark-paf-completed' && lead.isFormCompleted) return ok
  if (act.do === 'mark-paf-completed') lead.isFormCompleted = true
  if (act.do === 'extend-hold') {
    lead.timer = model.now + (act.hours ?? settings.holdHours) * 3_600_000
  }
  lead.updatedAt = act.do === 'mark-quote-sent' ? null : model.now
  return ok
}
