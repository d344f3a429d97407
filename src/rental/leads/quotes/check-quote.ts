/**
 * Validation of a quote request: dates, guests, overrides, references and promo code
 * (contract/orders.md §8.3). Availability and stay rules are checked afterwards.
 */
import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates/dates.ts'
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
import { findFee } from '../../prices/fees/fees.ts'
import {
  findRejection,
  findStayRejection,
  type PromoRejection,
  type PromoStay,
} from '../../prices/promo-codes/promo-code.ts'
import type { AppliedPromoCode, QuoteOverrides } from '../../prices/quotes/quote.ts'
import type { QuoteInputs } from '../../prices/quotes/quotes.ts'
import { stayViolations } from '../../prices/stays/stay.ts'
import { requireUnit } from '../../properties/units/units.ts'
import { rangeError } from '../leads/lead-body.ts'

/** Parsed quote request. Its uids are unparsed text. */
export interface QuoteRequest {
  propertyUid: string
  checkIn: string
  checkOut: string
  agencyUid: string | null
  leadUid: string | null
  unitUid: string | null
  /** Adults and children together; null: those of the lead, or one. */
  guests: number | null
  /** Only used if `guests` is null. Null or omitted: adults of the lead, or one. */
  adults?: number | null
  /** Null: number of children of the lead, or none. */
  children: number | null
  pets: number | null
  infants: number | null
  /** Null: promo code of the lead's order, if it applies. */
  promoCode: string | null
  /** True: the quote has no promo code, even if the order of the lead has one. */
  dropsPromoCode?: boolean
  /** Null: overrides of the lead's order, if property and dates are unchanged. */
  overrides: QuoteOverrides | null
  /** API version of the statuses in errors. */
  version: Version
}

/** Largest number of guests that the database stores; no property accepts as many. */
export const guestsMax = 2_147_483_647

/** Error codes of every quote request. */
export const quoteErrors = ['INVALID_DATE_RANGE', 'ACCESS_DENIED', ...stayViolations] as const

/** @throws ApiError INVALID_DATE_RANGE */
export function checkDates(checkIn: string, checkOut: string): void {
  const message = rangeError(checkIn, checkOut, { isBlock: false })
  if (message) throw new ApiError('INVALID_DATE_RANGE', message)
}

/** @throws ApiError INVALID_PARAMETER when there are more children than guests */
export function checkChildren(children: number, guests: number): void {
  if (children > guests) {
    throw invalidParameter('childrenCount', `must be less than or equal to ${guests}`)
  }
}

/**
 * Checks that the new fees of overrides, which have no `feeUid`, have a name and a price
 * (contract/orders.md §3.5).
 *
 * @throws ApiError REQUIRED_PARAMETER
 */
export function checkOverrides(
  overrides: QuoteOverrides | null,
  overridesPath = 'quoteOverrides',
): void {
  const fees = overrides?.fees?.otherFees ?? []
  const errors = fees.flatMap(({ feeUid, name, netPrice, amount }, i): FieldError[] => {
    if (feeUid) return []
    const path = `${overridesPath}.fees.otherFees[${i}]`
    const hasPrice = netPrice != null || amount != null
    return [
      ...(name
        ? []
        : [requiredError(`${path}.name`, `Invalid parameter '${path}.name' must not be null`)]),
      ...(hasPrice ? [] : [requiredError(path, `One of ['netPrice', 'amount'] is required`)]),
    ]
  })
  if (errors.length > 0) throw fieldErrors(errors)
}

function requiredError(field: string, message: string): FieldError {
  return { field, code: 'REQUIRED_PARAMETER', message }
}

/**
 * Checks that references exist, are accessible and belong to the property (contract/general.md §3).
 *
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND, FEE_NOT_FOUND, INVALID_PARAMETER
 */
