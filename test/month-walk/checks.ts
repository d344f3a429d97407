/** Invariants of a random month after every step. */
import assert from 'node:assert/strict'
import { type Booking, dateOf, guests, type Month } from './month.ts'
import { checkSums } from './order-sums.ts'

type Shown = Awaited<ReturnType<Month['made']>>

export async function checkMonth(month: Month): Promise<void> {
  const leads = await checkLeads(month)
  for (const booking of month.bookings) await checkMoney(month, booking)
  await checkJobs(month, leads)
  await checkCodes(month, leads)
  await checkMessages(month)
}

/** Leads are where the model has them, in the time zone of their house. */
async function checkLeads({ agencyUid, bookings, made }: Month): Promise<Map<string, Shown>> {
  const { leads } = await made('GET', `/leads?agencyUid=${agencyUid}&_limit=200`)
  const shown = new Map<string, Shown>(leads.map((lead: Shown) => [lead.uid, lead]))
  for (const { uid, house, from, to, isBooked } of bookings) {
    const lead = shown.get(uid)
    const days = [lead.checkInLocalDateTime, lead.checkOutLocalDateTime].map(dayOf)
    assert.deepEqual(
      [lead.propertyUid, lead.status, ...days],
      [house.uid, isBooked ? 'BOOKED' : 'CANCELLED', dateOf(from), dateOf(to)],
    )
    const offset = Temporal.PlainDateTime.from(lead.checkInLocalDateTime)
      .toZonedDateTime(house.timeZone)
      .toString({ timeZoneName: 'never', smallestUnit: 'second' })
    assert.equal(lead.checkInZonedDateTime, offset)
  }
  return shown
}

const dayOf = (local: string) => local.slice(0, 10)

/** An order adds up in one currency, and its nights are those of the stay at agreed prices. */
async function checkMoney({ made }: Month, booking: Booking): Promise<void> {
  const { order } = await made('GET', `/orders/${booking.orderUid}`)
  checkSums(order)
  const { totalAmount, paidAmount, currency, rent } = order
  assert.deepEqual(
    [totalAmount, paidAmount, currency],
    [booking.total, booking.paid, booking.currency],
  )
  const nights = rent.rentBreakdowns.map((one: Shown) => [one.nightlyDate, one.nightlyAmount])
  assert.deepEqual(nights, [...booking.nights])
  assert.equal(nights.length, booking.to - booking.from)
  if (!booking.hasPayments) return
  const { transactions } = await made('GET', `/transactions?orderUid=${booking.orderUid}`)
  for (const each of transactions) assert.equal(each.currency, currency)
}

/** Jobs are within the days of their stays, at the house of it; none is lost. */
async function checkJobs({ agencyUid, made, jobs }: Month, leads: Map<string, Shown>) {
  const { jobs: shown } = await made('GET', `/jobs?agencyUid=${agencyUid}&modifiedSince=2026-01-01`)
  assert.deepEqual(new Set(shown.map(({ uid }: Shown) => uid)), jobs)
  for (const job of shown) {
    const lead = leads.get(job.leadUid)
    if (job.status === 'CANCELLED') continue
    const isOpen = job.status !== 'DECLINED'
    if (isOpen) assert.equal(lead.status, 'BOOKED', `job ${job.uid} of a stay that ended`)
    const day = dayOf(job.startLocalDateTime)
    const stay = [lead.checkInLocalDateTime, lead.checkOutLocalDateTime].map(dayOf)
    const isInside = stay[0]! <= day && day <= stay[1]!
    assert.ok(isInside, `job ${job.uid} of ${day} in the stay ${stay}`)
    assert.equal(job.propertyUid, lead.propertyUid)
  }
}

/** Codes are those that were made for booked stays, and open within the stay. */
async function checkCodes({ houses, bookings, made }: Month, leads: Map<string, Shown>) {
  const shown: Shown[] = []
  for (const { uid } of houses) {
    shown.push(...(await made('GET', `/pin-codes?propertyUid=${uid}`)).pinCodes)
  }
  const booked = bookings.filter(({ isBooked }) => isBooked)
  const wanted = booked.flatMap(({ uid, codes }) => codes.map(one => [one.uid, uid, one.code]))
  const found = shown.map(({ uid, leadUid, code }) => [uid, leadUid, code])
  assert.deepEqual(found.sort(), wanted.sort())
  for (const { leadUid, propertyUid, startLocalDateTime, endLocalDateTime } of shown) {
    const lead = leads.get(leadUid)
    assert.deepEqual(
      [propertyUid, startLocalDateTime, endLocalDateTime],
      [lead.propertyUid, lead.checkInLocalDateTime, lead.checkOutLocalDateTime],
    )
  }
}

/** A message is at a booking of the guest who wrote it or gets it. */
async function checkMessages({ agencyUid, made, bookings, messages }: Month) {
  const shown = await made('GET', `/messages?agencyUid=${agencyUid}&_limit=500`)
  assert.equal(shown.messages.length, messages)
  for (const { leadUid, content } of shown.messages) {
    const booking = bookings.find(({ uid }) => uid === leadUid)
    assert.equal(content.text, `<${guests[booking?.guest ?? -1]}>`, `message at ${leadUid}`)
  }
}
