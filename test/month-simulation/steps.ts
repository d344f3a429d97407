/** Steps of a random month, each of which predicts whether the server accepts or refuses it. */
import assert from 'node:assert/strict'
import { nightlyPrices, round } from './order-sums.ts'
import {
  advanceClock,
  changeCurrency,
  changeJob,
  changeTimeZone,
  createCode,
  createJob,
  exchangeMessage,
  reprice,
} from './other-steps.ts'
import {
  type Booking,
  dateOf,
  guestEmail,
  guests,
  isFree,
  type Month,
  type Step,
} from './simulate-month.ts'

const ends = (from: number, to: number) => ({
  checkInLocalDate: dateOf(from),
  checkOutLocalDate: dateOf(to),
})

/** Updates the model of a booking from its order. */
async function refreshBooking({ send }: Month, booking: Booking): Promise<void> {
  const { order } = await send('GET', `/orders/${booking.orderUid}`)
  const { totalAmount: total, currency } = order
  Object.assign(booking, { total, currency, nights: nightlyPrices(order) })
}

async function readBooking(
  month: Month,
  uid: string,
  stay: Pick<Booking, 'guest' | 'property' | 'from' | 'to'>,
): Promise<Booking> {
  const [order] = (await month.send('GET', `/orders?leadUid=${uid}`)).orders
  const { totalAmount: total, paidAmount: paid, currency } = order
  const money = { total, paid, currency, nights: nightlyPrices(order), hasPayments: paid !== 0 }
  return { ...stay, ...money, uid, orderUid: order.uid, isBooked: true, codes: [] }
}

export async function book(month: Month): Promise<string> {
  const { random, agencyUid } = month
  const property = random.pick(month.properties)
  const from = random.int(0, 25)
  const to = from + random.int(1, 6)
  const guest = random.int(0, guests.length - 1)
  const guestInformation = { firstName: guests[guest], email: guestEmail(month, guest) }
  const response = await month.call('POST', '/leads', {
    ...{ agencyUid, propertyUid: property.uid, status: 'BOOKED', ...ends(from, to) },
    ...(random.chance(0.3) ? { promoCode: 'WALK' } : {}),
    guestInformation: { ...guestInformation, adultCount: random.int(1, 3) },
  })
  const attempt = `book ${guests[guest]} ${property.currency} ${from}-${to}`
  if (response.body.code === 'INVALID_PARAMETER') return `${attempt}: code does not fit`
  if (!isFree(month, property, from, to)) {
    assert.equal(response.body.code, 'NOT_AVAILABLE', response.text)
    return `${attempt}: taken`
  }
  assert.equal(response.status, 201, response.text)
  const { uid } = response.body.lead
  month.bookings.push(await readBooking(month, uid, { guest, property, from, to }))
  return `${attempt}: ${uid}`
}

/** Alters the dates; longer stays never cost less (contract/orders.md §2). */
async function moveTo(month: Month, booking: Booking, from: number, to: number): Promise<string> {
  const { total, property } = booking
  const response = await month.call('POST', `/leads/${booking.uid}/alteration`, ends(from, to))
  // A property whose currency has changed refuses a stay with payments.
  if (response.body.code === 'STATE_CONFLICT') {
    assert.notEqual(property.currency, booking.currency, response.text)
    return `${from}-${to}: another currency`
  }
  if (!isFree(month, property, from, to, booking)) {
    assert.equal(response.body.code, 'NOT_AVAILABLE', response.text)
    return `${from}-${to}: taken`
  }
  assert.equal(response.status, 200, response.text)
  const previous = { ...booking }
  Object.assign(booking, { from, to })
  await checkAgreedPrices(month, previous, booking)
  const isLonger =
    from <= previous.from && to >= previous.to && to - from > previous.to - previous.from
  const isSameMoney = booking.currency === previous.currency
  if (isLonger && isSameMoney) assert.ok(booking.total >= total, `${total} to ${booking.total}`)
  return `${previous.from}-${previous.to} to ${from}-${to}`
}

