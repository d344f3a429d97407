import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid, { ...cabin, max_guests: 6 })
const stay = { propertyUid, checkInDate: '2027-06-10', checkOutDate: '2027-06-14' }
server.clock.set('2027-03-01T18:00:00Z')
const post = (body: unknown, version = 'v3.3') =>
  server.request('POST', `/api/${version}/quotes`, { key, body })

const breakdown = (dates: string[], amounts: number[]) =>
  dates.map((nightlyDate, i) => ({
    nightlyAmount: amounts[i],
    nightlyDate,
    nightlyBaseAmount: amounts[i],
  }))

const cleaningFee = {
  uid: null,
  name: 'Cleaning fee',
  amountType: 'AMOUNT',
  isEditable: true,
  netPrice: 90,
  taxationRate: 0.05,
  taxAmount: 4.5,
  grossAmount: 94.5,
  grossPrice: 94.5,
  amount: 94.5,
}

/** Response of contract/orders.md §8.2. */
const example = {
  quote: {
    propertyUid,
    agencyUid,
    leadUid: null,
    checkInDate: '2027-06-10',
    checkOutDate: '2027-06-14',
    nights: 4,
    guests: 4,
    childrenCount: 0,
    petCount: 0,
    promoCode: null,
    bookingStrategy: 'INSTANT_BOOKING',
    currency: 'USD',
    totalPrice: 934.5,
    totalAmount: 934.5,
    totalWithTaxes: 934.5,
    totalNetAmount: 840,
    totalTaxesAmount: 94.5,
    rent: {
      rentNetPrice: 630,
      rentBaseNetPrice: 630,
      extraGuestsNetPrice: 120,
      extraGuestsBaseNetPrice: 120,
      rateMultiplierAmount: 0,
      rentBreakdowns: breakdown(
        ['2027-06-10', '2027-06-11', '2027-06-12', '2027-06-13'],
        [150, 165, 165, 150],
      ),
      listPrice: 750,
      discount: null,
      netPrice: 750,
      taxationRate: 0.12,
      taxAmount: 90,
      grossPrice: 840,
    },
    fees: { cleaningFee, otherFees: [] },
    offlineFees: [],
    optionalFees: [],
    taxes: [
      { name: 'Rent tax', type: 'RENT', taxationRate: 0.12, taxableAmount: 750, amount: 90 },
      { name: 'Cleaning fee', type: 'FEE', taxationRate: 0.05, taxableAmount: 90, amount: 4.5 },
    ],
    rateMultiplier: null,
    securityDeposit: 300,
    amountUponReservation: 467.25,
    amountRemaining: 467.25,
    fullPaymentDueDate: '2027-04-26',
    force100PercentPaymentAtReservation: false,
  },
}

describe('POST /quotes', () => {
  for (const version of ['v3', 'v3.0', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200 in ${version}: returns the example of the contract, keys in its order`, async () => {
      const { status, text } = await post({ ...stay, guests: 4 }, version)
      assert.equal(status, 200)
      assert.equal(text, JSON.stringify(example))
    })
  }
})

describe('repeated quotes', () => {
  it('200: use current prices, occupied nights and expired holds', async () => {
    const input = { propertyUid, checkInDate: '2027-09-07', checkOutDate: '2027-09-09', guests: 2 }
    const postTwice = async () => {
      const [first, second] = [await post(input), await post(input)]
      assert.equal(first.status, second.status)
      assert.deepEqual(first.body.quote, second.body.quote)
      return second
    }
    const { quote: before } = (await postTwice()).body
    const dearer = { pricing: { dailyRate: before.rent.rentBreakdowns[0].nightlyAmount + 50 } }
    await server.request('PATCH', `/api/v3.3/properties/${propertyUid}`, { key, body: dearer })
    const { quote } = (await postTwice()).body
    assert.equal(quote.rent.rentNetPrice, before.rent.rentNetPrice + 100)
    assert.equal((await post({ ...input, hold: true, holdMinutes: 30 })).status, 200)
    assert.deepEqual(
      [(await postTwice()).status, (await postTwice()).body.code],
      [409, 'NOT_AVAILABLE'],
    )
    server.clock.set(new Date(server.clock.now().getTime() + 31 * 60_000))
    assert.deepEqual((await postTwice()).body.quote, quote)
  })
})

describe('the guests of a quote', () => {
  const quoteGuests = async (body: object, version?: string) => {
    const { status, body: result } = await post({ ...stay, ...body }, version)
    const { guests, childrenCount } = result.quote ?? {}
    return [status, guests ?? result.parameter, childrenCount]
  }

  it('are adults and children, as in a lead', async () => {
    assert.deepEqual(await quoteGuests({ adultCount: 2 }), [200, 2, 0])
    assert.deepEqual(await quoteGuests({ adultCount: 2, childrenCount: 1 }), [200, 3, 1])
    assert.deepEqual(await quoteGuests({ adultCount: 2, guests: 3 }), [200, 3, 1])
    assert.deepEqual(await quoteGuests({ adultCount: 2, childrenCount: 1, guests: 3 }), [200, 3, 1])
  })

  it('400: are rejected if the numbers contradict each other or are too high', async () => {
    const wrong = { adultCount: 2, childrenCount: 1, guests: 4 }
    assert.deepEqual((await quoteGuests(wrong)).slice(0, 2), [400, 'guests'])
    assert.deepEqual((await quoteGuests({ adultCount: 4, guests: 3 })).slice(0, 2), [400, 'guests'])
    assert.deepEqual((await quoteGuests({ adultCount: 0 })).slice(0, 2), [400, 'adultCount'])
    const many = { adultCount: 2_147_483_647, childrenCount: 1 }
    assert.deepEqual((await quoteGuests(many)).slice(0, 2), [400, 'adultCount'])
  })

  it('ignore adultCount before v3.3', async () => {
    assert.deepEqual((await quoteGuests({ adultCount: 4 }, 'v3.2')).slice(0, 2), [200, 1])
  })

  it('retain the children of a lead if adultCount is sent', async () => {
    const guestInformation = { adultCount: 1, childrenCount: 2 }
    const dates = { checkInLocalDate: '2027-08-10', checkOutLocalDate: '2027-08-14' }
    const body = { agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation }
    const { lead } = (await server.request('POST', '/api/v3.3/leads', { key, body })).body
    assert.deepEqual(await quoteGuests({ leadUid: lead.uid, adultCount: 3 }), [200, 5, 2])
  })
})
