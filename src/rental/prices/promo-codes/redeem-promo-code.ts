import type { Context } from '../../../context.ts'
import { dateIn } from '../../../platform/dates.ts'
import { type PromoCode, type PromoRefusal, type PromoStay, refusalOf } from './promo-code.ts'
import { countRedemptions, lockPromoCode } from './promo-codes.ts'

/** The word of a code, and what it shall reduce. */
export interface Redemption {
  agencyUid: string
  /** In which the last day of a code ends. */
  agencyTimeZone: string
  code: string
  stay: PromoStay
  /** A lead whose own use does not count. */
  exceptLead: string | null
}

/**
 * Takes a promo code for a stay, inside the transaction that stores the lead: the code stays locked
 * until that ends, so that simultaneous leads never use it more often than it allows
 * (contract/orders.md §9).
 *
 * @returns the code, or why it does not apply
 */
export async function redeemPromoCode(
  ctx: Pick<Context, 'db' | 'clock'>,
  { agencyUid, agencyTimeZone, code, stay, exceptLead }: Redemption,
): Promise<PromoCode | PromoRefusal> {
  const found = await lockPromoCode(ctx, agencyUid, { code })
  if (!found) return 'unknown'
  // A statement of its own, begun after the lock was given: it sees what the holder before stored.
  const redemptions = await countRedemptions(ctx, found, exceptLead)
  const today = dateIn(agencyTimeZone, ctx.clock.now())
  return refusalOf(found, stay, today, redemptions) ?? found
}
