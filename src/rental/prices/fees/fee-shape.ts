/** A fee on the wire, its tax rate as a fraction or, below `/v2`, in percent. */
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { decimalText, fractionText, percentOf } from '../../../platform/money.ts'
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
import { reachedProperty } from '../../properties/properties/properties.ts'
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

/** How a version writes rates. */
export type RateUnit = keyof typeof taxationRates

const channelType = nullable(text({ max: 64 }))

const always = {
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

const ofChannels = {
  airbnbType: nullable(named('AirbnbFeeType', oneOfOrAlias(airbnbFeeTypes, airbnbFeeTypeAliases))),
  bookingDotComType: channelType,
  hvmiType: channelType,
  vrboType: channelType,
}

/** Null counts as not given: clients send it with every fee. */
const optionalLabels = {
  scope: Type.Optional(nullable(always.scope)),
  type: Type.Optional(nullable(always.type)),
  optional: Type.Optional(nullable(always.optional)),
  offline: Type.Optional(nullable(always.offline)),
  attestation: Type.Optional(nullable(always.attestation)),
  hostfullyType: Type.Optional(nullable(always.hostfullyType)),
  longTermStayExemption: Type.Optional(nullable(always.longTermStayExemption)),
  maximumNights: Type.Optional(nullable(always.maximumNights)),
  persons: Type.Optional(nullable(always.persons)),
  ...Type.Partial(Type.Object(ofChannels)).properties,
}

function mandatory(unit: RateUnit) {
  return {
    name: text({ min: 1 }),
    amount: money(),
    amountType: named('AmountType', oneOf(amountTypes)),
    taxationRate: taxationRates[unit],
  }
}

/** A fee as it is answered. */
export function feeIn(unit: RateUnit) {
  return shape('Fee', {
    uid: uid(),
    propertyUid: uid(),
    ...mandatory(unit),
    ...always,
    ...ofChannels,
  })
}

/** A fee as it is replaced. */
export function feeBodyIn(unit: RateUnit) {
  return shape('FeeReplacement', { ...mandatory(unit), ...optionalLabels })
}

/** A fee as it is created. */
export function newFeeIn(unit: RateUnit) {
  return shape('FeeInput', { propertyUid: uid(), ...mandatory(unit), ...optionalLabels })
}

export type FeeBody = Static<ReturnType<typeof feeBodyIn>>

/** The columns that a body asks for; what it leaves out has its default. */
export function columnsOf(body: FeeBody, unit: RateUnit): FeeColumns {
  const stored = unit === 'percent' ? fractionText : decimalText
  return {
    name: body.name,
    amount: decimalText(body.amount),
    amount_type: body.amountType,
    taxation_rate: stored(body.taxationRate),
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
  const shown = unit === 'percent' ? percentOf : Number
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    name: row.name,
    amount: Number(row.amount),
    amountType: row.amount_type,
    taxationRate: shown(row.taxation_rate),
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

/** @throws ApiError FEE_NOT_FOUND */
export async function reachedFee(ctx: Context, text: string): Promise<Fee> {
  const uid = asUid(text)
  const fee = uid === null ? undefined : await findFee(ctx, uid)
  if (!fee) throw notFound('FEE_NOT_FOUND', text)
  return fee
}

/** @throws ApiError FEE_NOT_FOUND, READ_ONLY_GRANT */
export async function writableFee(ctx: Context, text: string): Promise<Fee> {
  const fee = await reachedFee(ctx, text)
  await reachedProperty(ctx, fee.property_uid, { access: 'READ_WRITE' })
  return fee
}
