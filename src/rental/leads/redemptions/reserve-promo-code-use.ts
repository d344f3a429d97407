import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { toLeadState } from '../../prices/occupancies/lead-status.ts'
import { isRedeeming, type PromoCode } from '../../prices/promo-codes/promo-code.ts'
import { countRedemptions, lockPromoCode } from '../../prices/promo-codes/promo-codes.ts'
import { allowedActions, type LeadRow } from '../leads/lead.ts'

/** Change of a lead's status, with the promo code of its order. */
export interface PromoCodeTransition {
  lead: LeadRow
  /** New status. */
  status: string
  promoCodeUid: string | null
  version: Version
}

/**
 * Checks the redemption limit of a promo code when a lead begins to count as a redemption. The code
 * stays locked until the transaction ends, so concurrent bookings cannot exceed the limit. Other
 * conditions of the code are not checked again (contract/orders.md §2, §9).
 *
 * @throws ApiError STATE_CONFLICT if the limit is reached
 */
export async function reservePromoCodeUse(
  ctx: Context,
  { lead, status, promoCodeUid, version }: PromoCodeTransition,
): Promise<void> {
  if (promoCodeUid === null || isRedeeming(lead.status) || !isRedeeming(status)) return
  const key = { uid: promoCodeUid, orDeleted: true } as const
  const code = (await lockPromoCode(ctx, lead.agency_uid, key))!
  if (code.maximum_redemptions === null) return
  // A separate statement after the lock was acquired, to see rows of the previous lock holder.
  const redemptions = await countRedemptions(ctx, code, lead.uid)
  if (redemptions >= code.maximum_redemptions) throw exhaustedError(code, lead, version)
}

function exhaustedError({ code }: PromoCode, lead: LeadRow, version: Version): ApiError {
  const message = `Promo code ${code} of lead ${lead.uid} has reached its usage limit`
  const remedy = "set 'promoCode' to null to book without it"
  return new ApiError('STATE_CONFLICT', `${message}; ${remedy}`, {
    members: {
      leadUid: lead.uid,
      promoCode: code,
      reason: 'exhausted',
      state: 'PROMO_CODE_EXHAUSTED',
      allowedActions: allowedActions(toLeadState(lead), version),
    },
  })
}