/** Checks that nights of the previous stay cost the agreed price, and updates the model. */
async function checkAgreedPrices(month: Month, previous: Booking, booking: Booking): Promise<void> {
  await refreshBooking(month, booking)
  if (booking.currency !== previous.currency) return
  for (const [date, price] of previous.nights) {
    const now = booking.nights.get(date)
    if (now !== undefined) assert.equal(now, price, `the night of ${date}`)
  }
}

const dates =
  (changed: (booking: Booking, by: number) => [number, number]): Step =>
  (month, booking) => {
    const [from, to] = changed(booking, month.random.int(1, 4))
    if (!booking.isBooked || to <= from) return Promise.resolve('nothing')
    return moveTo(month, booking, from, to)
  }

const hours: Step = async (month, booking) => {
  if (!booking.isBooked) return 'nothing'
  const isLate = month.random.chance(0.5)
  const time = month.random.pick(['08:00:00', '13:00:00', '17:00:00'])
  const body = isLate
    ? { checkOutLocalDateTime: `${dateOf(booking.to)}T${time}` }
    : { checkInLocalDateTime: `${dateOf(booking.from)}T${time}` }
  const response = await month.call('POST', `/leads/${booking.uid}/alteration`, body)
  if (response.status === 409)
    assert.notEqual(booking.property.currency, booking.currency, response.text)
  else assert.equal(response.status, 200, response.text)
  if (response.status === 200) await checkAgreedPrices(month, { ...booking }, booking)
  return JSON.stringify(body)
}

const party: Step = async (month, booking) => {
  if (!booking.isBooked) return 'nothing'
  const body = { adultCount: month.random.int(1, 6) }
  const response = await month.call('POST', `/leads/${booking.uid}/alteration`, body)
  if (response.status === 409)
    assert.notEqual(booking.property.currency, booking.currency, response.text)
  else assert.equal(response.status, 200, response.text)
  if (response.status === 200) await checkAgreedPrices(month, { ...booking }, booking)
  return JSON.stringify(body)
}

const changeProperty: Step = async (month, booking) => {
  if (!booking.isBooked) return 'nothing'
  const { from, to, property } = booking
  const target = month.random.pick(month.properties)
  const body = { propertyUid: target.uid }
  const response = await month.call('POST', `/leads/${booking.uid}/alteration`, body)
  const name = `to ${target.currency} ${target.timeZone}`
  if (target === property) {
    assert.equal(response.status, 200, response.text)
    await checkAgreedPrices(month, { ...booking }, booking)
    return `${name}: its own`
  }
  if (!isFree(month, target, from, to, booking)) {
    assert.equal(response.status, 409, response.text)
    return `${name}: taken`
  }
  if (target.currency !== booking.currency && booking.hasPayments) {
    assert.equal(response.body.code, 'STATE_CONFLICT', response.text)
    return `${name}: another currency`
  }
  assert.equal(response.status, 200, response.text)
  Object.assign(booking, { property: target, codes: [] })
  await refreshBooking(month, booking)
  assert.equal(booking.currency, target.currency)
  return name
}

const split: Step = async (month, booking) => {
  const { from, to, uid } = booking
  if (!booking.isBooked || to - from < 2) return 'nothing'
  const day = month.random.int(from + 1, to - 1)
  const target = month.random.pick(month.properties)
  const body = { splitLocalDate: dateOf(day), propertyUid: target.uid }
  const response = await month.call('POST', `/leads/${uid}/split`, body)
  const name = `at ${day} to ${target.currency} ${target.timeZone}: ${response.status}`
  const isRefused = !isFree(month, target, day, to, booking) || target === booking.property
  if (isRefused) {
    assert.ok(response.status >= 400, response.text)
    return name
  }
  assert.equal(response.status, 201, response.text)
  const [, second] = response.body.leads
  const { total, paid, currency } = booking
  const later = await readBooking(month, second.uid, { ...booking, property: target, from: day })
  const earlier = await readBooking(month, uid, { ...booking, to: day })
  assert.deepEqual(
    [round(earlier.total + later.total), round(earlier.paid + later.paid)],
    [total, paid],
  )
  assert.deepEqual([earlier.currency, later.currency], [currency, currency])
  const { hasPayments } = booking
  Object.assign(booking, { ...earlier, codes: booking.codes, hasPayments })
  month.bookings.push(later)
  return `${name} ${later.uid}`
}

