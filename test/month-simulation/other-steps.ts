/** Steps of a random month besides its bookings: jobs, codes, messages, prices and time. */
import assert from 'node:assert/strict'
import { dateOf, guestEmail, guests, type Step } from './simulate-month.ts'

export const createJob: Step = async (month, booking) => {
  const day = month.random.int(booking.from, booking.to)
  if (!booking.isBooked) return 'nothing'
  const start = `${dateOf(day)}T${month.random.pick(['06:00', '10:30', '16:00', '22:30'])}:00`
  const stay = { propertyUid: booking.property.uid, leadUid: booking.uid }
  const times = { startLocalDateTime: start, endLocalDateTime: `${start.slice(0, 13)}:45:00` }
  const body = { ...stay, serviceUid: month.serviceUid, ...times }
  month.jobs.add((await month.send('POST', '/jobs', body)).job.uid)
  return start
}

export const changeJob: Step = async month => {
  if (month.jobs.size === 0) return 'nothing'
  const uid = month.random.pick([...month.jobs])
  const action = month.random.pick(['accept', 'decline', 'accept'])
  const { status, text } = await month.call('POST', `/jobs/${uid}/${action}`)
  assert.ok(status === 200 || status === 409, text)
  return `${action} ${uid}: ${status}`
}

export const createCode: Step = async (month, { isBooked, property, uid, codes }) => {
  if (!isBooked) return 'nothing'
  const code = month.random.pick(['2468', '1357'])
  const body = { propertyUid: property.uid, leadUid: uid, code }
  const { status, body: result, text } = await month.call('POST', '/pin-codes', body)
  assert.ok(status === 201 || result.code === 'INVALID_PARAMETER' || status === 409, text)
  if (status === 201) codes.push({ uid: result.pinCode.uid, code })
  return `${code}: ${status}`
}

/** Receives a message from the address of the guest or for the booking, or sends one. */
export const exchangeMessage: Step = async (month, { guest, uid }) => {
  const content = { text: `<${guests[guest]}>` }
  month.messages++
  const kind = month.random.int(0, 2)
  if (kind === 0) {
    const sender = { agencyUid: month.agencyUid, guest: { email: guestEmail(month, guest) } }
    await month.send('POST', '/messages/inbound', { ...sender, type: 'EMAIL', content })
  } else if (kind === 1) {
    await month.send('POST', '/messages/inbound', { leadUid: uid, type: 'EMAIL', content })
  } else await month.send('POST', '/messages', { leadUid: uid, type: 'EMAIL', content })
  return ['from its address', 'to the booking', 'sent'][kind]!
}

export const reprice: Step = async (month, booking) => {
  const dailyRate = month.random.int(1, 400)
  const path = `/properties/${booking.property.uid}`
  await month.send('PATCH', path, { pricing: { dailyRate, cleaningFee: dailyRate / 2 } })
  return `${dailyRate}`
}

const zones = ['America/Denver', 'Europe/Vienna', 'Asia/Tokyo', 'Pacific/Auckland']

export const changeTimeZone: Step = async (month, { property }) => {
  property.timeZone = month.random.pick(zones)
  await month.send('PATCH', `/properties/${property.uid}`, { timeZone: property.timeZone })
  return property.timeZone
}

export const changeCurrency: Step = async (month, { property }) => {
  property.currency = month.random.pick(['USD', 'JPY'])
  await month.send('PATCH', `/properties/${property.uid}`, {
    pricing: { currency: property.currency },
  })
  return property.currency
}

export const advanceClock: Step = async month => {
  month.server.clock.advance(month.random.int(1, 40) * 3_600_000)
  return month.server.clock.now().toISOString()
}
