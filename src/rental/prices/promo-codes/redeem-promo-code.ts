import type { Context } from '../../../context.ts'
import { dateIn } from '../../../platform/dates/dates.ts'
import { findRejection, type PromoCode, type PromoRejection, type PromoStay } from './promo-code.ts'
import { countRedemptions, lockPromoCode } from './promo-codes.ts'

/** Code to redeem, and the stay that it discounts. */
export interface Redemption {
  agencyUid: string
  /** Time zone in which the last day of a code ends. */
  agencyTimeZone: string
  code: string
  stay: PromoStay
  /** Lead whose own use does not count. */
  exceptLead: string | null
}

/**
 * Redeems a promo code for a stay, inside the transaction that stores the lead. The code is locked
 * until the transaction ends: concurrent leads cannot exceed its limit (contract/orders.md §9).
 *
 * @returns the code, or the reason why it does not apply
 */
export async function redeemPromoCode(
  ctx: Pick<Context, 'db' | 'clock'>,
  { agencyUid, agencyTimeZone, code, stay, exceptLead }: Redemption,
): Promise<PromoCode | PromoRejection> {
  const promoCode = await lockPromoCode(ctx, agencyUid, { code })
  if (!promoCode) return 'unknown'
  // A separate statement after the lock: its snapshot includes uses of the previous lock holder.
  const redemptions = await countRedemptions(ctx, promoCode, exceptLead)
  const today = dateIn(agencyTimeZone, ctx.clock.now())
  return findRejection(promoCode, stay, today, redemptions) ?? promoCode
}
