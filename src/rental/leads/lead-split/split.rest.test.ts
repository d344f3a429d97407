/** Split of a stay between two properties or units: contract/leads.md §9.5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeGroupFixture } from '../../../../test/fixtures/group-bookings.ts'
import { listUnits, makeStay } from '../../../../test/fixtures/held-nights.ts'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key, makeInn, makeFamily, send, listNights } = await makeGroupFixture(server)
const dates = { checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-11' }
const guest = {
  firstName: 'Ada',
  email: 'ada@example.org',
  passportId: 'P1',
  adultCount: 2,
  childrenCount: 1,
}
const half = { splitLocalDate: '2026-07-07' }

const createProperty = (columns: object = {}) =>
  make.makeProperty(server, agencyUid, { max_guests: 6, ...columns })
const newPricedProperty = (columns: object = {}) =>
  createProperty({ daily_rate: '100.01', cleaning_fee: '50.01', tax_rate: '0.077', ...columns })

async function book(propertyUid: string, body: object = {}): Promise<{ uid: string }> {
  const fields = { agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation: guest }
  const response = await send('POST', '/api/v3.3/leads', { ...fields, ...body })
  assert.equal(response.status, 201, response.text)
  return response.body.lead
}

const split = (uid: string, body: object, as = key) =>
  server.request('POST', `/api/v3.3/leads/${uid}/split`, { key: as, body: { ...half, ...body } })

async function splitLead(uid: string, body: object) {
  const response = await split(uid, body)
  assert.equal(response.status, 201, response.text)
  return response.body.leads
}

async function findOrder({ uid }: { uid: string }) {
  const { body } = await send('GET', `/api/v3.3/orders?leadUid=${uid}`)
  return body.orders[0]
}

async function pay(order: { uid: string }, body: object): Promise<void> {
  const fields = { orderUid: order.uid, type: 'SALE', status: 'SUCCESS', ...body }
  assert.equal((await send('POST', '/api/v3.3/transactions', fields)).status, 201)
}

/** Returns the sum of amounts in cents. */
const cents = (...amounts: number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

describe('POST /leads/{uid}/split', () => {
  it('201: keeps the first nights, and creates a lead for the others', async () => {
    const [a, b] = [await createProperty(), await createProperty({ time_zone: 'America/New_York' })]
    const { uid } = await book(a, { notes: 'Cot', externalBookingId: 'HM1' })
    await send('PUT', `/api/v3.3/extra-guests/${uid}`, { extraGuests: [{ firstName: 'Bo' }] })
    const [first, second] = await splitLead(uid, { propertyUid: b })
    assert.deepEqual([first.uid, first.propertyUid], [uid, a])
    assert.equal(first.checkOutLocalDateTime, '2026-07-07T11:00:00')
    assert.deepEqual([second.propertyUid, second.status], [b, 'BOOKED'])
    assert.equal(second.checkInLocalDateTime, '2026-07-07T15:00:00')
    assert.equal(second.checkOutZonedDateTime, '2026-07-11T11:00:00-04:00')
    assert.equal(second.bookedUtcDateTime, first.bookedUtcDateTime)
    assert.deepEqual(second.guestInformation, first.guestInformation)
    assert.equal(second.guestInformation.passportId, 'P1')
    assert.deepEqual([second.notes, second.externalBookingId], ['Cot', 'HM1'])
    assert.deepEqual(await listNights(first), ['[2026-07-04,2026-07-07)'])
    assert.deepEqual(await listNights(second), ['[2026-07-07,2026-07-11)'])
    const { body } = await send('GET', `/api/v3.3/extra-guests/${second.uid}`)
    assert.equal(body.extraGuests[0].firstName, 'Bo')
  })

  it('201: moves to another unit of a unit type, a requested or a free one', async () => {
    const { typeUid } = await makeInn()
    const [one, two] = await listUnits(server, agencyUid, typeUid)
    const named = await book(typeUid, { unitUid: one })
    const [first, second] = await splitLead(named.uid, { unitUid: two })
    assert.deepEqual([first.unitUid, second.unitUid], [one, two])
    const free = await book(typeUid, {
      unitUid: one,
      checkInLocalDate: '2026-07-11',
      checkOutLocalDate: '2026-07-16',
    })
    const [, other] = await splitLead(free.uid, {
      splitLocalDate: '2026-07-13',
      propertyUid: typeUid,
    })
    assert.equal(other.unitUid, two)
  })

  it('201: splits blocks and holds', async () => {
    const [a, b, c] = [await createProperty(), await createProperty(), await createProperty()]
    const block = await book(a, { status: 'BLOCKED' })
    const [, blocked] = await splitLead(block.uid, { propertyUid: c })
    assert.deepEqual([blocked.status, await findOrder(blocked)], ['BLOCKED', undefined])
    const hold = await book(b, { status: 'ON_HOLD' })
    const [first, second] = await splitLead(hold.uid, { propertyUid: a })
    assert.equal(second.status, 'ON_HOLD')
    assert.equal(second.holdExpiresUtcDateTime, first.holdExpiresUtcDateTime)
  })
})

describe('the orders of a split stay', () => {
  it('add up to the cent in every amount, with the rent of their nights', async () => {
    const [a, b] = [await newPricedProperty(), await newPricedProperty({ daily_rate: '900' })]
    const { uid } = await book(a)
    const original = await findOrder({ uid })
    const [first, second] = await splitLead(uid, { propertyUid: b })
    const shares = [await findOrder(first), await findOrder(second)]
    const [one, two] = shares
    assert.equal(one.uid, original.uid)
    for (const name of ['totalAmount', 'totalTaxesAmount', 'balanceAmount']) {
      assert.equal(cents(one[name], two[name]), cents(original[name]), name)
    }
    for (const name of Object.keys(original.rent)) {
      if (typeof original.rent[name] !== 'number' || name === 'taxationRate') continue
      assert.equal(cents(one.rent[name], two.rent[name]), cents(original.rent[name]), name)
    }
    for (const { rent, fees, totalAmount } of shares) {
      const nights = rent.rentBreakdowns.map(
        (night: { nightlyAmount: number }) => night.nightlyAmount,
      )
      assert.equal(cents(...nights), cents(rent.rentNetPrice))
      const lines = [fees.cleaningFee, ...fees.otherFees].map(fee => fee.grossAmount)
      assert.equal(cents(rent.grossPrice, ...lines), cents(totalAmount))
    }
    assert.deepEqual([one.rent.rentNetPrice, two.rent.rentNetPrice], [300.03, 400.04])
    assert.deepEqual([one.fees.cleaningFee.netPrice, two.fees.cleaningFee.netPrice], [21.43, 28.58])
  })

  it('transfer an overpayment of the first part to the second', async () => {
    const [a, b] = [await newPricedProperty(), await newPricedProperty()]
    const { uid } = await book(a)
    const original = await findOrder({ uid })
    await pay(original, { fullPayment: true })
    const [first, second] = await splitLead(uid, { propertyUid: b })
    const [one, two] = [await findOrder(first), await findOrder(second)]
    assert.deepEqual([one.balanceAmount, two.balanceAmount], [0, 0])
    assert.equal(cents(one.paidAmount, two.paidAmount), cents(original.totalAmount))
  })

  it('leave an unpaid balance with the first part', async () => {
    const [a, b] = [await newPricedProperty(), await newPricedProperty()]
    const { uid } = await book(a)
    await pay(await findOrder({ uid }), { amount: 100 })
    const [first, second] = await splitLead(uid, { propertyUid: b })
    assert.equal((await findOrder(first)).paidAmount, 100)
    assert.equal((await findOrder(second)).paidAmount, 0)
  })

  it('leave adjustments with the first part', async () => {
    const [a, b] = [await newPricedProperty(), await newPricedProperty()]
    const { uid } = await book(a)
    const { uid: orderUid } = await findOrder({ uid })
    const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 }
    await send('POST', `/api/v3.3/orders/${orderUid}/order-adjustments`, charge)
    const original = await findOrder({ uid })
    const [first, second] = await splitLead(uid, { propertyUid: b })
    const [one, two] = [await findOrder(first), await findOrder(second)]
    assert.equal(cents(one.totalAmount, two.totalAmount), cents(original.totalAmount))
    assert.deepEqual([one.adjustmentItems.length, two.adjustmentItems.length], [1, 0])
  })
})

