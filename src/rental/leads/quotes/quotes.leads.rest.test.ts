/** Quotes for the alteration of a lead: contract/orders.md §8, §2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import { makeFee, makeMultiplier, makePromoCode } from '../../../../test/fixtures/prices.ts'
import { makeAgency, makeOrder, makeProperty } from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
server.clock.set('2027-03-01T18:00:00Z')
const { agencyUid, key } = await makeAgency(server)
await makeMultiplier(server, agencyUid, 'AIRBNB', '0.1')

/** Creates a property, and a lead that occupies nights of it. */
async function createBooking(columns = {}, property = {}, status = 'BOOKED') {
  const prices = { ...cabin, max_guests: 6, ...property }
  const propertyUid = await makeProperty(server, agencyUid, prices)
  const stay = { propertyUid, checkIn: '2027-06-10', checkOut: '2027-06-14' }
  return { propertyUid, leadUid: await makeStay(server, agencyUid, { ...stay, status, columns }) }
}

const dates = { checkInDate: '2027-06-10', checkOutDate: '2027-06-14' }
const post = (body: object, version = 'v3.3') =>
  server.request('POST', `/api/${version}/quotes`, { key, body: { ...dates, ...body } })
const requestQuote = async (body: object, version?: string) => {
  const response = await post(body, version)
  assert.equal(response.status, 200, response.text)
  return response.body.quote
}

describe('a quote for a lead', () => {
  it('ignores the nights of the lead; other quotes do not', async () => {
    const lead = await createBooking()
    const longer = { ...lead, checkOutDate: '2027-06-16' }
    assert.equal((await requestQuote(longer)).leadUid, lead.leadUid)
    const { status, body } = await post({ ...longer, leadUid: null })
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
  })

  it('uses its channel, guests and pets, in every version', async () => {
    const counts = { adult_count: 3, children_count: 1, pet_count: 2, infant_count: 5 }
    const lead = await createBooking({ channel: 'AIRBNB', source: 'DIRECT_AIRBNB', ...counts })
    const pets = { property_uid: lead.propertyUid, name: 'Pets', amount: '5', scope: 'PER_PET' }
    await makeFee(server, agencyUid, pets)
    for (const version of ['v3.0', 'v3.3']) {
      const quote = await requestQuote(lead, version)
      assert.deepEqual([quote.guests, quote.childrenCount, quote.petCount], [4, 1, 2])
      assert.equal(quote.rateMultiplier, 0.1)
      assert.deepEqual(
        quote.fees.otherFees.map(
          ({ netPrice, isEditable }: { netPrice: number; isEditable: boolean }) => [
            netPrice,
            isEditable,
          ],
        ),
        [[10, false]],
      )
    }
    const other = await requestQuote({ ...lead, guests: 1, childrenCount: 0, petCount: 0 })
    assert.deepEqual([other.guests, other.childrenCount, other.petCount], [1, 0, 0])
    assert.deepEqual(other.fees.otherFees, [])
  })

  it('may be for another property', async () => {
    const { leadUid } = await createBooking({ adult_count: 3 })
    const propertyUid = await makeProperty(server, agencyUid, { ...cabin, max_guests: 6 })
    const quote = await requestQuote({ leadUid, propertyUid })
    assert.deepEqual([quote.propertyUid, quote.guests], [propertyUid, 3])
  })

  it('is for one guest if it is a block', async () => {
    const block = await createBooking({ adult_count: 0 }, {}, 'BLOCKED')
    assert.equal((await requestQuote(block)).guests, 1)
  })

  it('400: is rejected with more children than guests of the lead', async () => {
    const lead = await createBooking({ adult_count: 2 })
    const { status, body } = await post({ ...lead, childrenCount: 3 })
    assert.deepEqual([status, body.parameter], [400, 'childrenCount'])
  })

  it('ignores stay rules for a manager, but not availability and guest limits', async () => {
    const lead = await createBooking({}, { minimum_stay: 9 })
    const longer = { ...lead, checkOutDate: '2027-06-16' }
    assert.equal((await post(longer)).status, 200)
    assert.equal(
      (await post({ ...longer, leadUid: undefined, checkInDate: '2027-06-15' })).status,
      409,
    )
    assert.equal((await post({ ...longer, guests: 7 })).body.code, 'TOO_MANY_GUESTS')
  })
})

describe('the order of the lead', () => {
  const overrides = { rent: { rentNetPrice: 100 } }
  const order = { quote_overrides: JSON.stringify(overrides) }

  it('has overrides that apply if dates and property are unchanged', async () => {
    const lead = await createBooking()
    await makeOrder(server, agencyUid, lead.leadUid, order)
    assert.equal((await requestQuote(lead)).rent.rentNetPrice, 100)
    assert.equal((await requestQuote({ ...lead, guests: 5 })).rent.rentNetPrice, 100)
    assert.equal(
      (await requestQuote({ ...lead, checkOutDate: '2027-06-15' })).rent.rentNetPrice,
      780,
    )
    const propertyUid = await makeProperty(server, agencyUid, cabin)
    assert.equal((await requestQuote({ ...lead, propertyUid })).rent.rentNetPrice, 630)
  })

  it('has overrides that the request replaces', async () => {
    const lead = await createBooking()
    await makeOrder(server, agencyUid, lead.leadUid, order)
    assert.equal((await requestQuote({ ...lead, quoteOverrides: {} })).rent.rentNetPrice, 630)
    const sent = { rent: { extraGuestsNetPrice: 5 } }
    const { rent } = await requestQuote({ ...lead, quoteOverrides: sent })
    assert.deepEqual([rent.rentNetPrice, rent.extraGuestsNetPrice], [630, 5])
  })

  it('has a promo code that applies, even if expired or used up', async () => {
    const lead = await createBooking()
    const fits = { minimum_nights: 4, maximum_redemptions: 1, redeem_by_date: '2026-01-01' }
    const promo_code_uid = await makePromoCode(server, agencyUid, { code: 'KEPT', ...fits })
    await makeOrder(server, agencyUid, lead.leadUid, { promo_code_uid })
    assert.equal((await requestQuote(lead)).promoCode, 'KEPT')
    assert.equal((await requestQuote({ ...lead, checkOutDate: '2027-06-13' })).promoCode, null)
  })

  it('does not count its code twice', async () => {
    const lead = await createBooking()
    const singleUse = { code: 'ONCE', maximum_redemptions: 1 }
    const promo_code_uid = await makePromoCode(server, agencyUid, singleUse)
    await makeOrder(server, agencyUid, lead.leadUid, { promo_code_uid })
    assert.equal((await requestQuote({ ...lead, promoCode: 'once' })).promoCode, 'ONCE')
    const other = await createBooking()
    const { body } = await post({ ...other, promoCode: 'once' })
    assert.equal(body.reason, 'exhausted')
  })
})
