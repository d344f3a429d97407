import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import { isRedeeming } from '../../prices/promo-codes/promo-code.ts'
import type { LeadRow } from '../leads/lead.ts'

export interface LeadWithPromoCode {
  lead: LeadRow
  promoCodeUid: string | null
}

/**
 * Emits PROMO_CODE_REDEEMED if a lead has begun to count as a redemption (contract/orders.md §9).
 *
 * @param before null for a new lead
 */
export function recordRedemption(
  ctx: EventContext,
  before: LeadWithPromoCode | null,
  { lead, promoCodeUid }: LeadWithPromoCode,
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
