import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { isRedeeming } from './promo-code.ts'

/** A lead, and the promo code of its order. */
export interface CodedLead {
  lead: LeadRow
  promoCodeUid: string | null
}

/**
 * Tells that a lead has begun to count as a use of a promo code, if it has (contract/orders.md §9).
 *
 * @param before null: the lead is new
 */
export function recordRedemption(
  ctx: Telling,
  before: CodedLead | null,
  { lead, promoCodeUid }: CodedLead,
): void {
  if (promoCodeUid === null || !isRedeeming(lead.status)) return
  if (before?.promoCodeUid === promoCodeUid && isRedeeming(before.lead.status)) return
  const keys = {
    promo_code_uid: promoCodeUid,
    property_uid: lead.property_uid,
    lead_uid: lead.uid,
  }
  recordEvent(ctx, { agencyUid: lead.agency_uid, type: 'PROMO_CODE_REDEEMED', keys })
}
