/** Promo codes: contract/orders.md §9. */
import Big from 'big.js'
import type { Selectable } from 'kysely'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import type { PromoCodesTable } from '../../tables.ts'

export const discountTypes = ['PERCENT', 'AMOUNT'] as const

export type PromoCode = Selectable<PromoCodesTable>

/** Reasons why a code does not apply, in the order in which they are checked. */
export type PromoRejection =
  | 'unknown'
  | 'inactive'
  | 'expired'
  | 'property'
  | 'dates'
  | 'currency'
  | 'exhausted'

/** Statuses of leads that use a code. */
export const redeemingStatuses = ['BOOKED', 'PENDING', 'PENDING_APPROVED'] as const

/** Returns true if a lead of this status counts as a use of its order's code. */
export function isRedeeming(status: string): boolean {
  return redeemingStatuses.some(redeeming => redeeming === status)
}

/** Columns of a code that determine if it applies. */
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

/** Stay that a code discounts. */
export interface PromoStay {
  propertyUid: string
  checkIn: string
  checkOut: string
  nights: number
  /** Effective currency of the property. */
  currency: string
}

/**
 * Returns why an existing code cannot be redeemed for a stay, or null if it can. `today` is the
 * date in the agency's time zone, `redemptions` the number of leads that use the code.
 */
export function findRejection(
  code: PromoTerms,
  stay: PromoStay,
  today: string,
  redemptions: number,
): PromoRejection | null {
  if (!code.is_active) return 'inactive'
  if (code.redeem_by_date !== null && today > code.redeem_by_date) return 'expired'
  const stayRejection = findStayRejection(code, stay)
  if (stayRejection) return stayRejection
  const { maximum_redemptions: max } = code
  return max !== null && redemptions >= max ? 'exhausted' : null
}

/**
 * Returns why a code does not apply to a property and stay, or null if it does. This is checked
 * again when an order with the code is recalculated (contract/orders.md §2).
 */
export function findStayRejection(code: PromoTerms, stay: PromoStay): PromoRejection | null {
  if (code.property_uid !== null && code.property_uid !== stay.propertyUid) return 'property'
  if (!isWithinDates(code, stay)) return 'dates'
  return code.discount_type === 'AMOUNT' && code.currency !== stay.currency ? 'currency' : null
}

/** Returns true if a stay is within the dates of a code; both ends are excluded. */
function isWithinDates(code: PromoTerms, { checkIn, checkOut, nights }: PromoStay): boolean {
  const { stay_from_date: from, stay_to_date: to, minimum_nights: min } = code
  return (from === null || from < checkIn) && (to === null || checkOut < to) && nights >= min
}

export interface PromoCodeFields {
  propertyUid: string | null
  code: string
  description: string | null
  discountType: (typeof discountTypes)[number]
  discountAmount: number
  currency: string | null
  redeemByDate: string | null
  stayFromDate: string | null
  stayToDate: string | null
  minimumNights: number
  maximumRedemptions: number | null
  isActive: boolean
}

export const promoCodeDefaults = {
  propertyUid: null,
  description: null,
  currency: null,
  redeemByDate: null,
  stayFromDate: null,
  stayToDate: null,
  minimumNights: 0,
  maximumRedemptions: null,
  isActive: true,
}

/**
 * Validates the fields of a code.
 *
 * @throws ApiError INVALID_PARAMETER, INVALID_DATE_RANGE
 */
export function checkFields(fields: PromoCodeFields): void {
  const { code, discountType, discountAmount, stayFromDate: from, stayToDate: to } = fields
  if (!/^[A-Za-z0-9]{1,50}$/.test(code)) {
    throw invalidParameter('code', 'must be 1 to 50 letters and digits')
  }
  if (discountType === 'PERCENT' && discountAmount > 100) {
    throw invalidParameter('discountAmount', 'must be less than or equal to 100')
  }
  if (from !== null && to !== null && to < from) {
    const text = "'stayToDate' must not be before 'stayFromDate'"
    throw new ApiError('INVALID_DATE_RANGE', text)
  }
}

/** Converts fields to columns; an amount without a currency is in the agency's currency. */
export function promoCodeColumns(fields: PromoCodeFields, agencyCurrency: string) {
  return {
    property_uid: fields.propertyUid,
    code: fields.code,
    description: fields.description,
    discount_type: fields.discountType,
    discount_amount: new Big(fields.discountAmount).toFixed(),
    currency: fields.discountType === 'AMOUNT' ? (fields.currency ?? agencyCurrency) : null,
    redeem_by_date: fields.redeemByDate,
    stay_from_date: fields.stayFromDate,
    stay_to_date: fields.stayToDate,
    minimum_nights: fields.minimumNights,
    maximum_redemptions: fields.maximumRedemptions,
    is_active: fields.isActive,
  }
}

export function promoCodeFields(row: PromoCode): PromoCodeFields {
  return {
    propertyUid: row.property_uid,
    code: row.code,
    description: row.description,
    discountType: row.discount_type as PromoCodeFields['discountType'],
    discountAmount: Number(row.discount_amount),
    currency: row.currency,
    redeemByDate: row.redeem_by_date,
    stayFromDate: row.stay_from_date,
    stayToDate: row.stay_to_date,
    minimumNights: row.minimum_nights,
    maximumRedemptions: row.maximum_redemptions,
    isActive: row.is_active,
  }
}
