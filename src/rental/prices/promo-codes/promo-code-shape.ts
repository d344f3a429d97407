/** Promo codes on the wire, with both names of fields that have two: contract/orders.md §9. */
import type { Static } from 'typebox'
import { utcText } from '../../../platform/dates/dates.ts'
import { exactlyOne, fieldErrors, requiredParameter } from '../../../platform/errors.ts'
import {
  bool,
  currencyCode,
  date,
  integer,
  named,
  nullable,
  number,
  oneOf,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
  utcInstant,
} from '../../../platform/rest/fields.ts'
import { mergeAliases } from '../../../platform/rest/steps/merge-aliases.ts'
import {
  discountTypes,
  type PromoCodeFields,
  promoCodeDefaults,
  promoCodeFields,
} from './promo-code.ts'
import type { UsedPromoCode } from './promo-codes.ts'

/** Maximum of an integer column. */
const countMax = 2_147_483_647
const percentOrMoney = () => number({ above: 0, max: 1_000_000_000 })
const discountType = () => named('DiscountType', oneOf(discountTypes))
const type = () => named('PromoCodeType', oneOf(['PERCENTAGE', 'AMOUNT']))
const status = () => named('PromoCodeStatus', oneOf(['ACTIVE', 'INACTIVE']))

/** Fields besides `code`. Of two names of a field, one is enough. */
const fields = {
  discountType: Type.Optional(discountType()),
  discountAmount: Type.Optional(percentOrMoney()),
  propertyUid: Type.Optional(nullable(uid())),
  description: Type.Optional(nullable(text())),
  currency: Type.Optional(nullable(currencyCode())),
  redeemByDate: Type.Optional(nullable(date())),
  stayFromDate: Type.Optional(nullable(date())),
  stayToDate: Type.Optional(nullable(date())),
  minimumNights: Type.Optional(integer(0, countMax)),
  maximumRedemptions: Type.Optional(nullable(integer(0, countMax))),
  isActive: Type.Optional(bool()),
  type: Type.Optional(type()),
  value: Type.Optional(percentOrMoney()),
  status: Type.Optional(status()),
  singleUsage: Type.Optional(bool()),
  validFromUtcDateTime: Type.Optional(nullable(utcInstant())),
  validToUtcDateTime: Type.Optional(nullable(utcInstant())),
  expirationUtcDateTime: Type.Optional(nullable(utcInstant())),
}

const code = text({ min: 1, max: 50 })
export const fullPromoCode = Type.Object({ code, ...fields })
export const newPromoCode = Type.Object({ agencyUid: uid(), code, ...fields })
export const promoCodePatch = shape('PromoCodePatch', { code: Type.Optional(code), ...fields })

export const promoCode = shape('PromoCode', {
  uid: uid(),
  agencyUid: uid(),
  propertyUid: nullable(uid()),
  code: text({ max: 50 }),
  description: nullable(text()),
  discountType: discountType(),
  discountAmount: number(),
  currency: nullable(text()),
  redeemByDate: nullable(date()),
  stayFromDate: nullable(date()),
  stayToDate: nullable(date()),
  minimumNights: Type.Integer(),
  maximumRedemptions: nullable(Type.Integer()),
  redemptionsCount: Type.Integer(),
  isActive: bool(),
  type: type(),
  value: number(),
  status: status(),
  singleUsage: bool(),
  validFromUtcDateTime: nullable(utcDateTime()),
  validToUtcDateTime: nullable(utcDateTime()),
  expirationUtcDateTime: nullable(utcDateTime()),
  createdUtcDateTime: utcDateTime(),
  updatedUtcDateTime: utcDateTime(),
})

/**
 * Reads the fields of a new or replaced promo code.
 *
 * @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS as {@link changedFields}
 */
export function readFullFields(body: Static<typeof fullPromoCode>): PromoCodeFields {
  const { discountType, discountAmount } = { ...body, ...readDiscount(body) }
  if (discountType === undefined || discountAmount === undefined) {
    const missing = Object.entries({ discountType, discountAmount }).flatMap(([field, value]) => {
      const { code, message } = requiredParameter(field)
      return value === undefined ? [{ field, code, message }] : []
    })
    throw fieldErrors(missing)
  }
  const { code } = body
  return changedFields(body, { ...promoCodeDefaults, code, discountType, discountAmount })
}

