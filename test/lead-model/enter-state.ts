/** Changes on entering a state: contract/leads.md §4.2. */

import { settings } from './fixture.ts'
import type { Model, ModelLead } from './model-state.ts'
import { blockingStates, type State } from './transitions.ts'

export interface TransitionDetails {
  hours?: number | undefined
  closeReason?: string
  cancellation?: { cancelledBy: string; reason: string | null }
}

/** Moves a lead into a state. Its nights must have been reserved. */
export function enterState(
  model: Model,
  lead: ModelLead,
  state: State,
  details: TransitionDetails = {},
): void {
  lead.timer = timerEnd(model, lead, state, details.hours)
  lead.closeReason = closeReasonIn(state, details)
  lead.cancellation = state === 'CA' ? { ...details.cancellation!, at: model.now } : null
  if (state === 'BK') lead.bookedAt = model.now
  if (!blockingStates.includes(state)) lead.held = null
  lead.state = state
  lead.updatedAt = model.now
}

function timerEnd(
  { now }: Model,
  { source }: ModelLead,
  state: State,
  hours: number | undefined,
): number | null {
  const hour = 3_600_000
  if (state === 'OH') return now + (hours ?? settings.holdHours) * hour
  if (state === 'PE')
    return source.startsWith('DIRECT_') ? null : now + settings.requestHours * hour
  return state === 'PA' ? now + settings.paymentHours * hour : null
}

function closeReasonIn(state: State, { closeReason }: TransitionDetails): string | null {
  if (state === 'IG') return 'IGNORED'
  if (state === 'DU') return 'DUPLICATE'
  return state === 'CL' || state === 'RC' ? closeReason! : null
}
