/** Fees on the wire: the tax rate is a fraction or, below `/v2`, a percentage. */
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { decimalText, fractionText, toPercent } from '../../../platform/money.ts'
import {
  bool,
  fraction,
  integer,
  integerMax,
  money,
  named,
  nullable,
  number,
  oneOf,
  oneOfOrAlias,
  shape,
  since,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import {
  airbnbFeeTypeAliases,
  airbnbFeeTypes,
  amountTypes,
  type Fee,
  type FeeColumns,
  feePersons,
  feeScopes,
  feeTypes,
} from './fee.ts'
import { findFee } from './fees.ts'

const taxationRates = { fraction: fraction(), percent: number({ min: 0, max: 100 }) }

/** Unit of rates in a version. */
export type RateUnit = keyof typeof taxationRates

const channelType = nullable(text({ max: 64 }))

const commonFields = {
  scope: named('FeeScope', oneOf(feeScopes)),
  type: named('FeeType', oneOf(feeTypes)),
  optional: bool(),
  offline: bool(),
  attestation: bool(),
  hostfullyType: named('HostfullyFeeType', oneOf(['DEFAULT'])),
  longTermStayExemption: integer(0, integerMax),
  maximumNights: since('3.3', integer(0, integerMax)),
  persons: since('3.3', named('FeePersons', oneOf(feePersons))),
}

const channelFields = {
  airbnbType: nullable(named('AirbnbFeeType', oneOfOrAlias(airbnbFeeTypes, airbnbFeeTypeAliases))),
  bookingDotComType: channelType,
  hvmiType: channelType,
  vrboType: channelType,
}

/** Fields that may be omitted. Null counts as omitted: clients send it with every fee. */
const optionalFields = {
  scope: Type.Optional(nullable(commonFields.scope)),
  type: Type.Optional(nullable(commonFields.type)),
  optional: Type.Optional(nullable(commonFields.optional)),
  offline: Type.Optional(nullable(commonFields.offline)),
  attestation: Type.Optional(nullable(commonFields.attestation)),
  hostfullyType: Type.Optional(nullable(commonFields.hostfullyType)),
  longTermStayExemption: Type.Optional(nullable(commonFields.longTermStayExemption)),
  maximumNights: Type.Optional(nullable(commonFields.maximumNights)),
  persons: Type.Optional(nullable(commonFields.persons)),
  ...Type.Partial(Type.Object(channelFields)).properties,
}

function requiredFields(unit: RateUnit) {
  return {
    name: text({ min: 1 }),
    amount: money(),
    amountType: named('AmountType', oneOf(amountTypes)),
    taxationRate: taxationRates[unit],
  }
}

/** Returns the response schema of a fee. */
export function feeIn(unit: RateUnit) {
  return shape('Fee', {
    uid: uid(),
    propertyUid: uid(),
    ...requiredFields(unit),
    ...commonFields,
    ...channelFields,
  })
}

/** Returns the request schema to replace a fee. */
export function feeBodyIn(unit: RateUnit) {
  return shape('FeeReplacement', { ...requiredFields(unit), ...optionalFields })
}

/** Returns the request schema to create a fee. */
export function newFeeIn(unit: RateUnit) {
  return shape('FeeInput', { propertyUid: uid(), ...requiredFields(unit), ...optionalFields })
}

export type FeeBody = Static<ReturnType<typeof feeBodyIn>>

/** Converts a request body to columns; omitted fields have their default. */
export function readFeeColumns(body: FeeBody, unit: RateUnit): FeeColumns {
  const toText = unit === 'percent' ? fractionText : decimalText
  return {
    name: body.name,
    amount: decimalText(body.amount),
    amount_type: body.amountType,
    taxation_rate: toText(body.taxationRate),
    scope: body.scope ?? 'PER_STAY',
    type: body.type ?? 'CUSTOM',
    optional: body.optional ?? false,
    offline: body.offline ?? false,
    attestation: body.attestation ?? false,
    airbnb_type: body.airbnbType ?? null,
    booking_dot_com_type: body.bookingDotComType ?? null,
    hvmi_type: body.hvmiType ?? null,
    vrbo_type: body.vrboType ?? null,
    hostfully_type: body.hostfullyType ?? 'DEFAULT',
    long_term_stay_exemption: body.longTermStayExemption ?? 0,
    maximum_nights: body.maximumNights ?? 0,
    persons: body.persons ?? 'ADULTS_AND_CHILDREN',
  }
}

export function presentFee(row: Fee, unit: RateUnit) {
  const toRate = unit === 'percent' ? toPercent : Number
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    name: row.name,
    amount: Number(row.amount),
    amountType: row.amount_type,
    taxationRate: toRate(row.taxation_rate),
    scope: row.scope,
    type: row.type,
    optional: row.optional,
    offline: row.offline,
    attestation: row.attestation,
    airbnbType: row.airbnb_type,
    bookingDotComType: row.booking_dot_com_type,
    hvmiType: row.hvmi_type,
    vrboType: row.vrbo_type,
    hostfullyType: row.hostfully_type,
    longTermStayExemption: row.long_term_stay_exemption,
    maximumNights: row.maximum_nights,
    persons: row.persons,
  }
}

/**
 * Finds a fee that the caller has access to.
 *
 * @throws ApiError FEE_NOT_FOUND
 */
export async function requireFee(ctx: Context, text: string): Promise<Fee> {
  const uid = asUid(text)
  const fee = uid === null ? undefined : await findFee(ctx, uid)
  if (!fee) throw notFound('FEE_NOT_FOUND', text)
  return fee
}

/**
 * Finds a fee that the caller may write.
 *
 * @throws ApiError FEE_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireWritableFee(ctx: Context, text: string): Promise<Fee> {
  const fee = await requireFee(ctx, text)
  await requireProperty(ctx, fee.property_uid, { access: 'READ_WRITE' })
  return fee
}
