/**
 * Model of leads by contract/leads.md: the result of every command in every state. It is written
 * from the contract alone and shares no code with the server.
 */
import { alter } from './alter.ts'
import type { Command, TransitionCommand } from './commands.ts'
import { create } from './create.ts'
import { enterState } from './enter-state.ts'
import { settings } from './fixture.ts'
import {
  type Expected,
  errors,
  type Model,
  type ModelLead,
  ok,
  seesPersonalData,
  tableRefusal,
} from './model-state.ts'
import { reserveNights } from './nights.ts'
import { expiresTo, readTransition, type State } from './transitions.ts'

/**
 * Applies a command to the model; `uid` is the uid of a created lead. A refused command changes
 * nothing except that due leads expire.
 */
export function apply(model: Model, command: Command, uid: string): Expected {
  if (command.do === 'wait') model.now += command.hours * 3_600_000
  expireLeads(model)
  switch (command.do) {
    case 'wait':
      return ok
    case 'reprice':
      model.properties[command.property].dailyRate = command.dailyRate
      return ok
    case 'ask for confirmation':
      model.requestNeedsConfirmation = command.needed
      return ok
    case 'adjust': {
      const lead = findLead(model, command.lead)
      lead.order!.adjusted += command.refund ? -command.amount : command.amount
      // An adjustment does not store the expiry of a lead, which may be stored later (§4.3).
      if (lead.updatedAt !== null) lead.updatedAt = model.now
      return { status: 201 }
    }
    case 'create':
      return create(model, command, uid)
    default:
      return applyToLead(model, command)
  }
}

type LeadCommand = Extract<Command, { by: string; lead: string }>

function findLead(model: Model, uid: string): ModelLead {
  return model.leads.find(lead => lead.uid === uid)!
}

/** Expires leads at the instant at which their timer ended (§4.3). */
function expireLeads(model: Model): void {
  for (const lead of model.leads) {
    const expiredState = expiresTo[lead.state]
    if (
      lead.isDeleted ||
      expiredState === undefined ||
      lead.timer === null ||
      lead.timer > model.now
    )
      continue
    enterState(model, lead, expiredState, {
      closeReason: lead.state === 'OH' ? 'HOLD_EXPIRED' : 'REQUEST_EXPIRED',
    })
    lead.updatedAt = null
  }
}

function applyToLead(model: Model, command: LeadCommand): Expected {
  const lead = model.leads.find(({ uid }) => uid === command.lead)
  const access = lead && !lead.isDeleted && model.properties[lead.property].access[command.by]
  if (!lead || !access) return errors.unknownLead
  if (access === 'READ') return errors.readOnlyGrant
  if (command.do === 'PATCH') return patch(model, lead, command)
  if (command.do === 'DELETE') return remove(model, lead)
  if (command.do === 'alteration' || command.do === 'rebook') return alter(model, lead, command)
  if (command.hours !== undefined && command.by !== 'agency') return errors.notPermitted
  return transition(model, lead, command)
}

function patch(
  model: Model,
  lead: ModelLead,
  command: Extract<Command, { do: 'PATCH' }>,
): Expected {
  const refusal = tableRefusal('PATCH', lead.state)
  if (refusal) return refusal
  const before = [lead.notes, lead.externalBookingId]
  if (command.notes !== undefined && seesPersonalData(lead, command.by)) lead.notes = command.notes
  if (command.externalBookingId !== undefined) lead.externalBookingId = command.externalBookingId
  const changed = lead.notes !== before[0] || lead.externalBookingId !== before[1]
  if (changed) lead.updatedAt = model.now
  return ok
}

function remove(model: Model, lead: ModelLead): Expected {
  const refusal = tableRefusal('DELETE', lead.state)
  if (refusal) return refusal
  Object.assign(lead, { isDeleted: true, held: null, updatedAt: model.now })
  return { status: 204 }
}

function transition(model: Model, lead: ModelLead, command: TransitionCommand): Expected {
  const refusal = tableRefusal(command.do, lead.state)
  if (refusal) return refusal
  const target = targetState(model, lead, command)
  if (target === '=') return ok
  if (target === '✓') return applyWithoutTransition(model, lead, command)
  if (readTransition(command.do, lead.state).needsNights) {
    const { property, a, b, unit } = lead
    const reserved = reserveNights(model, { property, a, b, isBlock: false, preferredUnit: unit })
    if (reserved === null) return errors.notAvailable
    Object.assign(lead, reserved)
  }
  const { hours, cancelledBy, reason } = command
  const closeReason = closeReasonFor(lead, target)
  const cancellation = { cancelledBy: cancelledBy ?? 'AGENCY', reason: reason ?? null }
  enterState(model, lead, target, { hours, closeReason, cancellation })
  return ok
}

function targetState(
  model: Model,
  { state }: ModelLead,
  command: TransitionCommand,
): State | '=' | '✓' {
  const { effect, usesReason, mayNeedConfirmation } = readTransition(command.do, state)
  if (mayNeedConfirmation && model.requestNeedsConfirmation) return 'PA'
  const byReason = { CLOSED: 'CL', IGNORED: 'IG', DUPLICATE: 'DU' } as const
  const reason = command.reason as keyof typeof byReason | undefined
  const target = usesReason && reason ? byReason[reason] : (effect as State | '=' | '✓')
  return target === state ? '=' : target
}

/** Returns the reason for which an action closes a lead (§4.2). */
function closeReasonFor({ state }: ModelLead, target: State): string {
  if (target === 'RC') return 'REQUEST_WITHDRAWN'
  return state === 'OH' ? 'HOLD_CLOSED' : 'QUOTE_CLOSED'
}

/** Applies actions that do not change the state. */
function applyWithoutTransition(
  model: Model,
  lead: ModelLead,
  command: TransitionCommand,
): Expected {
  if (command.do === 'mark-paf-completed' && lead.isFormCompleted) return ok
  if (command.do === 'mark-paf-completed') lead.isFormCompleted = true
  if (command.do === 'extend-hold') {
    lead.timer = model.now + (command.hours ?? settings.holdHours) * 3_600_000
  }
  lead.updatedAt = command.do === 'mark-quote-sent' ? null : model.now
  return ok
}
