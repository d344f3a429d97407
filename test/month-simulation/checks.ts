/** Invariants that hold after every step of a random month. */
import assert from 'node:assert/strict'
import { checkSums } from './order-sums.ts'
import { type Booking, dateOf, guests, type Month } from './simulate-month.ts'

type Json = Awaited<ReturnType<Month['send']>>

export async function checkMonth(month: Month): Promise<void> {
  const leads = await checkLeads(month)
  for (const booking of month.bookings) await checkMoney(month, booking)
  await checkJobs(month, leads)
  await checkCodes(month, leads)
  await checkMessages(month)
}

/** Checks that leads have the dates and status of the model, in the time zone of their property. */
async function checkLeads({ agencyUid, bookings, send }: Month): Promise<Map<string, Json>> {
  const { leads } = await send('GET', `/leads?agencyUid=${agencyUid}&_limit=200`)
  const leadsByUid = new Map<string, Json>(leads.map((lead: Json) => [lead.uid, lead]))
  for (const { uid, property, from, to, isBooked } of bookings) {
    const lead = leadsByUid.get(uid)
    const days = [lead.checkInLocalDateTime, lead.checkOutLocalDateTime].map(toDate)
    assert.deepEqual(
      [lead.propertyUid, lead.status, ...days],
      [property.uid, isBooked ? 'BOOKED' : 'CANCELLED', dateOf(from), dateOf(to)],
    )
    const offset = Temporal.PlainDateTime.from(lead.checkInLocalDateTime)
      .toZonedDateTime(property.timeZone)
      .toString({ timeZoneName: 'never', smallestUnit: 'second' })
    assert.equal(lead.checkInZonedDateTime, offset)
  }
  return leadsByUid
}

const toDate = (local: string) => local.slice(0, 10)

/**
 * Checks that an order adds up in one currency, and that its nights are those of the stay at agreed
 * prices.
 */
async function checkMoney({ send }: Month, booking: Booking): Promise<void> {
  const { order } = await send('GET', `/orders/${booking.orderUid}`)
  checkSums(order)
  const { totalAmount, paidAmount, currency, rent } = order
  assert.deepEqual(
    [totalAmount, paidAmount, currency],
    [booking.total, booking.paid, booking.currency],
  )
  const nights = rent.rentBreakdowns.map((night: Json) => [night.nightlyDate, night.nightlyAmount])
  assert.deepEqual(nights, [...booking.nights])
  assert.equal(nights.length, booking.to - booking.from)
  if (!booking.hasPayments) return
  const { transactions } = await send('GET', `/transactions?orderUid=${booking.orderUid}`)
  for (const transaction of transactions) assert.equal(transaction.currency, currency)
}

/**
 * Checks that jobs are within the days of their stays, at the same property, and that none is lost.
 */
async function checkJobs({ agencyUid, send, jobs }: Month, leads: Map<string, Json>) {
  const { jobs: listed } = await send(
    'GET',
    `/jobs?agencyUid=${agencyUid}&modifiedSince=2026-01-01`,
  )
  assert.deepEqual(new Set(listed.map(({ uid }: Json) => uid)), jobs)
  for (const job of listed) {
    const lead = leads.get(job.leadUid)
    if (job.status === 'CANCELLED') continue
    const isOpen = job.status !== 'DECLINED'
    if (isOpen) assert.equal(lead.status, 'BOOKED', `job ${job.uid} of a stay that ended`)
    const day = toDate(job.startLocalDateTime)
    const stay = [lead.checkInLocalDateTime, lead.checkOutLocalDateTime].map(toDate)
    const isInside = stay[0]! <= day && day <= stay[1]!
    assert.ok(isInside, `job ${job.uid} of ${day} in the stay ${stay}`)
    assert.equal(job.propertyUid, lead.propertyUid)
  }
}

/** Checks that codes are those created for booked stays, and valid within the stay. */
async function checkCodes({ properties, bookings, send }: Month, leads: Map<string, Json>) {
  const listed: Json[] = []
  for (const { uid } of properties) {
    listed.push(...(await send('GET', `/pin-codes?propertyUid=${uid}`)).pinCodes)
  }
  const booked = bookings.filter(({ isBooked }) => isBooked)
  const expected = booked.flatMap(({ uid, codes }) => codes.map(code => [code.uid, uid, code.code]))
  const actual = listed.map(({ uid, leadUid, code }) => [uid, leadUid, code])
  assert.deepEqual(actual.sort(), expected.sort())
  for (const { leadUid, propertyUid, startLocalDateTime, endLocalDateTime } of listed) {
    const lead = leads.get(leadUid)
    assert.deepEqual(
      [propertyUid, startLocalDateTime, endLocalDateTime],
      [lead.propertyUid, lead.checkInLocalDateTime, lead.checkOutLocalDateTime],
    )
  }
}

/** Checks that a message belongs to a booking of the guest who sent or receives it. */
async function checkMessages({ agencyUid, send, bookings, messages }: Month) {
  const response = await send('GET', `/messages?agencyUid=${agencyUid}&_limit=500`)
  assert.equal(response.messages.length, messages)
  for (const { leadUid, content } of response.messages) {
    const booking = bookings.find(({ uid }) => uid === leadUid)
    assert.equal(content.text, `<${guests[booking?.guest ?? -1]}>`, `message at ${leadUid}`)
  }
}
