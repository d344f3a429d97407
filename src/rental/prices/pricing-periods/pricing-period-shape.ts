/** Pricing periods on the wire, and the route that changes them: contract/pricing.md §5. */
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
import { requireProperty } from '../../properties/properties/properties.ts'
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

/** Fields of a SET; `is…Allowed` take precedence over their newer spellings. */
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

/** Converts an operation to the change of a date. */
export function readPeriodChange(
  operation: 'SET' | 'REMOVE',
  fields: Static<typeof periodInput>,
): PeriodChange {
  if (operation === 'REMOVE') return { clears: true, values: {} }
  const { isCheckinAllowed = fields.availableForCheckIn } = fields
  const { isCheckoutAllowed = fields.availableForCheckOut } = fields
  const columns = {
    price: typeof fields.price === 'number' ? decimalText(fields.price) : fields.price,
    minimum_stay: fields.minimumStay,
    available_for_check_in: isCheckinAllowed,
    available_for_check_out: isCheckoutAllowed,
    name: fields.name,
  }
  const values = Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  )
  return { clears: false, values }
}

/**
 * Returns the route that changes one date, at the path of a version.
 *
 * @param noun noun in the operation id: v2 has two paths
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
    emits: ['UPDATED_PROPERTY', 'PRICING_UPDATED'],
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
    response: Type.Object({ pricingPeriod }),
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { body }) =>
      requireProperty(ctx, body.pricingPeriod.propertyUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body: { operation, pricingPeriod: input }, authorized: property }) => {
      const changes = new Map([[input.date, readPeriodChange(operation, input)]])
      // One result for the one date.
      const [row] = await changePricingPeriods(ctx, property, changes)
      return { pricingPeriod: presentPeriod(property.uid, row!) }
    },
  })
}