describe('the events of a split', () => {
  it('are sorted: the lead, its order, the new lead, its order', async () => {
    const [a, b] = [await createProperty(), await createProperty()]
    const { uid } = await book(a)
    const [, second] = await splitLead(uid, { propertyUid: b })
    const { body } = await send('GET', `/api/v3.3/events?agencyUid=${agencyUid}&_limit=500`)
    const leads = [uid, second.uid]
    type EmittedEvent = { eventType: string; payload: { lead_uid?: string } }
    const emitted = body.events
      .filter(({ payload }: EmittedEvent) => leads.includes(payload.lead_uid ?? ''))
      .map(
        ({ eventType, payload }: EmittedEvent) =>
          `${leads.indexOf(payload.lead_uid!)} ${eventType}`,
      )
    assert.deepEqual(emitted.slice(3), [
      '0 BOOKING_UPDATED',
      '0 PROPERTY_AVAILABILITY_UPDATED',
      '0 LEAD_DATES_CHANGED',
      '1 NEW_BOOKING',
      '1 PROPERTY_AVAILABILITY_UPDATED',
      '0 ORDER_UPDATED',
      '1 ORDER_CREATED',
    ])
    const history = await send('GET', `/api/v3.3/leads/${second.uid}/history`)
    assert.deepEqual(
      history.body.history.map(({ act }: { act: string }) => act),
      ['split'],
    )
  })
})

