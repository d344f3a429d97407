/** Fees and overrides in the calculation of contract/pricing.md §7. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cabinStay, charge, discount, stayToPrice } from '../../../../test/fixtures/stays.ts'
import type { QuoteOverrides, StayToPrice } from '../quotes/quote.ts'
import { priceStay } from './price-stay.ts'

const listOtherFees = (stay: StayToPrice) =>
  priceStay(stay).fees.others.map(({ name, net, tax }) => [name, Number(net), Number(tax)])
const listNightlyAmounts = (stay: StayToPrice) =>
  priceStay(stay).rent.nights.map(({ amount }) => `${amount}`)
const property = { daily_rate: '100' }
const stay = (fees: StayToPrice['fees'], input: Partial<StayToPrice> = {}) =>
  stayToPrice({ property, fees, guests: 3, pets: 2, ...input })

describe('the amount of a fee', () => {
  it('multiplies by the units of its scope', () => {
    for (const [scope, net] of [
      ['PER_STAY', 10],
      ['PER_NIGHT', 20],
      ['PER_GUEST', 30],
      ['PER_GUEST_PER_NIGHT', 60],
      ['PER_PET', 20],
      ['PER_PET_PER_NIGHT', 40],
      ['PERCENTAGE_OF_RENT', 20],
      ['PERCENTAGE_OF_TOTAL', 20],
    ] as const) {
      assert.deepEqual(listOtherFees(stay([charge('Fee', '10', scope)])), [['Fee', net, 0]], scope)
    }
  })

  it('percentages of the total include amounts, not each other; taxes include both', () => {
    const fees = [
      charge('Tax', '10', 'PERCENTAGE_OF_TOTAL', { amount_type: 'TAX' }),
      charge('Service', '10', 'PERCENTAGE_OF_TOTAL'),
      charge('Second', '10', 'PERCENTAGE_OF_TOTAL'),
      charge('Linen', '100'),
      charge('Rent tax', '1', 'PERCENTAGE_OF_RENT', { type: 'TAX', taxation_rate: '0.5' }),
    ]
    const priced = priceStay(stay(fees))
    assert.deepEqual(listOtherFees(stay(fees)), [
      ['Tax', 0, 36],
      ['Service', 30, 0],
      ['Second', 30, 0],
      ['Linen', 100, 0],
      ['Rent tax', 0, 2],
    ])
    const taxes = priced.taxes.map(({ type, rate, taxable }) => [type, `${rate}`, `${taxable}`])
    assert.deepEqual(taxes, [
      ['TAX', '0.1', '360'],
      ['TAX', '0.01', '200'],
    ])
    assert.deepEqual(`${priced.fees.others[4]!.rate}`, '0')
  })

  it('a tax row that is not a percentage has no rate', () => {
    const fees = [charge('City tax', '2', 'PER_GUEST', { amount_type: 'TAX' })]
    const [tax] = priceStay(stay(fees)).taxes
    assert.deepEqual([tax?.rate, tax?.taxable, Number(tax?.amount)], [null, null, 6])
  })
})

describe('conditions of a fee', () => {
  it('a row of 0 remains, a row per pet without pets does not', () => {
    const fees = [
      charge('Nothing', '0'),
      charge('Pets', '5', 'PER_PET'),
      charge('Pets each night', '5', 'PER_PET_PER_NIGHT'),
      charge('Pet fee', '5', 'PER_STAY', { type: 'PET' }),
    ]
    assert.deepEqual(listOtherFees(stay(fees, { pets: 0 })), [['Nothing', 0, 0]])
    assert.equal(listOtherFees(stay(fees, { pets: 1 })).length, 4)
  })

  it('an exemption applies to longer stays only', () => {
    const of = (nights: number) => [
      charge('Fee', '1', 'PER_STAY', { long_term_stay_exemption: nights }),
    ]
    assert.equal(listOtherFees(stay(of(2))).length, 1)
    assert.equal(listOtherFees(stay(of(1))).length, 0)
    assert.equal(listOtherFees(stay(of(0))).length, 1)
  })

  it('offline and optional fees are calculated, and included in no total', () => {
    const fees = [
      charge('Deposit', '50', 'PER_STAY', { offline: true, optional: true }),
      charge('Cot', '10', 'PERCENTAGE_OF_TOTAL', { optional: true, taxation_rate: '0.1' }),
    ]
    const priced = priceStay(stay(fees))
    assert.equal(Number(priced.totalAmount), 200)
    assert.deepEqual(
      [...priced.fees.offline, ...priced.fees.optional].map(({ name, gross }) => [
        name,
        `${gross}`,
      ]),
      [
        ['Deposit', '50'],
        ['Cot', '22'],
      ],
    )
    assert.deepEqual(priced.fees.others, [])
  })
})

describe('overrides of fees', () => {
  const [linen, cot, tax] = [
    charge('Linen', '10', 'PER_GUEST', { taxation_rate: '0.2' }),
    charge('Cot', '7', 'PER_NIGHT', { optional: true }),
    charge('City tax', '2', 'PER_GUEST', { amount_type: 'TAX' }),
  ]
  const withFees = (...otherFees: NonNullable<NonNullable<QuoteOverrides['fees']>['otherFees']>) =>
    listOtherFees(
      stayToPrice({ guests: 2, fees: [linen, cot, tax], overrides: { fees: { otherFees } } }),
    )
  const unchanged = [
    ['Linen', 20, 4],
    ['City tax', 0, 4],
  ]

  it('a fee without an override does not change', () => assert.deepEqual(withFees(), unchanged))

  it('an override removes a fee, or includes an optional one', () => {
    assert.deepEqual(withFees({ feeUid: linen.uid, removed: true }), [unchanged[1]])
    assert.deepEqual(withFees({ feeUid: linen.uid.toUpperCase(), enabled: false }), [unchanged[1]])
    assert.deepEqual(withFees({ feeUid: cot.uid, enabled: true })[1], ['Cot', 14, 0])
    assert.deepEqual(withFees({ feeUid: cot.uid, amount: 1 }), unchanged)
  })

  it('a net price is final and overrides the amount', () => {
    const net = { feeUid: linen.uid, netPrice: 5, amount: 99, name: 'Sheets', taxationRate: 0.1 }
    assert.deepEqual(withFees(net)[0], ['Sheets', 5, 0.5])
    assert.deepEqual(withFees({ feeUid: tax.uid, netPrice: 9 })[1], ['City tax', 0, 9])
  })

  it('amount, scope, rate and kind replace those of the fee', () => {
    const { uid: feeUid } = linen
    const changed = { feeUid, amount: 3, scope: 'PER_NIGHT', taxationRate: 0 } as const
    assert.deepEqual(withFees(changed)[0], ['Linen', 6, 0])
    assert.deepEqual(withFees({ feeUid, amountType: 'TAX' })[0], ['Linen', 0, 20])
  })

  it('an additional row is charged once and without tax by default', () => {
    assert.deepEqual(withFees({ name: 'Late', amount: 12.345 })[2], ['Late', 12.35, 0])
    assert.deepEqual(withFees({ name: 'Late', amount: 1, scope: 'PER_GUEST' })[2], ['Late', 2, 0])
    assert.deepEqual(withFees({ name: 'Levy', netPrice: 3, amountType: 'TAX' })[2], ['Levy', 0, 3])
    assert.equal(withFees({ name: 'Late', netPrice: 1, removed: true }).length, 2)
  })
})

describe('other overrides', () => {
  it('the cleaning fee is changed, removed, or retained', () => {
    const cleaning = (cleaningFee: NonNullable<QuoteOverrides['fees']>['cleaningFee']) => {
      const line = priceStay(cabinStay({ overrides: { fees: { cleaningFee } } })).fees.cleaning
      return line && [Number(line.net), Number(line.tax)]
    }
    assert.deepEqual(cleaning({ netPrice: 100 }), [100, 5])
    assert.deepEqual(cleaning({ taxationRate: 0 }), [90, 0])
    assert.equal(cleaning({ netPrice: 0 }), null)
    assert.equal(cleaning(null), null)
    assert.deepEqual(cleaning(undefined), [90, 4.5])
  })

  it('the rent is distributed evenly if every night is free', () => {
    const overrides = { rent: { rentNetPrice: 100.006 } }
    const stay = stayToPrice({ overrides, checkOut: '2027-06-13' })
    assert.deepEqual(listNightlyAmounts(stay), ['33.34', '33.33', '33.34'])
  })

  it('with extra guests alone, rules and multiplier apply to the rent', () => {
    const overrides = { rent: { extraGuestsNetPrice: 40 } }
    const priced = priceStay(cabinStay({ overrides, multiplier: '0.1' }))
    assert.equal(Number(priced.rent.rentNetPrice), 693)
    assert.equal(Number(priced.rent.extraGuestsNetPrice), 40)
    assert.equal(Number(priced.rent.rateMultiplierAmount), 63)
    assert.equal(Number(priced.rateMultiplier), 0.1)
  })

  it('tax and discount apply to the overridden rent', () => {
    const overrides = { rent: { rentNetPrice: 100, extraGuestsNetPrice: 0 } }
    const priced = priceStay(cabinStay({ overrides, promoCode: discount('PERCENT', '10') }))
    assert.equal(Number(priced.rent.discount?.amount), 10)
    assert.equal(Number(priced.rent.taxAmount), 10.8)
  })

  it('the commission is included in no total', () => {
    const priced = priceStay(cabinStay({ overrides: { channelCommission: { amount: 31.005 } } }))
    assert.equal(Number(priced.channelCommission), 31.01)
    assert.equal(Number(priced.totalAmount), 934.5)
  })
})
