/** Steps of a random month around its bookings: jobs, codes, messages, prices and time. */
import assert from 'node:assert/strict'
import { addressOf, dateOf, guests, type House, type Step } from './month.ts'

export const job: Step = async (month, booking) => {
  const day = month.random.int(booking.from, booking.to)
  if (!booking.isBooked) return 'nothing'
  const start = `${dateOf(day)}T${month.random.pick(['06:00', '10:30', '16:00', '22:30'])}:00`
  const place = { propertyUid: booking.house.uid, leadUid: booking.uid }
  const times = { startLocalDateTime: start, endLocalDateTime: `${start.slice(0, 13)}:45:00` }
  const body = { ...place, serviceUid: month.serviceUid, ...times }
  month.jobs.add((await month.made('POST', '/jobs', body)).job.uid)
  return start
}

export const answerJob: Step = async month => {
  if (month.jobs.size === 0) return 'nothing'
  const uid = month.random.pick([...month.jobs])
  const action = month.random.pick(['accept', 'decline', 'accept'])
  const { status, text } = await month.call('POST', `/jobs/${uid}/${action}`)
  assert.ok(status === 200 || status === 409, text)
  return `${action} ${uid}: ${status}`
}

export const code: Step = async (month, { isBooked, house, uid, codes }) => {
  if (!isBooked) return 'nothing'
  const code = month.random.pick(['2468', '1357'])
  const body = { propertyUid: house.uid, leadUid: uid, code }
  const { status, body: answer, text } = await month.call('POST', '/pin-codes', body)
  assert.ok(status === 201 || answer.code === 'INVALID_PARAMETER' || status === 409, text)
  if (status === 201) codes.push({ uid: answer.pinCode.uid, code })
  return `${code}: ${status}`
}

/** A guest writes from their own address, or on the channel of a booking; or is written to. */
export const message: Step = async (month, { guest, uid }) => {
  const content = { text: `<${guests[guest]}>` }
  month.messages++
  const way = month.random.int(0, 2)
  if (way === 0) {
    const told = { agencyUid: month.agencyUid, guest: { email: addressOf(month, guest) } }
    await month.made('POST', '/messages/inbound', { ...told, type: 'EMAIL', content })
  } else if (way === 1) {
    await month.made('POST', '/messages/inbound', { leadUid: uid, type: 'EMAIL', content })
  } else await month.made('POST', '/messages', { leadUid: uid, type: 'EMAIL', content })
  return ['from its address', 'to the booking', 'sent'][way]!
}

export const reprice: Step = async (month, booking) => {
  const dailyRate = month.random.int(1, 400)
  const path = `/properties/${booking.house.uid}`
  await month.made('PATCH', path, { pricing: { dailyRate, cleaningFee: dailyRate / 2 } })
  return `${dailyRate}`
}

const zones = ['America/Denver', 'Europe/Vienna', 'Asia/Tokyo', 'Pacific/Auckland']

export const timeZone: Step = async (month, { house }) => {
  house.timeZone = month.random.pick(zones)
  await month.made('PATCH', `/properties/${house.uid}`, { timeZone: house.timeZone })
  return house.timeZone
}

export const currency: Step = async (month, { house }: { house: House }) => {
  house.currency = month.random.pick(['USD', 'JPY'])
  await month.made('PATCH', `/properties/${house.uid}`, { pricing: { currency: house.currency } })
  return house.currency
}

export const later: Step = async month => {
  month.server.clock.advance(month.random.int(1, 40) * 3_600_000)
  return month.server.clock.now().toISOString()
}