const cancel: Step = async (month, booking) => {
  const response = await month.call('POST', `/leads/${booking.uid}/cancel`)
  assert.equal(response.status, 200, response.text)
  booking.isBooked = false
  return 'done'
}

const rebook: Step = async (month, booking) => {
  if (booking.isBooked) return 'nothing'
  const by = month.random.pick([0, 0, 3, -2])
  const [from, to] = [booking.from + by, booking.to + by]
  const body = by === 0 ? {} : ends(from, to)
  const response = await month.call('POST', `/leads/${booking.uid}/rebook`, body)
  if (response.body.code === 'STATE_CONFLICT') {
    assert.notEqual(booking.property.currency, booking.currency, response.text)
    return `${from}-${to}: another currency`
  }
  if (!isFree(month, booking.property, from, to, booking)) {
    assert.equal(response.body.code, 'NOT_AVAILABLE', response.text)
    return `${from}-${to}: taken`
  }
  assert.equal(response.status, 200, response.text)
  const previous = { ...booking }
  Object.assign(booking, { isBooked: true, from, to })
  await checkAgreedPrices(month, previous, booking)
  return `${from}-${to}`
}

const pay: Step = async (month, booking) => {
  const isYen = booking.currency === 'JPY'
  const amount = isYen ? month.random.int(1, 90_000) : month.random.int(1, 60_000) / 100
  const body = { orderUid: booking.orderUid, type: 'SALE', status: 'SUCCESS', amount }
  await month.send('POST', '/transactions', body)
  booking.paid = round(booking.paid + amount)
  booking.hasPayments = true
  return `${amount} ${booking.currency}`
}

const refund: Step = async (month, booking) => {
  const share = month.random.int(1, 140) / 100
  const isYen = booking.currency === 'JPY'
  const amount = isYen ? Math.round(booking.paid * share) : round(booking.paid * share)
  if (amount <= 0) return 'nothing'
  const body = { orderUid: booking.orderUid, type: 'REFUND', status: 'SUCCESS', amount }
  const { status, text } = await month.call('POST', '/transactions', body)
  assert.equal(status, amount > booking.paid ? 400 : 201, text)
  if (status === 201) booking.paid = round(booking.paid - amount)
  return `${amount}: ${status}`
}

export const steps: [weight: number, name: string, step: Step][] = [
  [6, 'extend', dates(({ from, to }, by) => [from, to + by])],
  [4, 'arrive earlier', dates(({ from, to }, by) => [from - by, to])],
  [5, 'shorten', dates(({ from, to }, by) => [from, to - by])],
  [3, 'arrive later', dates(({ from, to }, by) => [from + by, to])],
  [3, 'shift', dates(({ from, to }, by) => [from + by, to + by])],
  [4, 'hours', hours],
  [4, 'party', party],
  [5, 'property', changeProperty],
  [4, 'split', split],
  [5, 'cancel', cancel],
  [6, 'rebook', rebook],
  [5, 'pay', pay],
  [4, 'refund', refund],
  [7, 'job', createJob],
  [4, 'answer job', changeJob],
  [7, 'code', createCode],
  [7, 'message', exchangeMessage],
  [3, 'reprice', reprice],
  [2, 'time zone', changeTimeZone],
  [1, 'currency', changeCurrency],
  [2, 'later', advanceClock],
]
