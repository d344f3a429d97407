/** Inputs of the price of a quote: contract/pricing.md §7, contract/orders.md §8, §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  makeFee,
  makeMultiplier,
  makePromoCode,
  makeRules,
} from '../../../../test/fixtures/prices.ts'
import { makeAgency, makePeriod, makeProperty } from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
server.clock.set('2027-03-01T18:00:00Z')
const { agencyUid, key } = await makeAgency(server)
const columns = { ...cabin, max_guests: 6 }
const dates = { checkInDate: '2027-06-10', checkOutDate: '2027-06-14' }

const post = (body: object, version = 'v3.3') =>
  server.request('POST', `/api/${version}/quotes`, { key, body: { ...dates, ...body } })
const requestQuote = async (body: object, version?: string) => {
  const response = await post(body, version)
  assert.equal(response.status, 200, response.text)
  return response.body.quote
}
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('a quote', () => {
  it('uses periods, rules, fees and the multiplier of direct bookings', async () => {
    const agency = await makeAgency(server)
    const propertyUid = await makeProperty(server, agency.agencyUid, columns)
    const property_uid = propertyUid
    const of = agency.agencyUid
    await makePeriod(server, of, { property_uid, date: '2027-06-10', price: '200' })
    const early = { uid: 'x', ruleType: 'EARLY_BIRD_DISCOUNT', threshold: 90, priceChange: 10 }
    const pricing_rules = JSON.stringify([{ ...early, priceChangeType: 'PERCENT' }])
    await makeRules(server, of, { property_uid, pricing_rules })
    await makeMultiplier(server, of, 'HOSTFULLY', '0.5')
    await makeMultiplier(server, of, 'AIRBNB', '9')
    await makeFee(server, of, { property_uid, name: 'Second', amount: '3' })
    await makeFee(server, of, { property_uid, name: 'Third', amount: '3', optional: true })
    await makeFee(server, of, { property_uid, name: 'Fourth', amount: '3', offline: true })
    const body = { ...dates, propertyUid }
    const response = await server.request('POST', '/api/v3.3/quotes', { key: agency.key, body })
    const { rent, fees, rateMultiplier, optionalFees, offlineFees, promoCode } = response.body.quote
    const [first, second] = rent.rentBreakdowns
    assert.deepEqual([first.nightlyBaseAmount, first.nightlyAmount], [180, 270])
    assert.deepEqual([second.nightlyBaseAmount, second.nightlyAmount], [148.5, 222.75])
    assert.deepEqual([rateMultiplier, promoCode], [0.5, null])
    assert.deepEqual(names(fees.otherFees), ['Second'])
    assert.deepEqual([names(optionalFees), names(offlineFees)], [['Third'], ['Fourth']])
  })

  it('is in the currency of the agency if the property has none', async () => {
    const agency = await makeAgency(server, { currency: 'JPY' })
    const property = { ...columns, currency: 'NONE', daily_rate: '18500.4' }
    const propertyUid = await makeProperty(server, agency.agencyUid, property)
    const body = { ...dates, propertyUid }
    const response = await server.request('POST', '/api/v3.3/quotes', { key: agency.key, body })
    const { currency, rent } = response.body.quote
    assert.deepEqual([currency, rent.rentBreakdowns[0].nightlyAmount], ['JPY', 18500])
  })

  it('uses the present day in the time zone of the property', async () => {
    const property = { ...columns, time_zone: 'Pacific/Auckland', full_payment_timing: 100 }
    const propertyUid = await makeProperty(server, agencyUid, property)
    const { force100PercentPaymentAtReservation } = await requestQuote({ propertyUid })
    assert.equal(force100PercentPaymentAtReservation, true)
    const west = { ...property, time_zone: 'Pacific/Honolulu' }
    const later = await requestQuote({ propertyUid: await makeProperty(server, agencyUid, west) })
    assert.equal(later.force100PercentPaymentAtReservation, false)
    assert.equal(later.fullPaymentDueDate, '2027-03-02')
  })

  it('of a master property is like any other', async () => {
    const master = await makeProperty(server, agencyUid, columns)
    await makeProperty(server, agencyUid, { ...columns, parent_uid: master })
    assert.equal((await requestQuote({ propertyUid: master })).totalAmount, 800.1)
  })
})

describe('counts', () => {
  const propertyUid = makeProperty(server, agencyUid, columns)
  const quoteGuests = async (body: object, version: string) => {
    const uid = await propertyUid
    const { guests, childrenCount, petCount, fees } = await requestQuote(
      { propertyUid: uid, ...body },
      version,
    )
    return [guests, childrenCount, petCount, fees.otherFees.length]
  }
  const counts = { guests: 3, childrenCount: 2, petCount: 1 }

  it('of children and pets are used from v3.3 on', async () => {
    const pets = { property_uid: await propertyUid, name: 'Pets', amount: '5', scope: 'PER_PET' }
    await makeFee(server, agencyUid, pets)
    assert.deepEqual(await quoteGuests(counts, 'v3.3'), [3, 2, 1, 1])
    for (const version of ['v3.0', 'v3.1', 'v3.2']) {
      assert.deepEqual(await quoteGuests(counts, version), [3, 0, 0, 0])
      assert.deepEqual(
        await quoteGuests({ childrenCount: -5, petCount: 'x' }, version),
        [1, 0, 0, 0],
      )
    }
  })

  it('are one adult by default, also for null', async () => {
    assert.deepEqual(await quoteGuests({}, 'v3.3'), [1, 0, 0, 0])
    const nothing = { guests: null, childrenCount: null, petCount: null, leadUid: null }
    assert.deepEqual(await quoteGuests(nothing, 'v3.3'), [1, 0, 0, 0])
  })
})

describe('promoCode', () => {
  const propertyUid = makeProperty(server, agencyUid, columns)
  const postWithCode = async (promoCode: string, version?: string, property?: string) =>
    post({ propertyUid: property ?? (await propertyUid), promoCode }, version)

  it('reduces the rent in every version, whatever its case', async () => {
    await makePromoCode(server, agencyUid, { code: 'Ten' })
    for (const version of ['v3.0', 'v3.1', 'v3.2', 'v3.3']) {
      const { quote } = (await postWithCode('tEN', version)).body
      assert.equal(quote.promoCode, 'Ten')
      assert.deepEqual(quote.rent.discount, {
        discountCode: 'Ten',
        discountType: 'PERCENT',
        amount: 63,
        percent: 10,
      })
      assert.deepEqual([quote.rent.listPrice, quote.rent.netPrice], [630, 567])
    }
  })

  it('subtracts a fixed amount', async () => {
    const amount = { discount_type: 'AMOUNT', discount_amount: '50.5', currency: 'USD' }
    await makePromoCode(server, agencyUid, { code: 'FIFTY', ...amount })
    const { discount } = (await postWithCode('FIFTY')).body.quote.rent
    assert.deepEqual(discount, {
      discountCode: 'FIFTY',
      discountType: 'AMOUNT',
      amount: 50.5,
      percent: null,
    })
  })

  for (const [reason, given] of [
    ['inactive', { is_active: false }],
    ['expired', { redeem_by_date: '2027-02-28' }],
    ['dates', { minimum_nights: 5 }],
    ['dates', { stay_from_date: '2027-06-10' }],
    ['dates', { stay_to_date: '2027-06-14' }],
    ['currency', { discount_type: 'AMOUNT', currency: 'EUR' }],
    ['exhausted', { maximum_redemptions: 0 }],
    ['unknown', { deleted_at: new Date('2027-01-01') }],
  ] as const) {
    it(`400: rejects ${JSON.stringify(given)} with the reason '${reason}'`, async () => {
      const code = `BAD${Math.random().toString(36).slice(2)}`
      await makePromoCode(server, agencyUid, { code, ...given })
      const { status, body } = await postWithCode(code)
      assert.deepEqual([status, body.code, body.reason], [400, 'INVALID_PARAMETER', reason])
      const text = `Invalid parameter 'promoCode' is not applicable: ${reason}`
      assert.deepEqual([body.apiErrorMessage, body.parameter], [text, 'promoCode'])
    })
  }

  it("400: rejects another property's, another agency's and an unknown code", async () => {
    const property_uid = await makeProperty(server, agencyUid)
    await makePromoCode(server, agencyUid, { code: 'OTHER', property_uid })
    assert.equal((await postWithCode('OTHER')).body.reason, 'property')
    const foreign = await makeAgency(server)
    await makePromoCode(server, foreign.agencyUid, { code: 'FOREIGN' })
    assert.equal((await postWithCode('FOREIGN')).body.reason, 'unknown')
    assert.equal((await postWithCode("' or 1=1 --\u0000")).body.reason, 'unknown')
  })
})
