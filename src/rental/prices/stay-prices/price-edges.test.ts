/** Edge cases of the calculation of contract/pricing.md §7. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Big from 'big.js'
import {
  cabinStay,
  discount,
  periodsWithPrices,
  rules,
  stayToPrice,
} from '../../../../test/fixtures/stays.ts'
import { minorDigits, roundMoney } from '../../../platform/money.ts'
import type { StayToPrice } from '../quotes/quote.ts'
import { priceStay } from './price-stay.ts'

const total = (stay: StayToPrice) => Number(priceStay(stay).totalAmount)
const nightly = (stay: StayToPrice) => priceStay(stay).rent.nights.map(({ amount }) => `${amount}`)

describe('rounding', () => {
  for (const [exact, currency, rounded] of [
    ['0.125', 'USD', '0.13'],
    ['0.124', 'USD', '0.12'],
    ['-0.125', 'USD', '-0.13'],
    ['0.5', 'JPY', '1'],
    ['2.4', 'JPY', '2'],
    ['0.0005', 'KWD', '0.001'],
    ['0.0005', 'NONE', '0'],
  ] as const) {
    it(`${exact} ${currency} becomes ${rounded}`, () => {
      assert.equal(`${roundMoney(new Big(exact), currency)}`, rounded)
    })
  }

  it('digits of a currency are those of the contract, not of the runtime', () => {
    const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
    const three = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')
    for (const code of Intl.supportedValuesOf('currency')) {
      const digits = none.includes(code) ? 0 : three.includes(code) ? 3 : 2
      assert.equal(minorDigits(code), digits, code)
    }
  })
})

describe('nights', () => {
  it('a stay without nights is rejected', () => {
    assert.throws(() => priceStay(stayToPrice({ checkOut: '2027-06-10' })), RangeError)
    assert.throws(() => priceStay(stayToPrice({ checkOut: '2027-06-09' })), RangeError)
  })

  it('a leap day and a night of a clock change count as one night', () => {
    for (const [checkIn, checkOut, dates] of [
      ['2028-02-28', '2028-03-01', ['2028-02-28', '2028-02-29']],
      ['2027-02-28', '2027-03-01', ['2027-02-28']],
      ['2027-03-27', '2027-03-29', ['2027-03-27', '2027-03-28']],
      ['2027-10-30', '2027-11-01', ['2027-10-30', '2027-10-31']],
    ] as const) {
      const { nights } = priceStay(stayToPrice({ checkIn, checkOut })).rent
      assert.deepEqual(
        nights.map(({ date }) => date),
        dates,
      )
    }
  })

  it('the weekend rate applies to Friday and Saturday, unless a period sets the price', () => {
    const periods = periodsWithPrices({ '2027-06-11': '0', '2027-06-12': null })
    assert.deepEqual(nightly(cabinStay({ periods })), ['150', '0', '165', '150'])
  })

  it('amounts in a currency of three digits have three digits', () => {
    const property = { daily_rate: '10.0005' }
    assert.deepEqual(nightly(stayToPrice({ property, currency: 'KWD' })), ['10.001', '10.001'])
  })
})

describe('rules', () => {
  const at = (options: Parameters<typeof rules>[0], stay: Partial<StayToPrice> = {}) =>
    nightly(stayToPrice({ property: { daily_rate: '100' }, rules: rules(options), ...stay }))[0]
  const monthly = {
    decrease_rate: '0.1',
    decrease_rate_higher_bound: 2,
    decrease_rate_monthly: '0.2',
  }

  it('the monthly rate applies from its bound on, and is off with null or 0', () => {
    const bound = 'decrease_rate_higher_bound_monthly'
    assert.equal(at({ ...monthly, [bound]: 2 }), '80')
    assert.equal(at({ ...monthly, [bound]: 3 }), '90')
    assert.equal(at({ ...monthly, [bound]: 0 }), '90')
    assert.equal(at({ ...monthly, [bound]: null }), '90')
    assert.equal(at({ ...monthly, [bound]: 2, decrease_rate_monthly: '0' }), '90')
  })

  it('short stays have a surcharge below the bound only', () => {
    const increase_rate = '0.5'
    assert.equal(at({ increase_rate, increase_rate_lower_bound: 3 }), '150')
    assert.equal(at({ increase_rate, increase_rate_lower_bound: 2 }), '100')
    assert.equal(at({ increase_rate, increase_rate_lower_bound: 0 }), '100')
  })

  it('only the largest rule of booking time applies, of either sign', () => {
    const early = { ruleType: 'EARLY_BIRD_DISCOUNT', threshold: 101, priceChange: 10 } as const
    const late = { ruleType: 'LAST_MINUTE_DISCOUNT', threshold: 101, priceChange: -30 } as const
    assert.equal(at({ pricing_rules: [early, late] }), '70')
    assert.equal(at({ pricing_rules: [early, { ...late, threshold: 100 }] }), '90')
    assert.equal(at({ pricing_rules: [{ ...early, threshold: 102 }] }), '100')
  })

  it('a check-in in the past is below every threshold', () => {
    const late = { ruleType: 'LAST_MINUTE_DISCOUNT', threshold: 0, priceChange: 30 } as const
    const stay = stayToPrice({ property: { daily_rate: '100' }, today: '2027-06-20' })
    const priced = priceStay({ ...stay, rules: rules({ pricing_rules: [late] }) })
    assert.equal(Number(priced.rent.rentNetPrice), 140)
    assert.equal(priced.payment.isFullAtReservation, true)
  })

  it('discounts of 100 % make a stay free', () => {
    const early = { ruleType: 'EARLY_BIRD_DISCOUNT', threshold: 0, priceChange: 100 } as const
    assert.equal(at({ pricing_rules: [early] }), '0')
  })
})

describe('the discount', () => {
  it('is at most the rent, and does not reduce fees', () => {
    const priced = priceStay(cabinStay({ promoCode: discount('AMOUNT', '9999.999') }))
    assert.equal(Number(priced.rent.discount?.amount), 750)
    assert.equal(Number(priced.rent.grossPrice), 0)
    assert.equal(Number(priced.totalAmount), 94.5)
    assert.equal(total(cabinStay({ promoCode: discount('PERCENT', '100') })), 94.5)
  })
})

describe('the rent tax', () => {
  const exempt = {
    tax_rate: '0.1',
    daily_rate: '10',
    ignore_tax_rate_charge_over_x_days: true,
  }
  const taxOver = (days: number, ignored = true) => {
    const property = {
      ...exempt,
      ignore_tax_rate_charge_over_x_days: ignored,
      days_over_which_tax_rate_charge_should_be_ignored: days,
    }
    const stay = stayToPrice({ property, checkIn: '2027-09-01', checkOut: '2027-10-02' })
    return Number(priceStay(stay).rent.taxAmount)
  }

  it('is charged for 31 nights with an exemption above 31 days, not above 30', () => {
    assert.equal(taxOver(31), 31)
    assert.equal(taxOver(30), 0)
    assert.equal(taxOver(30, false), 31)
  })
})

describe('payment', () => {
  const due = (daysAhead: number, share = '0.5') => {
    const today = Temporal.PlainDate.from('2027-06-10').subtract({ days: daysAhead }).toString()
    const property = { percentage_upon_reservation: share, full_payment_timing: 30 }
    const { payment } = priceStay(cabinStay({ today, property }))
    return [Number(payment.amountUponReservation), payment.fullPaymentDueDate]
  }

  it('is due at booking if the final payment would be due already', () => {
    assert.deepEqual(due(30), [934.5, null])
    assert.deepEqual(due(31), [467.25, '2027-05-11'])
    assert.deepEqual(due(-3), [934.5, null])
  })

  it('is due at booking at a share of 1, later at a share of 0', () => {
    assert.deepEqual(due(100, '1'), [934.5, null])
    assert.deepEqual(due(100, '0'), [0, '2027-05-11'])
  })
})
