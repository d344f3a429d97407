/** Steps of a random month, each of which knows whether the server has to take or refuse it. */
import assert from 'node:assert/strict'
import { addressOf, type Booking, dateOf, guests, isFree, type Month, type Step } from './month.ts'
import { nightsOf, round } from './order-sums.ts'
import {
  answerJob,
  code,
  currency,
  job,
  later,
  message,
  reprice,
  timeZone,
} from './steps-around.ts'

const ends = (from: number, to: number) => ({
  checkInLocalDate: dateOf(from),
  checkOutLocalDate: dateOf(to),
})

/** Notes what a server has of a booking that a step has changed. */
async function reread({ made }: Month, booking: Booking): Promise<void> {
  const { order } = await made('GET', `/orders/${booking.orderUid}`)
  const { totalAmount: total, currency } = order
  Object.assign(booking, { total, currency, nights: nightsOf(order) })
}

async function known(
  month: Month,
  uid: string,
  place: Pick<Booking, 'guest' | 'house' | 'from' | 'to'>,
): Promise<Booking> {
  const [order] = (await month.made('GET', `/orders?leadUid=${uid}`)).orders
  const { totalAmount: total, paidAmount: paid, currency } = order
  const money = { total, paid, currency, nights: nightsOf(order), hasPayments: paid !== 0 }
  return { ...place, ...money, uid, orderUid: order.uid, isBooked: true, codes: [] }
}

export async function book(month: Month): Promise<string> {
  const { random, agencyUid } = month
  const house = random.pick(month.houses)
  const from = random.int(0, 25)
  const to = from + random.int(1, 6)
  const guest = random.int(0, guests.length - 1)
  const guestInformation = { firstName: guests[guest], email: addressOf(month, guest) }
  const answer = await month.call('POST', '/leads', {
    ...{ agencyUid, propertyUid: house.uid, status: 'BOOKED', ...ends(from, to) },
    ...(random.chance(0.3) ? { promoCode: 'WALK' } : {}),
    guestInformation: { ...guestInformation, adultCount: random.int(1, 3) },
  })
  const wanted = `book ${guests[guest]} ${house.currency} ${from}-${to}`
  if (answer.body.code === 'INVALID_PARAMETER') return `${wanted}: code does not fit`
  if (!isFree(month, house, from, to)) {
    assert.equal(answer.body.code, 'NOT_AVAILABLE', answer.text)
    return `${wanted}: taken`
  }
  assert.equal(answer.status, 201, answer.text)
  const { uid } = answer.body.lead
  month.bookings.push(await known(month, uid, { guest, house, from, to }))
  return `${wanted}: ${uid}`
}

/** Alters the dates; longer stays never cost less (contract/orders.md §2). */
async function moveTo(month: Month, booking: Booking, from: number, to: number): Promise<string> {
  const { total, house } = booking
  const answer = await month.call('POST', `/leads/${booking.uid}/alteration`, ends(from, to))
  // A house that has another currency by now refuses stays of which something was paid.
  if (answer.body.code === 'STATE_CONFLICT') {
    assert.notEqual(house.currency, booking.currency, answer.text)
    return `${from}-${to}: another currency`
  }
  if (!isFree(month, house, from, to, booking)) {
    assert.equal(answer.body.code, 'NOT_AVAILABLE', answer.text)
    return `${from}-${to}: taken`
  }
  assert.equal(answer.status, 200, answer.text)
  const was = { ...booking }
  Object.assign(booking, { from, to })
  await check(month, was, booking)
  const isLonger = from <= was.from && to >= was.to && to - from > was.to - was.from
  const isSameMoney = booking.currency === was.currency
  if (isLonger && isSameMoney) assert.ok(booking.total >= total, `${total} to ${booking.total}`)
  return `${was.from}-${was.to} to ${from}-${to}`
}

