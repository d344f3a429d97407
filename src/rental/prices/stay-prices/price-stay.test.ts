/** Worked examples of contract/pricing.md §8 and contract/orders.md §3, to the cent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type Big from 'big.js'
import {
  cabinStay,
  charge,
  discount,
  periodsWithPrices,
  rules,
  stayToPrice,
} from '../../../../test/fixtures/stays.ts'
import type { FeeLine, PricedStay } from '../quotes/quote.ts'
import { priceStay } from './price-stay.ts'

const numbers = (amounts: Big[]) => amounts.map(Number)
const readRent = ({ rent }: PricedStay) => ({
  rentNetPrice: Number(rent.rentNetPrice),
  rentBaseNetPrice: Number(rent.rentBaseNetPrice),
  extraGuestsNetPrice: Number(rent.extraGuestsNetPrice),
  extraGuestsBaseNetPrice: Number(rent.extraGuestsBaseNetPrice),
  rateMultiplierAmount: Number(rent.rateMultiplierAmount),
  listPrice: Number(rent.listPrice),
  discount: rent.discount && Number(rent.discount.amount),
  netPrice: Number(rent.netPrice),
  taxAmount: Number(rent.taxAmount),
  grossPrice: Number(rent.grossPrice),
})
const toNumbers = (line: FeeLine | null) => line && numbers([line.net, line.tax, line.gross])
const readTotals = (priced: PricedStay) =>
  numbers([priced.totalNetAmount, priced.totalTaxesAmount, priced.totalAmount])
const readPayment = ({ payment }: PricedStay) => [
  Number(payment.amountUponReservation),
  Number(payment.amountRemaining),
  payment.fullPaymentDueDate,
  payment.isFullAtReservation,
]

describe('the example in USD: weekend, extra guests, taxed cleaning', () => {
  const priced = priceStay(cabinStay())

  it('rent', () => {
    assert.deepEqual(numbers(priced.rent.nights.map(({ amount }) => amount)), [150, 165, 165, 150])
    assert.deepEqual(numbers(priced.rent.nights.map(({ base }) => base)), [150, 165, 165, 150])
    assert.deepEqual(readRent(priced), {
      rentNetPrice: 630,
      rentBaseNetPrice: 630,
      extraGuestsNetPrice: 120,
      extraGuestsBaseNetPrice: 120,
      rateMultiplierAmount: 0,
      listPrice: 750,
      discount: null,
      netPrice: 750,
      taxAmount: 90,
      grossPrice: 840,
    })
  })

  it('fees, totals and payment', () => {
    assert.deepEqual(toNumbers(priced.fees.cleaning), [90, 4.5, 94.5])
    assert.deepEqual(readTotals(priced), [840, 94.5, 934.5])
    assert.equal(Number(priced.securityDeposit), 300)
    assert.deepEqual(readPayment(priced), [467.25, 467.25, '2027-04-26', false])
  })

  it('returns one entry per tax', () => {
    const taxes = priced.taxes.map(({ name, type, rate, taxable, amount }) => [
      name,
      type,
      Number(rate),
      Number(taxable),
      Number(amount),
    ])
    assert.deepEqual(taxes, [
      ['Rent tax', 'RENT', 0.12, 750, 90],
      ['Cleaning fee', 'FEE', 0.05, 90, 4.5],
    ])
  })
})

const japaneseStay = stayToPrice({
  property: {
    daily_rate: '18500',
    weekend_adjustment_rate: '0.15',
    base_guests: 2,
    extra_guest_fee: '2500',
    cleaning_fee: '8000',
    cleaning_fee_tax_rate: '0.10',
    tax_rate: '0.10',
    percentage_upon_reservation: '0.3',
    full_payment_timing: 14,
  },
  currency: 'JPY',
  checkIn: '2027-04-02',
  checkOut: '2027-04-04',
  today: '2027-03-25',
  guests: 3,
  pets: 1,
  rules: rules({ increase_rate: '0.05', increase_rate_lower_bound: 3 }),
  multiplier: '0.08',
  fees: [
    charge('Pet fee', '1500', 'PER_PET_PER_NIGHT', { type: 'PET', taxation_rate: '0.10' }),
    charge('Service charge', '4', 'PERCENTAGE_OF_TOTAL'),
    charge('Lodging tax', '200', 'PER_GUEST_PER_NIGHT', { amount_type: 'TAX' }),
  ],
  promoCode: discount('PERCENT', '10'),
})

describe('the example in JPY: short stay, multiplier, promo code, fees', () => {
  const priced = priceStay(japaneseStay)

  it('rent', () => {
    assert.deepEqual(numbers(priced.rent.nights.map(({ base }) => base)), [22339, 22339])
    assert.deepEqual(numbers(priced.rent.nights.map(({ amount }) => amount)), [24126, 24126])
    assert.deepEqual(readRent(priced), {
      rentNetPrice: 48252,
      rentBaseNetPrice: 44678,
      extraGuestsNetPrice: 5400,
      extraGuestsBaseNetPrice: 5000,
      rateMultiplierAmount: 3974,
      listPrice: 53652,
      discount: 5365,
      netPrice: 48287,
      taxAmount: 4829,
      grossPrice: 53116,
    })
    assert.equal(Number(priced.rateMultiplier), 0.08)
  })

  it('fees, totals and payment', () => {
    assert.deepEqual(toNumbers(priced.fees.cleaning), [8000, 800, 8800])
    const otherFees = priced.fees.others.map(line => [line.name, ...toNumbers(line)!])
    assert.deepEqual(otherFees, [
      ['Pet fee', 3000, 300, 3300],
      ['Service charge', 2371, 0, 2371],
      ['Lodging tax', 0, 1200, 1200],
    ])
    assert.equal(Number(priced.allFeesGrossAmount), 15671)
    assert.deepEqual(readTotals(priced), [61658, 7129, 68787])
    assert.deepEqual(readPayment(priced), [68787, 0, null, true])
  })
})

const longStay = stayToPrice({
  property: {
    daily_rate: '79.95',
    weekend_adjustment_rate: '0.125',
    base_guests: 2,
    cleaning_fee: '120',
    cleaning_fee_tax_rate: '0.20',
    tax_rate: '0.10',
    ignore_tax_rate_charge_over_x_days: true,
    days_over_which_tax_rate_charge_should_be_ignored: 29,
    security_deposit: '500',
    percentage_upon_reservation: '0.25',
    full_payment_timing: 30,
  },
  currency: 'EUR',
  checkIn: '2027-09-01',
  checkOut: '2027-10-02',
  today: '2027-05-20',
  guests: 2,
  periods: periodsWithPrices(
    Object.fromEntries([1, 2, 3, 4, 5].map(day => [`2027-09-0${day}`, '99.99'])),
  ),
  rules: rules({
    decrease_rate: '0.10',
    decrease_rate_higher_bound: 7,
    decrease_rate_monthly: '0.20',
    decrease_rate_higher_bound_monthly: 28,
    pricing_rules: [
      { ruleType: 'EARLY_BIRD_DISCOUNT', threshold: 60, priceChange: 5 },
      { ruleType: 'EARLY_BIRD_DISCOUNT', threshold: 90, priceChange: 7.5 },
    ],
  }),
  fees: [
    charge('Linen', '12.50', 'PER_GUEST', { taxation_rate: '0.20' }),
    charge('Energy surcharge', '1.5', 'PERCENTAGE_OF_RENT', { taxation_rate: '0.20' }),
    charge('City tax', '1.20', 'PER_GUEST_PER_NIGHT', {
      amount_type: 'TAX',
      long_term_stay_exemption: 28,
    }),
  ],
  promoCode: discount('AMOUNT', '50'),
})

describe('the example in EUR: long stay, early bird, periods, exemptions', () => {
  const priced = priceStay(longStay)

  it('rent', () => {
    const counts = new Map<number, number>()
    for (const { amount } of priced.rent.nights) {
      counts.set(Number(amount), (counts.get(Number(amount)) ?? 0) + 1)
    }
    assert.deepEqual([...counts].sort(), [
      [59.16, 19],
      [66.56, 7],
      [73.99, 5],
    ])
    assert.deepEqual(readRent(priced), {
      rentNetPrice: 1959.91,
      rentBaseNetPrice: 1959.91,
      extraGuestsNetPrice: 0,
      extraGuestsBaseNetPrice: 0,
      rateMultiplierAmount: 0,
      listPrice: 1959.91,
      discount: 50,
      netPrice: 1909.91,
      taxAmount: 0,
      grossPrice: 1909.91,
    })
    assert.equal(Number(priced.rent.taxationRate), 0)
  })

  it('fees, totals and payment', () => {
    assert.deepEqual(toNumbers(priced.fees.cleaning), [120, 24, 144])
    const others = priced.fees.others.map(line => [line.name, ...toNumbers(line)!])
    assert.deepEqual(others, [
      ['Linen', 25, 5, 30],
      ['Energy surcharge', 28.65, 5.73, 34.38],
    ])
    assert.deepEqual(readTotals(priced), [2083.56, 34.73, 2118.29])
    assert.equal(Number(priced.securityDeposit), 500)
    assert.deepEqual(readPayment(priced), [529.57, 1588.72, '2027-08-02', false])
  })
})

describe('the example with overrides', () => {
  const otherFees = [{ name: 'Late arrival', netPrice: 25, taxationRate: 0.1 }]
  const overrides = { rent: { rentNetPrice: 700 }, fees: { otherFees }, securityDeposit: 0 }
  const priced = priceStay(cabinStay({ overrides, multiplier: '0.1' }))

  it('distributes the rent over the nights, without the multiplier', () => {
    const nights = numbers(priced.rent.nights.map(({ amount }) => amount))
    assert.deepEqual(nights, [166.67, 183.33, 183.33, 166.67])
    assert.deepEqual(numbers(priced.rent.nights.map(({ base }) => base)), nights)
    assert.equal(priced.rateMultiplier, null)
    const { rentNetPrice, rentBaseNetPrice, extraGuestsNetPrice } = readRent(priced)
    assert.deepEqual([rentNetPrice, rentBaseNetPrice, extraGuestsNetPrice], [700, 700, 132])
  })

  it('has the totals of the contract', () => {
    const plain = priceStay(cabinStay({ overrides }))
    assert.equal(Number(plain.rent.netPrice), 820)
    assert.equal(Number(plain.rent.taxAmount), 98.4)
    assert.equal(Number(plain.rent.grossPrice), 918.4)
    assert.deepEqual(toNumbers(plain.fees.others[0]!), [25, 2.5, 27.5])
    assert.deepEqual(readTotals(plain).slice(1), [105.4, 1040.4])
    assert.equal(Number(plain.allFeesGrossAmount), 122)
    assert.equal(Number(plain.securityDeposit), 0)
  })
})
