/** What a quote takes into its price: contract/pricing.md §7, contract/orders.md §8, §9. */
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
const quoted = async (body: object, version?: string) => {
  const answer = await post(body, version)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.quote
}
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('a quote', () => {
  it('sees periods, rules, fees and the multiplier of direct bookings', async () => {
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
    const answer = await server.request('POST', '/api/v3.3/quotes', { key: agency.key, body })
    const { rent, fees, rateMultiplier, optionalFees, offlineFees, promoCode } = answer.body.quote
    const [first, second] = rent.rentBreakdowns
    assert.deepEqual([first.nightlyBaseAmount, first.nightlyAmount], [180, 270])
    assert.deepEqual([second.nightlyBaseAmount, second.nightlyAmount], [148.5, 222.75])
    assert.deepEqual([rateMultiplier, promoCode], [0.5, null])
    assert.deepEqual(names(fees.otherFees), ['Second'])
    assert.deepEqual([names(optionalFees), names(offlineFees)], [['Third'], ['Fourth']])
  })

  it('is in the currency of the agency where the property has none', async () => {
    const agency = await makeAgency(server, { currency: 'JPY' })
    const property = { ...columns, currency: 'NONE', daily_rate: '18500.4' }
    const propertyUid = await makeProperty(server, agency.agencyUid, property)
    const body = { ...dates, propertyUid }
    const answer = await server.request('POST', '/api/v3.3/quotes', { key: agency.key, body })
    const { currency, rent } = answer.body.quote
    assert.deepEqual([currency, rent.rentBreakdowns[0].nightlyAmount], ['JPY', 18500])
  })

  it('is for today where the property is', async () => {
    const property = { ...columns, time_zone: 'Pacific/Auckland', full_payment_timing: 100 }
    const propertyUid = await makeProperty(server, agencyUid, property)
    const { force100PercentPaymentAtReservation } = await quoted({ propertyUid })
    assert.equal(force100PercentPaymentAtReservation, true)
    const west = { ...property, time_zone: 'Pacific/Honolulu' }
    const later = await quoted({ propertyUid: await makeProperty(server, agencyUid, west) })
    assert.equal(later.force100PercentPaymentAtReservation, false)
    assert.equal(later.fullPaymentDueDate, '2027-03-02')
  })

  it('of a master is one like any other', async () => {
    const master = await makeProperty(server, agencyUid, columns)
    await makeProperty(server, agencyUid, { ...columns, parent_uid: master })
    assert.equal((await quoted({ propertyUid: master })).totalAmount, 800.1)
  })
})

describe('counts', () => {
  const propertyUid = makeProperty(server, agencyUid, columns)
  const counted = async (body: object, version: string) => {
    const uid = await propertyUid
    const { guests, childrenCount, petCount, fees } = await quoted(
      { propertyUid: uid, ...body },
      version,
    )
    return [guests, childrenCount, petCount, fees.otherFees.length]
  }
  const counts = { guests: 3, childrenCount: 2, petCount: 1 }

  it('of children and pets are used from v3.3 on, and none before', async () => {
    const pets = { property_uid: await propertyUid, name: 'Pets', amount: '5', scope: 'PER_PET' }
    await makeFee(server, agencyUid, pets)
    assert.deepEqual(await counted(counts, 'v3.3'), [3, 2, 1, 1])
    for (const version of ['v3.0', 'v3.1', 'v3.2']) {
      assert.deepEqual(await counted(counts, version), [3, 0, 0, 0])
      assert.deepEqual(await counted({ childrenCount: -5, petCount: 'x' }, version), [1, 0, 0, 0])
    }
  })

  it('are one guest and nobody else by default, null says the same', async () => {
    assert.deepEqual(await counted({}, 'v3.3'), [1, 0, 0, 0])
    const nothing = { guests: null, childrenCount: null, petCount: null, leadUid: null }
    assert.deepEqual(await counted(nothing, 'v3.3'), [1, 0, 0, 0])
  })
})

describe('promoCode', () => {
  const propertyUid = makeProperty(server, agencyUid, columns)
  const ask = async (promoCode: string, version?: string, property?: string) =>
    post({ propertyUid: property ?? (await propertyUid), promoCode }, version)

  it('reduces the rent in every version, whatever its case', async () => {
    await makePromoCode(server, agencyUid, { code: 'Ten' })
    for (const version of ['v3.0', 'v3.1', 'v3.2', 'v3.3']) {
      const { quote } = (await ask('tEN', version)).body
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

  it('of an amount takes that much off', async () => {
    const amount = { discount_type: 'AMOUNT', discount_amount: '50.5', currency: 'USD' }
    await makePromoCode(server, agencyUid, { code: 'FIFTY', ...amount })
    const { discount } = (await ask('FIFTY')).body.quote.rent
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
    it(`400 with the reason '${reason}' for ${JSON.stringify(given)}`, async () => {
      const code = `BAD${Math.random().toString(36).slice(2)}`
      await makePromoCode(server, agencyUid, { code, ...given })
      const { status, body } = await ask(code)
      assert.deepEqual([status, body.code, body.reason], [400, 'INVALID_PARAMETER', reason])
      const text = `Invalid parameter 'promoCode' is not applicable: ${reason}`
      assert.deepEqual([body.apiErrorMessage, body.parameter], [text, 'promoCode'])
    })
  }

  it("400 for another property's, another agency's and no code", async () => {
    const property_uid = await makeProperty(server, agencyUid)
    await makePromoCode(server, agencyUid, { code: 'OTHER', property_uid })
    assert.equal((await ask('OTHER')).body.reason, 'property')
    const foreign = await makeAgency(server)
    await makePromoCode(server, foreign.agencyUid, { code: 'FOREIGN' })
    assert.equal((await ask('FOREIGN')).body.reason, 'unknown')
    assert.equal((await ask("' or 1=1 --\u0000")).body.reason, 'unknown')
  })
})
