/** Which rules of a stay bind which act: the table of acts in contract/pricing.md §4. Pure. */
import { blocks, type LeadStatus } from '../../leads/leads/lead.ts'
import type { Stay, StayTests } from './stay.ts'

/** A quote for a stay of its own. */
export function quoteTests(guests: number): StayTests {
  return { guests, stayRules: true }
}

/** The dates and the property of a lead, before or after an alteration. */
export interface Placed {
  stay: Stay
  propertyUid: string | null
}

/**
 * An alteration, or a quote for one. A manager decides alone; a partner is bound where dates or
 * property change. At the same property a rule that looks at one end is not asked where it stays.
 */
export function alterationTests(
  status: LeadStatus,
  before: Placed,
  after: Placed,
  byPartner: boolean,
): Omit<StayTests, 'guests'> {
  const keepsProperty = before.propertyUid === after.propertyUid
  const keepsCheckIn = keepsProperty && before.stay.checkIn === after.stay.checkIn
  const keepsCheckOut = keepsProperty && before.stay.checkOut === after.stay.checkOut
  const isBlock = status === 'BLOCKED'
  const isMoved = !keepsCheckIn || !keepsCheckOut
  const stayRules = byPartner && isMoved && blocks(status) && !isBlock
  return { isBlock, stayRules, keepsCheckIn, keepsCheckOut }
}
