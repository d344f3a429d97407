/** Rules of stays by action: the table of actions in contract/pricing.md §4. Pure. */
import { blocks, type LeadStatus } from '../occupancies/lead-status.ts'
import type { AppliedRules, Stay } from './stay.ts'

/** Returns the rules for a quote of a new stay. */
export function quoteRules(guests: number): AppliedRules {
  return { guests, stayRules: true }
}

/** Dates and property of a lead, before or after a change. */
export interface LeadStay {
  stay: Stay
  propertyUid: string | null
}

/**
 * Returns the rules for a change of a lead, or a quote of one. Managers are exempt from stay rules;
 * partners are not if dates or property change. At the same property, rules of an end of the stay
 * do not apply if this end does not change.
 */
export function alterationChecks(
  status: LeadStatus,
  before: LeadStay,
  after: LeadStay,
  isPartner: boolean,
): Omit<AppliedRules, 'guests'> {
  const keepsProperty = before.propertyUid === after.propertyUid
  const keepsCheckIn = keepsProperty && before.stay.checkIn === after.stay.checkIn
  const keepsCheckOut = keepsProperty && before.stay.checkOut === after.stay.checkOut
  const isBlock = status === 'BLOCKED'
  const isMoved = !keepsCheckIn || !keepsCheckOut
  const stayRules = isPartner && isMoved && blocks(status) && !isBlock
  return { isBlock, stayRules, keepsCheckIn, keepsCheckOut }
}
