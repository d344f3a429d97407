/** Splitting a stay over two places: contract/leads.md §9.5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePlaces } from '../../../../test/fixtures/group-bookings.ts'
import { makeStay, unitsOf } from '../../../../test/fixtures/held-nights.ts'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key, makeInn, makeFamily, send, nightsOf } = await makePlaces(server)
const dates = { checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-11' }
const guest = {
  firstName: 'Ada',
  email: 'ada@example.org',
  passportId: 'P1',
  adultCount: 2,
  childrenCount: 1,
}
const half = { splitLocalDate: '2026-07-07' }

const house = (columns: object = {}) =>
  make.makeProperty(server, agencyUid, { max_guests: 6, ...columns })
const priced = (columns: object = {}) =>
  house({ daily_rate: '100.01', cleaning_fee: '50.01', tax_rate: '0.077', ...columns })

async function book(propertyUid: string, body: object = {}): Promise<{ uid: string }> {
  const told = { agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation: guest }
  const answer = await send('POST', '/api/v3.3/leads', { ...told, ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.lead
}

const split = (uid: string, body: object, as = key) =>
  server.request('POST', `/api/v3.3/leads/${uid}/split`, { key: as, body: { ...half, ...body } })

async function parts(uid: string, body: object) {
  const answer = await split(uid, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.leads
}

async function orderOf({ uid }: { uid: string }) {
  const { body } = await send('GET', `/api/v3.3/orders?leadUid=${uid}`)
  return body.orders[0]
}

async function pay(order: { uid: string }, body: object): Promise<void> {
  const told = { orderUid: order.uid, type: 'SALE', status: 'SUCCESS', ...body }
  assert.equal((await send('POST', '/api/v3.3/transactions', told)).status, 201)
}

/** The sum of some amounts in cents. */
const cents = (...amounts: number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

describe('POST /leads/{uid}/split', () => {
  it('201: the lead keeps the first nights, one of the same guest has the others', async () => {
    const [a, b] = [await house(), await house({ time_zone: 'America/New_York' })]
    const { uid } = await book(a, { notes: 'Cot', externalBookingId: 'HM1' })
    await send('PUT', `/api/v3.3/extra-guests/${uid}`, { extraGuests: [{ firstName: 'Bo' }] })
    const [first, second] = await parts(uid, { propertyUid: b })
    assert.deepEqual([first.uid, first.propertyUid], [uid, a])
    assert.equal(first.checkOutLocalDateTime, '2026-07-07T11:00:00')
    assert.deepEqual([second.propertyUid, second.status], [b, 'BOOKED'])
    assert.equal(second.checkInLocalDateTime, '2026-07-07T15:00:00')
    assert.equal(second.checkOutZonedDateTime, '2026-07-11T11:00:00-04:00')
    assert.equal(second.bookedUtcDateTime, first.bookedUtcDateTime)
    assert.deepEqual(second.guestInformation, first.guestInformation)
    assert.equal(second.guestInformation.passportId, 'P1')
    assert.deepEqual([second.notes, second.externalBookingId], ['Cot', 'HM1'])
    assert.deepEqual(await nightsOf(first), ['[2026-07-04,2026-07-07)'])
    assert.deepEqual(await nightsOf(second), ['[2026-07-07,2026-07-11)'])
    const { body } = await send('GET', `/api/v3.3/extra-guests/${second.uid}`)
    assert.equal(body.extraGuests[0].firstName, 'Bo')
  })

  it('201: a unit type moves to another of its units, the named or a free one', async () => {
    const { typeUid } = await makeInn()
    const [one, two] = await unitsOf(server, agencyUid, typeUid)
    const named = await book(typeUid, { unitUid: one })
    const [first, second] = await parts(named.uid, { unitUid: two })
    assert.deepEqual([first.unitUid, second.unitUid], [one, two])
    const free = await book(typeUid, {
      unitUid: one,
      checkInLocalDate: '2026-07-11',
      checkOutLocalDate: '2026-07-16',
    })
    const [, other] = await parts(free.uid, { splitLocalDate: '2026-07-13', propertyUid: typeUid })
    assert.equal(other.unitUid, two)
  })

  it('201: a block and a hold are split as they are', async () => {
    const [a, b, c] = [await house(), await house(), await house()]
    const block = await book(a, { status: 'BLOCKED' })
    const [, blocked] = await parts(block.uid, { propertyUid: c })
    assert.deepEqual([blocked.status, await orderOf(blocked)], ['BLOCKED', undefined])
    const hold = await book(b, { status: 'ON_HOLD' })
    const [first, second] = await parts(hold.uid, { propertyUid: a })
    assert.equal(second.status, 'ON_HOLD')
    assert.equal(second.holdExpiresUtcDateTime, first.holdExpiresUtcDateTime)
  })
})

describe('the money of a split stay', () => {
  it('adds up to the cent in every amount, rent going with its nights', async () => {
    const [a, b] = [await priced(), await priced({ daily_rate: '900' })]
    const { uid } = await book(a)
    const whole = await orderOf({ uid })
    const [first, second] = await parts(uid, { propertyUid: b })
    const shares = [await orderOf(first), await orderOf(second)]
    const [one, two] = shares
    assert.equal(one.uid, whole.uid)
    for (const name of ['totalAmount', 'totalTaxesAmount', 'balanceAmount']) {
      assert.equal(cents(one[name], two[name]), cents(whole[name]), name)
    }
    for (const name of Object.keys(whole.rent)) {
      if (typeof whole.rent[name] !== 'number' || name === 'taxationRate') continue
      assert.equal(cents(one.rent[name], two.rent[name]), cents(whole.rent[name]), name)
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

  it('what was paid too much for the first part goes over to the second', async () => {
    const [a, b] = [await priced(), await priced()]
    const { uid } = await book(a)
    const whole = await orderOf({ uid })
    await pay(whole, { fullPayment: true })
    const [first, second] = await parts(uid, { propertyUid: b })
    const [one, two] = [await orderOf(first), await orderOf(second)]
    assert.deepEqual([one.balanceAmount, two.balanceAmount], [0, 0])
    assert.equal(cents(one.paidAmount, two.paidAmount), cents(whole.totalAmount))
  })

  it('what the first part still owes stays due there', async () => {
    const [a, b] = [await priced(), await priced()]
    const { uid } = await book(a)
    await pay(await orderOf({ uid }), { amount: 100 })
    const [first, second] = await parts(uid, { propertyUid: b })
    assert.equal((await orderOf(first)).paidAmount, 100)
    assert.equal((await orderOf(second)).paidAmount, 0)
  })

  it('adjustments stay with the first part', async () => {
    const [a, b] = [await priced(), await priced()]
    const { uid } = await book(a)
    const { uid: orderUid } = await orderOf({ uid })
    const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 }
    await send('POST', `/api/v3.3/orders/${orderUid}/order-adjustments`, charge)
    const whole = await orderOf({ uid })
    const [first, second] = await parts(uid, { propertyUid: b })
    const [one, two] = [await orderOf(first), await orderOf(second)]
    assert.equal(cents(one.totalAmount, two.totalAmount), cents(whole.totalAmount))
    assert.deepEqual([one.adjustmentItems.length, two.adjustmentItems.length], [1, 0])
  })
})

describe('what is told of a split', () => {
  it('comes in order: the lead, its order, the new lead, its order', async () => {
    const [a, b] = [await house(), await house()]
    const { uid } = await book(a)
    const [, second] = await parts(uid, { propertyUid: b })
    const { body } = await send('GET', `/api/v3.3/events?agencyUid=${agencyUid}&_limit=500`)
    const leads = [uid, second.uid]
    type Told = { eventType: string; payload: { lead_uid?: string } }
    const told = body.events
      .filter(({ payload }: Told) => leads.includes(payload.lead_uid ?? ''))
      .map(({ eventType, payload }: Told) => `${leads.indexOf(payload.lead_uid!)} ${eventType}`)
    assert.deepEqual(told.slice(3), [
      '0 BOOKING_UPDATED',
      '0 PROPERTY_AVAILABILITY_UPDATED',
      '0 LEAD_DATES_CHANGED',
      '1 NEW_BOOKING',
      '1 PROPERTY_AVAILABILITY_UPDATED',
      '0 ORDER_UPDATED',
      '1 ORDER_CREATED',
    ])
    const acts = await send('GET', `/api/v3.3/leads/${second.uid}/history`)
    assert.deepEqual(
      acts.body.history.map(({ act }: { act: string }) => act),
      ['split'],
    )
  })
})

describe('a split that is refused', () => {
  it('400: names what is wrong, and changes nothing', async () => {
    const a = await house()
    const { uid } = await book(a)
    const { typeUid } = await makeInn()
    const wrongs: [object, string, RegExp][] = [
      [{}, 'REQUIRED_PARAMETER', /^One of \['propertyUid', 'unitUid'\] is required$/],
      [{ splitLocalDate: null, propertyUid: typeUid }, 'REQUIRED_PARAMETER', /splitLocalDate/],
      [{ splitLocalDate: '2026-07-04', propertyUid: typeUid }, 'INVALID_PARAMETER', /after/],
      [{ splitLocalDate: '2026-07-11', propertyUid: typeUid }, 'INVALID_PARAMETER', /before/],
      [{ propertyUid: a }, 'INVALID_PARAMETER', /'propertyUid' must differ/],
      [{ propertyUid: await house({ max_guests: 2 }) }, 'TOO_MANY_GUESTS', /at most 2/],
    ]
    for (const [body, code, text] of wrongs) {
      const answer = await split(uid, body)
      assert.deepEqual([answer.status, answer.body.code], [400, code], answer.text)
      assert.match(answer.body.apiErrorMessage, text)
    }
    assert.deepEqual(await nightsOf({ uid }), ['[2026-07-04,2026-07-11)'])
  })

  it('409: taken nights, with what stands in the way; a member of a group booking', async () => {
    const [a, b] = [await house(), await house()]
    const { uid } = await book(a)
    const stay = { propertyUid: b, checkIn: '2026-07-09', checkOut: '2026-07-12' }
    const booked = await makeStay(server, agencyUid, stay)
    const { status, body } = await split(uid, { propertyUid: b })
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    assert.deepEqual([body.propertyUid, body.conflicts[0].leadUid], [b, booked])
    const { body: kept } = await send('GET', `/api/v3.3/leads/${uid}`)
    assert.equal(kept.lead.checkOutLocalDateTime, '2026-07-11T11:00:00')
    const { first, second } = await makeFamily()
    const subLeads = [{ propertyUid: second }]
    const group = { agencyUid, status: 'BOOKED', ...dates, propertyUid: first, subLeads }
    const path = '/api/v3.3/leads/group-booking'
    const made = await send('POST', path, { ...group, guestInformation: guest })
    const refused = await split(made.body.groupBooking.mainLead.uid, { propertyUid: await house() })
    assert.deepEqual([refused.body.code, refused.body.state], ['STATE_CONFLICT', 'GROUP_MEMBER'])
  })

  it('404 and 403: a lead or a house out of a partner’s reach', async () => {
    const [a, b, c] = [await house(), await house(), await house()]
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

describe('splits at once', () => {
  it('into the same house: one has its nights, the others stay whole', async () => {
    const target = await house()
    const leads = []
    for (let i = 0; i < 5; i++) leads.push(await book(await house()))
    const answers = await Promise.all(leads.map(({ uid }) => split(uid, { propertyUid: target })))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 409, 409, 409, 409])
    for (const [i, { uid }] of leads.entries()) {
      const last = answers[i]!.status === 201 ? '07' : '11'
      assert.deepEqual(await nightsOf({ uid }), [`[2026-07-04,2026-07-${last})`])
    }
  })

  it('of one lead: it is split once', async () => {
    const [a, b, c] = [await house(), await house(), await house()]
    const { uid } = await book(a)
    const both = [split(uid, { propertyUid: b }), split(uid, { propertyUid: c })]
    const answers = await Promise.all(both)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
  })

  it('crosswise into each other’s house: nobody waits for ever, no night is held twice', async () => {
    const [a, b] = [await house(), await house()]
    const late = { checkInLocalDate: '2026-07-11', checkOutLocalDate: '2026-07-16' }
    const [one, two] = [await book(a), await book(b, late)]
    const answers = await Promise.all([
      split(one.uid, { propertyUid: b }),
      split(two.uid, { propertyUid: a, splitLocalDate: '2026-07-13' }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    )
  })
})
