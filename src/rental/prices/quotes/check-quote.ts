/** What is refused of a quote before its stay is looked at: contract/orders.md §8.3. */
import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates.ts'
import {
  ApiError,
  accessDenied,
  type FieldError,
  fieldErrors,
  invalidParameter,
  notFound,
} from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { rangeError } from '../../leads/leads/lead-body.ts'
import { reachedUnit } from '../../properties/units/units.ts'
import { findFee } from '../fees/fees.ts'
import {
  misfitOf,
  type PromoRefusal,
  type PromoStay,
  refusalOf,
} from '../promo-codes/promo-code.ts'
import { stayRefusals } from '../stays/stay.ts'
import type { Discounting, QuoteOverrides } from './quote.ts'
import type { QuoteFacts } from './quotes.ts'

/** A stay whose price is asked for, its fields read; uids are as they were sent. */
export interface WantedQuote {
  propertyUid: string
  checkIn: string
  checkOut: string
  agencyUid: string | null
  leadUid: string | null
  unitUid: string | null
  /** Null: those of the lead, or one. */
  guests: number | null
  /** Number of adults; null or omitted: `guests` counts. */
  adults?: number | null
  /** Null: those of the lead, or none. */
  children: number | null
  pets: number | null
  infants: number | null
  /** Null: that of the lead's order, if it fits. */
  promoCode: string | null
  /** Without the code of the lead's order, even if it would fit. */
  dropsPromoCode?: boolean
  /** Null: those of the lead's order, if it keeps property and dates. */
  overrides: QuoteOverrides | null
  /** In whose words a refusal is. */
  version: Version
}

/** More are refused by every property anyway. */
export const guestsMax = 2_147_483_647

/** What every quote may be refused with. */
export const quoteErrors = ['INVALID_DATE_RANGE', 'ACCESS_DENIED', ...stayRefusals] as const

/** @throws ApiError INVALID_DATE_RANGE */
export function checkDates(checkIn: string, checkOut: string): void {
  const message = rangeError(checkIn, checkOut, false)
  if (message) throw new ApiError('INVALID_DATE_RANGE', message)
}

/** @throws ApiError INVALID_PARAMETER when there are more children than guests */
export function checkChildren(children: number, guests: number): void {
  if (children > guests) {
    throw invalidParameter('childrenCount', `must be less than or equal to ${guests}`)
  }
}

/**
 * Rows without a fee need a name and a price (contract/orders.md §3.5).
 *
 * @throws ApiError REQUIRED_PARAMETER
 */
export function checkOverrides(overrides: QuoteOverrides | null, at = 'quoteOverrides'): void {
  const rows = overrides?.fees?.otherFees ?? []
  const errors = rows.flatMap(({ feeUid, name, netPrice, amount }, i): FieldError[] => {
    if (feeUid) return []
    const path = `${at}.fees.otherFees[${i}]`
    const hasPrice = netPrice != null || amount != null
    return [
      ...(name
        ? []
        : [missing(`${path}.name`, `Invalid parameter '${path}.name' must not be null`)]),
      ...(hasPrice ? [] : [missing(path, `One of ['netPrice', 'amount'] is required`)]),
    ]
  })
  if (errors.length > 0) throw fieldErrors(errors)
}

function missing(field: string, message: string): FieldError {
  return { field, code: 'REQUIRED_PARAMETER', message }
}

/**
 * What the request names must be there, within reach and of the property (contract/general.md §3).
 *
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND, FEE_NOT_FOUND, INVALID_PARAMETER
 */
export async function checkReferences(
  ctx: Context,
  facts: QuoteFacts,
  { agencyUid, leadUid, unitUid, overrides }: WantedQuote,
): Promise<void> {
  if (agencyUid !== null && asUid(agencyUid) !== facts.agency_uid) {
    throw accessDenied('agencyUid', agencyUid)
  }
  if (leadUid !== null && facts.lead === null) throw notFound('LEAD_NOT_FOUND', leadUid)
  if (unitUid !== null && !isUnitOf(facts, unitUid)) {
    await reachedUnit(ctx, unitUid)
    throw invalidParameter('unitUid', `does not belong to property ${facts.uid}`)
  }
  await checkFees(ctx, facts, overrides)
}

/**
 * The fees that overrides name must be of the property.
 *
 * @throws ApiError FEE_NOT_FOUND, INVALID_PARAMETER
 */
export async function checkFees(
  ctx: Context,
  facts: QuoteFacts,
  overrides: QuoteOverrides | null,
  at = 'quoteOverrides',
): Promise<void> {
  for (const [i, { feeUid }] of (overrides?.fees?.otherFees ?? []).entries()) {
    if (!feeUid || facts.fees.some(({ uid }) => uid === asUid(feeUid))) continue
    const uid = asUid(feeUid)
    if (uid === null || !(await findFee(ctx, uid))) throw notFound('FEE_NOT_FOUND', feeUid)
    const parameter = `${at}.fees.otherFees[${i}].feeUid`
    throw invalidParameter(parameter, `does not belong to property ${facts.uid}`)
  }
}

/** Only unit types have units that can be asked for. */
function isUnitOf({ hotel_uid, units }: QuoteFacts, unitUid: string): boolean {
  return hotel_uid !== null && units.some(([uid]) => uid === asUid(unitUid))
}

type WantedDiscount = Pick<WantedQuote, 'promoCode' | 'dropsPromoCode' | 'checkIn' | 'checkOut'>

/**
 * The code that reduces the stay: the one that was sent, else that of the lead's order as long as
 * it fits.
 *
 * @throws ApiError INVALID_PARAMETER with the reason why the one that was sent does not apply
 */
export function promoCodeOf(
  facts: QuoteFacts,
  { promoCode, dropsPromoCode = false, checkIn, checkOut }: WantedDiscount,
  now: Date,
): Discounting | null {
  if (dropsPromoCode) return null
  const { promo, uid: propertyUid, currency } = facts
  const nights = dayOf(checkOut) - dayOf(checkIn)
  const stay = { propertyUid, checkIn, checkOut, nights, currency }
  if (promoCode === null) return keptMisfitOf(facts, stay) === null ? promo : null
  if (promo === null) throw notApplicable('unknown')
  const today = dateIn(facts.agency_time_zone!, now)
  const refusal = refusalOf(promo, stay, today, promo.redemptions)
  if (refusal) throw notApplicable(refusal)
  return promo
}

/**
 * Why the code of a lead's order does not outlive a change of the stay, or null. The parts of a
 * split stay keep a code of the whole, whichever house and however few nights they have.
 */
export function keptMisfitOf({ promo, lead }: QuoteFacts, stay: PromoStay): PromoRefusal | null {
  if (promo === null) return null
  const isPart = lead?.order?.promo_use_uid != null
  return misfitOf(isPart ? { ...promo, property_uid: null, minimum_nights: 0 } : promo, stay)
}

/** "Invalid parameter 'promoCode' is not applicable: expired"; the reason is a member, too. */
export function notApplicable(reason: PromoRefusal): ApiError {
  const text = `Invalid parameter 'promoCode' is not applicable: ${reason}`
  return new ApiError('INVALID_PARAMETER', text, { members: { parameter: 'promoCode', reason } })
}
