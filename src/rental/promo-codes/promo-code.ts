/** Promo codes: contract/orders.md §9. */
import type { Selectable } from 'kysely'
import type { PromoCodesTable } from '../tables.ts'

export const discountTypes = ['PERCENT', 'AMOUNT'] as const

export type PromoCode = Selectable<PromoCodesTable>

/** Why a code does not apply, in the order in which causes are looked for. */
export type PromoRefusal =
  | 'unknown'
  | 'inactive'
  | 'expired'
  | 'property'
  | 'dates'
  | 'currency'
  | 'exhausted'

/** What of a code decides whether it applies. */
export type PromoTerms = Pick<
  PromoCode,
  | 'property_uid'
  | 'discount_type'
  | 'currency'
  | 'redeem_by_date'
  | 'stay_from_date'
  | 'stay_to_date'
  | 'minimum_nights'
  | 'maximum_redemptions'
  | 'is_active'
>

/** A stay that a code shall reduce. */
export interface PromoStay {
  propertyUid: string
  checkIn: string
  checkOut: string
  nights: number
  /** Effective currency of the property. */
  currency: string
}

/**
 * Why a code that exists can not be redeemed for a stay, or null when it can. `today` is the date
 * in the agency's zone, `redemptions` how many leads use the code already.
 */
export function refusalOf(
  code: PromoTerms,
  stay: PromoStay,
  today: string,
  redemptions: number,
): PromoRefusal | null {
  if (!code.is_active) return 'inactive'
  if (code.redeem_by_date !== null && today > code.redeem_by_date) return 'expired'
  const misfit = misfitOf(code, stay)
  if (misfit) return misfit
  const { maximum_redemptions: most } = code
  return most !== null && redemptions >= most ? 'exhausted' : null
}

/**
 * Why a code does not fit a property and stay, or null when it does: what is checked again when an
 * order that has the code is calculated anew (contract/orders.md §2).
 */
export function misfitOf(code: PromoTerms, stay: PromoStay): PromoRefusal | null {
  if (code.property_uid !== null && code.property_uid !== stay.propertyUid) return 'property'
  if (!fitsDates(code, stay)) return 'dates'
  return code.discount_type === 'AMOUNT' && code.currency !== stay.currency ? 'currency' : null
}

/** Both ends of the stay period are excluded. */
function fitsDates(code: PromoTerms, { checkIn, checkOut, nights }: PromoStay): boolean {
  const { stay_from_date: from, stay_to_date: to, minimum_nights: least } = code
  return (from === null || from < checkIn) && (to === null || checkOut < to) && nights >= least
}
