/** A pricing period on the wire, and how one is changed: contract/pricing.md §5. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { decimalText } from '../../../platform/money.ts'
import {
  bool,
  date,
  integer,
  integerMax,
  money,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changePricingPeriods } from './change-pricing-periods.ts'
import type { PeriodChange } from './pricing-period.ts'
import type { DatedValues } from './pricing-periods.ts'

export const pricingPeriod = shape('PricingPeriod', {
  propertyUid: uid(),
  date: date(),
  price: nullable(money()),
  minimumStay: nullable(integer(1, integerMax)),
  availableForCheckIn: nullable(bool()),
  availableForCheckOut: nullable(bool()),
  name: nullable(text()),
})

export function presentPeriod(propertyUid: string, row: DatedValues) {
  return {
    propertyUid,
    date: row.date,
    price: row.price === null ? null : Number(row.price),
    minimumStay: row.minimum_stay,
    availableForCheckIn: row.available_for_check_in,
    availableForCheckOut: row.available_for_check_out,
    name: row.name,
  }
}

export const periodOperation = named('PricingPeriodOperation', oneOf(['SET', 'REMOVE']))

/** What a SET may send; the names `is…Allowed` win over their newer spellings. */
export const periodFields = {
  price: Type.Optional(nullable(money())),
  minimumStay: Type.Optional(nullable(integer(1, integerMax))),
  availableForCheckIn: Type.Optional(nullable(bool())),
  availableForCheckOut: Type.Optional(nullable(bool())),
  isCheckinAllowed: Type.Optional(nullable(bool())),
  isCheckoutAllowed: Type.Optional(nullable(bool())),
  name: Type.Optional(nullable(text())),
}

const periodInput = Type.Object(periodFields)

/** What an operation does to the record of a date. */
export function changeOf(
  operation: 'SET' | 'REMOVE',
  fields: Static<typeof periodInput>,
): PeriodChange {
  if (operation === 'REMOVE') return { clears: true, values: {} }
  const { isCheckinAllowed = fields.availableForCheckIn } = fields
  const { isCheckoutAllowed = fields.availableForCheckOut } = fields
  const sent = {
    price: typeof fields.price === 'number' ? decimalText(fields.price) : fields.price,
    minimum_stay: fields.minimumStay,
    available_for_check_in: isCheckinAllowed,
    available_for_check_out: isCheckoutAllowed,
    name: fields.name,
  }
  const values = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  return { clears: false, values }
}

/**
 * The operation that changes one date, at the address that a version has it at.
 *
 * @param noun what it is called there, for v2 has it twice
 */
export function changePeriodRoute(path: string, noun = 'PricingPeriod') {
  return route({
    method: 'POST',
    path,
    operationId: `set${noun}`,
    summary: 'Set or remove the price and stay rules of dates',
    description:
      'SET merges the fields that are sent into the pricing period of each date, `null` ' +
      'clears a field. REMOVE deletes the pricing period. Existing orders do not change.',
    tells: ['UPDATED_PROPERTY', 'PRICING_UPDATED'],
    tag: 'Pricing',
    body: shape('PricingPeriodChange', {
      operation: periodOperation,
      pricingPeriod: shape('PricingPeriodInput', {
        propertyUid: uid(),
        date: date(),
        ...periodFields,
      }),
    }),
    http: { status: 200 },
    answer: Type.Object({ pricingPeriod }),
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { body }) =>
      reachedProperty(ctx, body.pricingPeriod.propertyUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body: { operation, pricingPeriod: wanted }, reached: property }) => {
      const changes = new Map([[wanted.date, changeOf(operation, wanted)]])
      const [row] = await changePricingPeriods(ctx, property, changes)
      return { pricingPeriod: presentPeriod(property.uid, row!) }
    },
  })
}
