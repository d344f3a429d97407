/** Invariants of every stay: contract/pricing.md §7, §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Big from 'big.js'
import fc from 'fast-check'
import {
  charge,
  discount,
  periodsWithPrices,
  rules,
  stayToPrice,
} from '../../../../test/fixtures/stays.ts'
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { minorDigits, sumAmounts } from '../../../platform/money.ts'
import { feeScopes } from '../fees/fee.ts'
import type { PricedStay, StayToPrice } from '../quotes/quote.ts'
import { priceStay } from './price-stay.ts'

const decimal = (max: number) =>
  fc.integer({ min: 0, max: max * 1_000_000 }).map(n => new Big(n).div(1_000_000).toFixed())
const fraction = decimal(1)
const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'CLF', 'NONE')

const fee = fc
  .record({
    amount: decimal(150),
    scope: fc.constantFrom(...feeScopes),
    amount_type: fc.constantFrom('AMOUNT', 'AMOUNT', 'TAX'),
    type: fc.constantFrom('CUSTOM', 'PET'),
    taxation_rate: fraction,
    optional: fc.boolean(),
    offline: fc.boolean(),
    long_term_stay_exemption: fc.integer({ min: 0, max: 10 }),
  })
  .map(({ amount, scope, ...input }) => charge('Fee', amount, scope, input))

const someRules = fc.record({
  increase_rate: decimal(2),
  increase_rate_lower_bound: fc.nat(10),
  decrease_rate: fraction,
  decrease_rate_higher_bound: fc.nat(10),
  decrease_rate_monthly: fc.option(fraction),
  decrease_rate_higher_bound_monthly: fc.option(fc.nat(40)),
  pricing_rules: fc.array(
    fc.record({
      ruleType: fc.constantFrom('LAST_MINUTE_DISCOUNT' as const, 'EARLY_BIRD_DISCOUNT' as const),
      threshold: fc.nat(60),
      priceChange: fc.integer({ min: -100, max: 100 }),
    }),
    { maxLength: 3 },
  ),
})

const checkIn = dayOf('2027-06-10')

const stay: fc.Arbitrary<StayToPrice> = fc
  .record({
    property: fc.record({
      daily_rate: decimal(5_000),
      weekend_adjustment_rate: decimal(2).map(rate => new Big(rate).minus('0.9').toFixed()),
      tax_rate: fraction,
      cleaning_fee: decimal(300),
      cleaning_fee_tax_rate: fraction,
      extra_guest_fee: decimal(50),
      percentage_upon_reservation: fraction,
      full_payment_timing: fc.nat(90),
    }),
    currency,
    today: fc.integer({ min: -10, max: 90 }).map(daysBefore => dateOf(checkIn - daysBefore)),
    checkOut: fc.integer({ min: 1, max: 45 }).map(nights => dateOf(checkIn + nights)),
    guests: fc.integer({ min: 1, max: 8 }),
    pets: fc.nat(2),
    periods: fc
      .array(fc.tuple(fc.nat(45), fc.option(decimal(5_000))), { maxLength: 8 })
      .map(prices =>
        periodsWithPrices(
          Object.fromEntries(prices.map(([n, price]) => [dateOf(checkIn + n), price])),
        ),
      ),
    rules: fc.option(someRules.map(rules)),
    multiplier: fc.option(decimal(3).map(rate => new Big(rate).minus(1).toFixed())),
    fees: fc.array(fee, { maxLength: 6 }),
    promoCode: fc.option(
      fc.oneof(
        decimal(100).map(percent => discount('PERCENT', percent)),
        decimal(9_000).map(amount => discount('AMOUNT', amount)),
      ),
    ),
    overrides: fc.option(
      fc.record(
        {
          rent: fc.record(
            {
              rentNetPrice: fc.nat(10_000_000).map(n => n / 1_000),
              extraGuestsNetPrice: fc.nat(10_000).map(n => n / 100),
            },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: [] },
      ),
    ),
  })
  .map(stayToPrice)

const lines = ({ fees }: PricedStay) =>
  fees.cleaning ? [fees.cleaning, ...fees.others] : fees.others

function always(name: string, holds: (priced: PricedStay, stay: StayToPrice) => void): void {
  it(name, () => {
    fc.assert(
      fc.property(stay, input => holds(priceStay(input), input)),
      { numRuns: 500 },
    )
  })
}

const equal = (actual: Big, expected: Big) => assert.equal(actual.toFixed(), expected.toFixed())

describe('every stay', () => {
  always('the total is the sum of its lines', priced => {
    const { rent, totalAmount, totalTaxesAmount } = priced
    equal(totalAmount, rent.grossPrice.plus(sumAmounts(lines(priced).map(({ gross }) => gross))))
    equal(totalTaxesAmount, rent.taxAmount.plus(sumAmounts(lines(priced).map(({ tax }) => tax))))
    equal(totalTaxesAmount, sumAmounts(priced.taxes.map(({ amount }) => amount)))
    equal(priced.allFeesGrossAmount, sumAmounts(lines(priced).map(({ gross }) => gross)))
    equal(priced.totalNetAmount.plus(totalTaxesAmount), totalAmount)
  })

  always('nothing but the multiplier lies between base and net', ({ rent }) => {
    const base = rent.rentBaseNetPrice.plus(rent.extraGuestsBaseNetPrice)
    equal(base.plus(rent.rateMultiplierAmount), rent.rentNetPrice.plus(rent.extraGuestsNetPrice))
    equal(rent.listPrice, rent.rentNetPrice.plus(rent.extraGuestsNetPrice))
  })

  always('the nights add up to the rent, and none is negative', ({ rent }, { overrides }) => {
    equal(sumAmounts(rent.nights.map(({ amount }) => amount)), rent.rentNetPrice)
    equal(sumAmounts(rent.nights.map(({ base }) => base)), rent.rentBaseNetPrice)
    assert.ok(rent.nights.every(({ amount, base }) => amount.gte(0) && base.gte(0)))
    if (overrides?.rent?.rentNetPrice !== undefined) {
      equal(rent.rentBaseNetPrice, rent.rentNetPrice)
    }
  })

  always('amounts have at most the digits of the currency and are not negative', priced => {
    const digits = minorDigits(priced.currency)
    const { rent, payment } = priced
    const all = [
      ...lines(priced).flatMap(({ net, tax, gross }) => [net, tax, gross]),
      ...rent.nights.flatMap(({ amount, base }) => [amount, base]),
      rent.netPrice,
      rent.taxAmount,
      priced.totalAmount,
      payment.amountUponReservation,
      payment.amountRemaining,
    ]
    for (const amount of all) {
      equal(amount.round(digits), amount)
      assert.ok(amount.gte(0), `${amount}`)
    }
  })

  always('what is paid at the reservation and later is the total', ({ totalAmount, payment }) => {
    equal(payment.amountUponReservation.plus(payment.amountRemaining), totalAmount)
    assert.equal(payment.isFullAtReservation, payment.fullPaymentDueDate === null)
  })

  always('the order of the fees does not change the total', (priced, input) => {
    equal(priceStay({ ...input, fees: input.fees.toReversed() }).totalAmount, priced.totalAmount)
  })

  it('a further night never reduces the rent if there are no rules', () => {
    fc.assert(
      fc.property(stay, input => {
        const shorter = { ...input, rules: null, overrides: null }
        const longer = { ...shorter, checkOut: dateOf(dayOf(input.checkOut) + 1) }
        const [less, more] = [priceStay(shorter).rent, priceStay(longer).rent]
        assert.ok(more.rentNetPrice.gte(less.rentNetPrice))
      }),
      { numRuns: 500 },
    )
  })
})
