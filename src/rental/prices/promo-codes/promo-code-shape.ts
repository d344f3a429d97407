/** Promo codes on the wire, with both spellings of what has two: contract/orders.md §9. */
import type { Static } from 'typebox'
import { utcText } from '../../../platform/dates.ts'
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
import { agreed } from '../../../platform/rest/steps/agreed.ts'
import { discountTypes, fieldsOf, type PromoCodeFields, promoCodeDefaults } from './promo-code.ts'
import type { UsedPromoCode } from './promo-codes.ts'

const countMax = 2_147_483_647
const percentOrMoney = () => number({ above: 0, max: 1_000_000_000 })
const discountType = () => named('DiscountType', oneOf(discountTypes))
const type = () => named('PromoCodeType', oneOf(['PERCENTAGE', 'AMOUNT']))
const status = () => named('PromoCodeStatus', oneOf(['ACTIVE', 'INACTIVE']))

/** A code need not be sent by who changes one; of each pair of spellings one is enough. */
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
export const wholePromoCode = Type.Object({ code, ...fields })
export const newPromoCode = Type.Object({ agencyUid: uid(), code, ...fields })
export const promoCodeParts = shape('PromoCodePatch', { code: Type.Optional(code), ...fields })

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
 * Returns the fields of a new code, or of one that is replaced.
 *
 * @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS as {@link changedFields}
 */
export function wholeFields(body: Static<typeof wholePromoCode>): PromoCodeFields {
  const { discountType, discountAmount } = { ...body, ...discountIn(body) }
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
 * Returns the present fields of a code with those that a body sends, under either spelling.
 *
 * @throws ApiError CONFLICTING_PARAMETERS for two spellings of one field that differ
 */
export function changedFields(
  body: Static<typeof promoCodeParts>,
  present: PromoCodeFields,
): PromoCodeFields {
  const sent = { ...body, ...discountIn(body), ...termsIn(body, present) }
  const names = Object.keys(present) as (keyof PromoCodeFields)[]
  const given = names.flatMap(name => (sent[name] === undefined ? [] : [[name, sent[name]]]))
  const changed = { ...present, ...Object.fromEntries(given) }
  return { ...changed, propertyUid: changed.propertyUid?.toLowerCase() ?? null }
}

type Body = Static<typeof promoCodeParts>

function discountIn({ discountType, type, discountAmount, value }: Body) {
  const meant = type === 'PERCENTAGE' ? 'PERCENT' : type
  return {
    discountType: agreed(['discountType', 'type'], discountType, meant),
    discountAmount: agreed(['discountAmount', 'value'], discountAmount, value),
  }
}

function termsIn(body: Body, present: PromoCodeFields) {
  const { status, validFromUtcDateTime, validToUtcDateTime, expirationUtcDateTime } = body
  const isActive = status === undefined ? undefined : status === 'ACTIVE'
  const [from, to, end] = [validFromUtcDateTime, validToUtcDateTime, expirationUtcDateTime]
  return {
    isActive: agreed(['isActive', 'status'], body.isActive, isActive),
    stayFromDate: agreed(['stayFromDate', 'validFromUtcDateTime'], body.stayFromDate, dateOf(from)),
    stayToDate: agreed(['stayToDate', 'validToUtcDateTime'], body.stayToDate, dateOf(to)),
    redeemByDate: agreed(['redeemByDate', 'expirationUtcDateTime'], body.redeemByDate, dateOf(end)),
    maximumRedemptions: redemptionsIn(body, present),
  }
}

/** `singleUsage` is a limit of one; without it the limit of one ends, and another one stays. */
function redemptionsIn({ maximumRedemptions: limit, singleUsage }: Body, present: PromoCodeFields) {
  if (singleUsage === undefined) return limit
  if (limit === undefined) {
    if (singleUsage) return 1
    return present.maximumRedemptions === 1 ? null : undefined
  }
  if (singleUsage !== (limit === 1)) throw exactlyOne(['maximumRedemptions', 'singleUsage'])
  return limit
}

/** Returns the date of an instant in UTC. */
function dateOf(instant: Date | null | undefined): string | null | undefined {
  return instant ? utcText(instant).slice(0, 10) : (instant as null | undefined)
}

export function presentPromoCode(row: UsedPromoCode): Static<typeof promoCode> {
  const { propertyUid, ...fields } = fieldsOf(row)
  const at = (date: string | null, time: string) => (date === null ? null : `${date}T${time}`)
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
    validFromUtcDateTime: at(fields.stayFromDate, '00:00:00'),
    validToUtcDateTime: at(fields.stayToDate, '00:00:00'),
    expirationUtcDateTime: at(fields.redeemByDate, '23:59:59'),
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
  }
}
