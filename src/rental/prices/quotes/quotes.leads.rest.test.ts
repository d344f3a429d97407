/** Quotes for a lead that exists, as its alteration would be: contract/orders.md §8, §2. */
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

/** A property, and a lead on it that holds its nights. */
async function booked(columns = {}, property = {}, status = 'BOOKED') {
  const prices = { ...cabin, max_guests: 6, ...property }
  const propertyUid = await makeProperty(server, agencyUid, prices)
  const stay = { propertyUid, checkIn: '2027-06-10', checkOut: '2027-06-14' }
  return { propertyUid, leadUid: await makeStay(server, agencyUid, { ...stay, status, columns }) }
}

const dates = { checkInDate: '2027-06-10', checkOutDate: '2027-06-14' }
const post = (body: object, version = 'v3.3') =>
  server.request('POST', `/api/${version}/quotes`, { key, body: { ...dates, ...body } })
const quoted = async (body: object, version?: string) => {
  const answer = await post(body, version)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.quote
}

describe('a quote for a lead', () => {
  it('leaves its own nights out, and nobody else does', async () => {
    const lead = await booked()
    const longer = { ...lead, checkOutDate: '2027-06-16' }
    assert.equal((await quoted(longer)).leadUid, lead.leadUid)
    const { status, body } = await post({ ...longer, leadUid: null })
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
  })

  it('takes its channel, guests and pets, in every version', async () => {
    const counts = { adult_count: 3, children_count: 1, pet_count: 2, infant_count: 5 }
    const lead = await booked({ channel: 'AIRBNB', source: 'DIRECT_AIRBNB', ...counts })
    const pets = { property_uid: lead.propertyUid, name: 'Pets', amount: '5', scope: 'PER_PET' }
    await makeFee(server, agencyUid, pets)
    for (const version of ['v3.0', 'v3.3']) {
      const quote = await quoted(lead, version)
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
    const other = await quoted({ ...lead, guests: 1, childrenCount: 0, petCount: 0 })
    assert.deepEqual([other.guests, other.childrenCount, other.petCount], [1, 0, 0])
    assert.deepEqual(other.fees.otherFees, [])
  })

  it('may be for another property', async () => {
    const { leadUid } = await booked({ adult_count: 3 })
    const propertyUid = await makeProperty(server, agencyUid, { ...cabin, max_guests: 6 })
    const quote = await quoted({ leadUid, propertyUid })
    assert.deepEqual([quote.propertyUid, quote.guests], [propertyUid, 3])
  })

  it('of a block is for one guest', async () => {
    const block = await booked({ adult_count: 0 }, {}, 'BLOCKED')
    assert.equal((await quoted(block)).guests, 1)
  })

  it('400 for more children than the lead has guests', async () => {
    const lead = await booked({ adult_count: 2 })
    const { status, body } = await post({ ...lead, childrenCount: 3 })
    assert.deepEqual([status, body.parameter], [400, 'childrenCount'])
  })

  it('a manager is not bound by stay rules, but by the calendar and the number of guests', async () => {
    const lead = await booked({}, { minimum_stay: 9 })
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

  it('brings its overrides where dates and property stay', async () => {
    const lead = await booked()
    await makeOrder(server, agencyUid, lead.leadUid, order)
    assert.equal((await quoted(lead)).rent.rentNetPrice, 100)
    assert.equal((await quoted({ ...lead, guests: 5 })).rent.rentNetPrice, 100)
    assert.equal((await quoted({ ...lead, checkOutDate: '2027-06-15' })).rent.rentNetPrice, 780)
    const propertyUid = await makeProperty(server, agencyUid, cabin)
    assert.equal((await quoted({ ...lead, propertyUid })).rent.rentNetPrice, 630)
  })

  it('has them replaced by those that are sent', async () => {
    const lead = await booked()
    await makeOrder(server, agencyUid, lead.leadUid, order)
    assert.equal((await quoted({ ...lead, quoteOverrides: {} })).rent.rentNetPrice, 630)
    const sent = { rent: { extraGuestsNetPrice: 5 } }
    const { rent } = await quoted({ ...lead, quoteOverrides: sent })
    assert.deepEqual([rent.rentNetPrice, rent.extraGuestsNetPrice], [630, 5])
  })

  it('brings its promo code, expired or used up, as long as it fits', async () => {
    const lead = await booked()
    const fits = { minimum_nights: 4, maximum_redemptions: 1, redeem_by_date: '2026-01-01' }
    const promo_code_uid = await makePromoCode(server, agencyUid, { code: 'KEPT', ...fits })
    await makeOrder(server, agencyUid, lead.leadUid, { promo_code_uid })
    assert.equal((await quoted(lead)).promoCode, 'KEPT')
    assert.equal((await quoted({ ...lead, checkOutDate: '2027-06-13' })).promoCode, null)
  })

  it('does not use up the code that is sent again', async () => {
    const lead = await booked()
    const once = { code: 'ONCE', maximum_redemptions: 1 }
    const promo_code_uid = await makePromoCode(server, agencyUid, once)
    await makeOrder(server, agencyUid, lead.leadUid, { promo_code_uid })
    assert.equal((await quoted({ ...lead, promoCode: 'once' })).promoCode, 'ONCE')
    const other = await booked()
    const { body } = await post({ ...other, promoCode: 'once' })
    assert.equal(body.reason, 'exhausted')
  })
})