/**
 * Returns the current fields of a promo code, overwritten by those of a body, under either name.
 *
 * @throws ApiError CONFLICTING_PARAMETERS if two names of one field have different values
 */
export function changedFields(
  body: Static<typeof promoCodePatch>,
  current: PromoCodeFields,
): PromoCodeFields {
  const input = { ...body, ...readDiscount(body), ...readValidity(body, current) }
  const names = Object.keys(current) as (keyof PromoCodeFields)[]
  const setFields = names.flatMap(name => (input[name] === undefined ? [] : [[name, input[name]]]))
  const result = { ...current, ...Object.fromEntries(setFields) }
  return { ...result, propertyUid: result.propertyUid?.toLowerCase() ?? null }
}

type Body = Static<typeof promoCodePatch>

function readDiscount({ discountType, type, discountAmount, value }: Body) {
  const typeAlias = type === 'PERCENTAGE' ? 'PERCENT' : type
  return {
    discountType: mergeAliases(['discountType', 'type'], discountType, typeAlias),
    discountAmount: mergeAliases(['discountAmount', 'value'], discountAmount, value),
  }
}

function readValidity(body: Body, current: PromoCodeFields) {
  const { status, validFromUtcDateTime, validToUtcDateTime, expirationUtcDateTime } = body
  const isActive = status === undefined ? undefined : status === 'ACTIVE'
  const [from, to, end] = [validFromUtcDateTime, validToUtcDateTime, expirationUtcDateTime]
  return {
    isActive: mergeAliases(['isActive', 'status'], body.isActive, isActive),
    stayFromDate: mergeAliases(
      ['stayFromDate', 'validFromUtcDateTime'],
      body.stayFromDate,
      utcDateOf(from),
    ),
    stayToDate: mergeAliases(['stayToDate', 'validToUtcDateTime'], body.stayToDate, utcDateOf(to)),
    redeemByDate: mergeAliases(
      ['redeemByDate', 'expirationUtcDateTime'],
      body.redeemByDate,
      utcDateOf(end),
    ),
    maximumRedemptions: readMaximumRedemptions(body, current),
  }
}

/** Reads the limit: `singleUsage` means 1; false removes a limit of 1 and retains other limits. */
function readMaximumRedemptions(
  { maximumRedemptions: limit, singleUsage }: Body,
  current: PromoCodeFields,
) {
  if (singleUsage === undefined) return limit
  if (limit === undefined) {
    if (singleUsage) return 1
    return current.maximumRedemptions === 1 ? null : undefined
  }
  if (singleUsage !== (limit === 1)) throw exactlyOne(['maximumRedemptions', 'singleUsage'])
  return limit
}

/** Returns the date of an instant in UTC. */
function utcDateOf(instant: Date | null | undefined): string | null | undefined {
  return instant ? utcText(instant).slice(0, 10) : (instant as null | undefined)
}

export function presentPromoCode(row: UsedPromoCode): Static<typeof promoCode> {
  const { propertyUid, ...fields } = promoCodeFields(row)
  const toUtcText = (date: string | null, time: string) =>
    date === null ? null : `${date}T${time}`
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    propertyUid,
    ...fields,
    redemptionsCount: row.redemptions,
    type: fields.discountType === 'PERCENT' ? 'PERCENTAGE' : 'AMOUNT',
    value: fields.discountAmount,
    status: fields.isActive ? 'ACTIVE' : 'INACTIVE',
    singleUsage: fields.maximumRedemptions === 1,
    validFromUtcDateTime: toUtcText(fields.stayFromDate, '00:00:00'),
    validToUtcDateTime: toUtcText(fields.stayToDate, '00:00:00'),
    expirationUtcDateTime: toUtcText(fields.redeemByDate, '23:59:59'),
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
  }
}