describe('a rejected split', () => {
  it('400: rejects invalid input, and changes nothing', async () => {
    const a = await createProperty()
    const { uid } = await book(a)
    const { typeUid } = await makeInn()
    const wrongs: [object, string, RegExp][] = [
      [{}, 'REQUIRED_PARAMETER', /^One of \['propertyUid', 'unitUid'\] is required$/],
      [{ splitLocalDate: null, propertyUid: typeUid }, 'REQUIRED_PARAMETER', /splitLocalDate/],
      [{ splitLocalDate: '2026-07-04', propertyUid: typeUid }, 'INVALID_PARAMETER', /after/],
      [{ splitLocalDate: '2026-07-11', propertyUid: typeUid }, 'INVALID_PARAMETER', /before/],
      [{ propertyUid: a }, 'INVALID_PARAMETER', /'propertyUid' must differ/],
      [{ propertyUid: await createProperty({ max_guests: 2 }) }, 'TOO_MANY_GUESTS', /at most 2/],
    ]
    for (const [body, code, text] of wrongs) {
      const response = await split(uid, body)
      assert.deepEqual([response.status, response.body.code], [400, code], response.text)
      assert.match(response.body.apiErrorMessage, text)
    }
    assert.deepEqual(await listNights({ uid }), ['[2026-07-04,2026-07-11)'])
  })

  it('409: rejects occupied nights, with conflicts, and members of a group booking', async () => {
    const [a, b] = [await createProperty(), await createProperty()]
    const { uid } = await book(a)
    const stay = { propertyUid: b, checkIn: '2026-07-09', checkOut: '2026-07-12' }
    const booked = await makeStay(server, agencyUid, stay)
    const { status, body } = await split(uid, { propertyUid: b })
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    assert.deepEqual([body.propertyUid, body.conflicts[0].leadUid], [b, booked])
    const { body: unchanged } = await send('GET', `/api/v3.3/leads/${uid}`)
    assert.equal(unchanged.lead.checkOutLocalDateTime, '2026-07-11T11:00:00')
    const { first, second } = await makeFamily()
    const subLeads = [{ propertyUid: second }]
    const group = { agencyUid, status: 'BOOKED', ...dates, propertyUid: first, subLeads }
    const path = '/api/v3.3/leads/group-booking'
    const created = await send('POST', path, { ...group, guestInformation: guest })
    const refused = await split(created.body.groupBooking.mainLead.uid, {
      propertyUid: await createProperty(),
    })
    assert.deepEqual([refused.body.code, refused.body.state], ['STATE_CONFLICT', 'GROUP_MEMBER'])
  })

  it('404 and 403: rejects a lead or property that a partner cannot access', async () => {
    const [a, b, c] = [await createProperty(), await createProperty(), await createProperty()]
    const [{ uid }, hidden] = [await book(a), await book(c)]
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid, partnerUid, objectUid: a })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    const refused = [
      await split(hidden.uid, { propertyUid: a }, token),
      await split(uid, { propertyUid: b }, token),
    ]
    assert.deepEqual(
      refused.map(({ body }) => body.code),
      ['LEAD_NOT_FOUND', 'ACCESS_DENIED'],
    )
  })
})

describe('concurrent splits', () => {
  it('of several leads to the same property: one succeeds, the others fail', async () => {
    const target = await createProperty()
    const leads = []
    for (let i = 0; i < 5; i++) leads.push(await book(await createProperty()))
    const responses = await Promise.all(leads.map(({ uid }) => split(uid, { propertyUid: target })))
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 409, 409, 409, 409])
    for (const [i, { uid }] of leads.entries()) {
      const last = responses[i]!.status === 201 ? '07' : '11'
      assert.deepEqual(await listNights({ uid }), [`[2026-07-04,2026-07-${last})`])
    }
  })

  it('of one lead: split it once', async () => {
    const [a, b, c] = [await createProperty(), await createProperty(), await createProperty()]
    const { uid } = await book(a)
    const both = [split(uid, { propertyUid: b }), split(uid, { propertyUid: c })]
    const responses = await Promise.all(both)
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 400])
  })

  it('to each other’s property: neither deadlock nor book a night twice', async () => {
    const [a, b] = [await createProperty(), await createProperty()]
    const late = { checkInLocalDate: '2026-07-11', checkOutLocalDate: '2026-07-16' }
    const [one, two] = [await book(a), await book(b, late)]
    const responses = await Promise.all([
      split(one.uid, { propertyUid: b }),
      split(two.uid, { propertyUid: a, splitLocalDate: '2026-07-13' }),
    ])
    assert.deepEqual(
      responses.map(({ status }) => status),
      [201, 201],
    )
  })
})