/** Checks that nights of before cost what was agreed, and notes what the order shows now. */
async function check(month: Month, was: Booking, booking: Booking): Promise<void> {
  await reread(month, booking)
  if (booking.currency !== was.currency) return
  for (const [date, price] of was.nights) {
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
  const answer = await month.call('POST', `/leads/${booking.uid}/alteration`, body)
  if (answer.status === 409) assert.notEqual(booking.house.currency, booking.currency, answer.text)
  else assert.equal(answer.status, 200, answer.text)
  if (answer.status === 200) await check(month, { ...booking }, booking)
  return JSON.stringify(body)
}

const party: Step = async (month, booking) => {
  if (!booking.isBooked) return 'nothing'
  const body = { adultCount: month.random.int(1, 6) }
  const answer = await month.call('POST', `/leads/${booking.uid}/alteration`, body)
  if (answer.status === 409) assert.notEqual(booking.house.currency, booking.currency, answer.text)
  else assert.equal(answer.status, 200, answer.text)
  if (answer.status === 200) await check(month, { ...booking }, booking)
  return JSON.stringify(body)
}

const house: Step = async (month, booking) => {
  if (!booking.isBooked) return 'nothing'
  const { from, to, house } = booking
  const target = month.random.pick(month.houses)
  const body = { propertyUid: target.uid }
  const answer = await month.call('POST', `/leads/${booking.uid}/alteration`, body)
  const name = `to ${target.currency} ${target.timeZone}`
  if (target === house) {
    assert.equal(answer.status, 200, answer.text)
    await check(month, { ...booking }, booking)
    return `${name}: its own`
  }
  if (!isFree(month, target, from, to, booking)) {
    assert.equal(answer.status, 409, answer.text)
    return `${name}: taken`
  }
  if (target.currency !== booking.currency && booking.hasPayments) {
    assert.equal(answer.body.code, 'STATE_CONFLICT', answer.text)
    return `${name}: another currency`
  }
  assert.equal(answer.status, 200, answer.text)
  Object.assign(booking, { house: target, codes: [] })
  await reread(month, booking)
  assert.equal(booking.currency, target.currency)
  return name
}

const split: Step = async (month, booking) => {
  const { from, to, uid } = booking
  if (!booking.isBooked || to - from < 2) return 'nothing'
  const day = month.random.int(from + 1, to - 1)
  const target = month.random.pick(month.houses)
  const body = { splitLocalDate: dateOf(day), propertyUid: target.uid }
  const answer = await month.call('POST', `/leads/${uid}/split`, body)
  const name = `at ${day} to ${target.currency} ${target.timeZone}: ${answer.status}`
  const isRefused = !isFree(month, target, day, to, booking) || target === booking.house
  if (isRefused) {
    assert.ok(answer.status >= 400, answer.text)
    return name
  }
  assert.equal(answer.status, 201, answer.text)
  const [, second] = answer.body.leads
  const { total, paid, currency } = booking
  const rest = await known(month, second.uid, { ...booking, house: target, from: day })
  const one = await known(month, uid, { ...booking, to: day })
  assert.deepEqual([round(one.total + rest.total), round(one.paid + rest.paid)], [total, paid])
  assert.deepEqual([one.currency, rest.currency], [currency, currency])
  const { hasPayments } = booking
  Object.assign(booking, { ...one, codes: booking.codes, hasPayments })
  month.bookings.push(rest)
  return `${name} ${rest.uid}`
}

const cancel: Step = async (month, booking) => {
  const answer = await month.call('POST', `/leads/${booking.uid}/cancel`)
  assert.equal(answer.status, 200, answer.text)
  booking.isBooked = false
  return 'done'
}

const rebook: Step = async (month, booking) => {
  if (booking.isBooked) return 'nothing'
  const by = month.random.pick([0, 0, 3, -2])
  const [from, to] = [booking.from + by, booking.to + by]
  const body = by === 0 ? {} : ends(from, to)
  const answer = await month.call('POST', `/leads/${booking.uid}/rebook`, body)
  if (answer.body.code === 'STATE_CONFLICT') {
    assert.notEqual(booking.house.currency, booking.currency, answer.text)
    return `${from}-${to}: another currency`
  }
  if (!isFree(month, booking.house, from, to, booking)) {
    assert.equal(answer.body.code, 'NOT_AVAILABLE', answer.text)
    return `${from}-${to}: taken`
  }
  assert.equal(answer.status, 200, answer.text)
  const was = { ...booking }
  Object.assign(booking, { isBooked: true, from, to })
  await check(month, was, booking)
  return `${from}-${to}`
}

const pay: Step = async (month, booking) => {
  const isYen = booking.currency === 'JPY'
  const amount = isYen ? month.random.int(1, 90_000) : month.random.int(1, 60_000) / 100
  const body = { orderUid: booking.orderUid, type: 'SALE', status: 'SUCCESS', amount }
  await month.made('POST', '/transactions', body)
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

/** Steps with their weights. */
export const steps: [weight: number, name: string, step: Step][] = [
  [6, 'extend', dates(({ from, to }, by) => [from, to + by])],
  [4, 'arrive earlier', dates(({ from, to }, by) => [from - by, to])],
  [5, 'shorten', dates(({ from, to }, by) => [from, to - by])],
  [3, 'arrive later', dates(({ from, to }, by) => [from + by, to])],
  [3, 'shift', dates(({ from, to }, by) => [from + by, to + by])],
  [4, 'hours', hours],
  [4, 'party', party],
  [5, 'house', house],
  [4, 'split', split],
  [5, 'cancel', cancel],
  [6, 'rebook', rebook],
  [5, 'pay', pay],
  [4, 'refund', refund],
  [7, 'job', job],
  [4, 'answer job', answerJob],
  [7, 'code', code],
  [7, 'message', message],
  [3, 'reprice', reprice],
  [2, 'time zone', timeZone],
  [1, 'currency', currency],
  [2, 'later', later],
]
