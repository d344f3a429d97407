/** What entering a state writes: contract/leads.md §4.2. */
import type { Model, ModelLead } from './facts.ts'
import { blockingStates, type State } from './transitions.ts'
import { settings } from './world.ts'

export interface Why {
  hours?: number | undefined
  closeReason?: string
  cancellation?: { cancelledBy: string; reason: string | null }
}

/** Moves a lead into a state. Its nights are taken before. */
export function enter(model: Model, lead: ModelLead, to: State, why: Why = {}): void {
  lead.timer = timerOf(model, lead, to, why.hours)
  lead.closeReason = closeReasonOf(to, why)
  lead.cancellation = to === 'CA' ? { ...why.cancellation!, at: model.now } : null
  if (to === 'BK') lead.bookedAt = model.now
  if (!blockingStates.includes(to)) lead.held = null
  lead.state = to
  lead.updatedAt = model.now
}

function timerOf(
  { now }: Model,
  { source }: ModelLead,
  to: State,
  hours: number | undefined,
): number | null {
  const hour = 3_600_000
  if (to === 'OH') return now + (hours ?? settings.holdHours) * hour
  if (to === 'PE') return source.startsWith('DIRECT_') ? null : now + settings.requestHours * hour
  return to === 'PA' ? now + settings.paymentHours * hour : null
}

function closeReasonOf(to: State, { closeReason }: Why): string | null {
  if (to === 'IG') return 'IGNORED'
  if (to === 'DU') return 'DUPLICATE'
  return to === 'CL' || to === 'RC' ? closeReason! : null
}
