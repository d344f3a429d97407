import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { allowedActions, type LeadRow, stateOf } from '../../leads/leads/lead.ts'
import { isRedeeming, type PromoCode } from './promo-code.ts'
import { countRedemptions, lockPromoCode } from './promo-codes.ts'

/** A lead that an act brings into another status, with the promo code of its order. */
export interface CodedMove {
  lead: LeadRow
  /** The status that it comes into. */
  status: string
  promoCodeUid: string | null
  version: Version
}

/**
 * Sees that a lead whose order has a promo code may begin to count as a use of it. The code stays
 * locked until the transaction ends, so that leads booked at once never use it more often than it
 * allows. Nothing else of the code is looked at again (contract/orders.md §2, §9).
 *
 * @throws ApiError STATE_CONFLICT when its uses are used up
 */
export async function keepPromoCode(
  ctx: Context,
  { lead, status, promoCodeUid, version }: CodedMove,
): Promise<void> {
  if (promoCodeUid === null || isRedeeming(lead.status) || !isRedeeming(status)) return
  const by = { uid: promoCodeUid, orDeleted: true } as const
  const code = (await lockPromoCode(ctx, lead.agency_uid, by))!
  if (code.maximum_redemptions === null) return
  // A statement of its own, begun after the lock was given: it sees what the holder before stored.
  const redemptions = await countRedemptions(ctx, code, lead.uid)
  if (redemptions >= code.maximum_redemptions) throw usedUp(code, lead, version)
}

function usedUp({ code }: PromoCode, lead: LeadRow, version: Version): ApiError {
  const text = `Promo code ${code} of lead ${lead.uid} has reached its usage limit`
  const remedy = "set 'promoCode' to null to book without it"
  return new ApiError('STATE_CONFLICT', `${text}; ${remedy}`, {
    members: {
      leadUid: lead.uid,
      promoCode: code,
      reason: 'exhausted',
      state: 'PROMO_CODE_EXHAUSTED',
      allowedActions: allowedActions(stateOf(lead), version),
    },
  })
}