export async function checkReferences(
  ctx: Context,
  inputs: QuoteInputs,
  { agencyUid, leadUid, unitUid, overrides }: QuoteRequest,
): Promise<void> {
  if (agencyUid !== null && asUid(agencyUid) !== inputs.agency_uid) {
    throw accessDenied('agencyUid', agencyUid)
  }
  if (leadUid !== null && inputs.lead === null) throw notFound('LEAD_NOT_FOUND', leadUid)
  if (unitUid !== null && !isUnitOf(inputs, unitUid)) {
    await requireUnit(ctx, unitUid)
    throw invalidParameter('unitUid', `does not belong to property ${inputs.uid}`)
  }
  await checkFees(ctx, inputs, overrides)
}

/**
 * Checks that the fees of overrides belong to the property.
 *
 * @throws ApiError FEE_NOT_FOUND, INVALID_PARAMETER
 */
export async function checkFees(
  ctx: Context,
  inputs: QuoteInputs,
  overrides: QuoteOverrides | null,
  overridesPath = 'quoteOverrides',
): Promise<void> {
  for (const [i, { feeUid }] of (overrides?.fees?.otherFees ?? []).entries()) {
    if (!feeUid || inputs.fees.some(({ uid }) => uid === asUid(feeUid))) continue
    const uid = asUid(feeUid)
    if (uid === null || !(await findFee(ctx, uid))) throw notFound('FEE_NOT_FOUND', feeUid)
    const parameter = `${overridesPath}.fees.otherFees[${i}].feeUid`
    throw invalidParameter(parameter, `does not belong to property ${inputs.uid}`)
  }
}

/** Returns whether a unit belongs to the property; only unit types have units to choose from. */
function isUnitOf({ hotel_uid, units }: QuoteInputs, unitUid: string): boolean {
  return hotel_uid !== null && units.some(([uid]) => uid === asUid(unitUid))
}

type PromoCodeRequest = Pick<QuoteRequest, 'promoCode' | 'dropsPromoCode' | 'checkIn' | 'checkOut'>

/**
 * Returns the promo code of the request or, as long as it applies, of the lead's order.
 *
 * @throws ApiError INVALID_PARAMETER with the reason why the code of the request does not apply
 */
export function applicablePromoCode(
  inputs: QuoteInputs,
  { promoCode, dropsPromoCode = false, checkIn, checkOut }: PromoCodeRequest,
  now: Date,
): AppliedPromoCode | null {
  if (dropsPromoCode) return null
  const { promo, uid: propertyUid, currency } = inputs
  const nights = dayOf(checkOut) - dayOf(checkIn)
  const stay = { propertyUid, checkIn, checkOut, nights, currency }
  if (promoCode === null) {
    const rejection = retainedCodeRejection(inputs, stay)
    return rejection === null ? promo : null
  }
  if (promo === null) throw rejectedCodeError('unknown')
  // The query selects the time zone whenever the request has a promo code.
  const today = dateIn(inputs.agency_time_zone!, now)
  const rejection = findRejection(promo, stay, today, promo.redemptions)
  if (rejection) throw rejectedCodeError(rejection)
  return promo
}

/**
 * Returns the reason why the promo code of a lead's order does not apply to a changed stay; null if
 * it does. The leads of a split stay retain a code of the original one, whatever their property and
 * number of nights.
 */
export function retainedCodeRejection(
  { promo, lead }: QuoteInputs,
  stay: PromoStay,
): PromoRejection | null {
  if (promo === null) return null
  // Only the orders of a split stay have it: the lead whose use of the code they share.
  const isSplit = lead?.order?.promo_use_uid != null
  return findStayRejection(
    isSplit ? { ...promo, property_uid: null, minimum_nights: 0 } : promo,
    stay,
  )
}

/** Returns the error of a promo code that does not apply, with the rejection as member `reason`. */
export function rejectedCodeError(rejection: PromoRejection): ApiError {
  const message = `Invalid parameter 'promoCode' is not applicable: ${rejection}`
  const members = { parameter: 'promoCode', reason: rejection }
  return new ApiError('INVALID_PARAMETER', message, { members })
}
