/** A random month of an agency: its houses and guests, and what is known of its bookings. */
import assert from 'node:assert/strict'
import { makeService } from '../fixtures/jobs.ts'
import { makeFee, makePromoCode } from '../fixtures/prices.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { type Random, randomOf } from '../lead-walk/random.ts'
import type { TestServer } from '../support/server.ts'

export interface House {
  uid: string
  currency: 'USD' | 'JPY'
  timeZone: string
}

/** A door code that was made for a booking. */
interface Code {
  uid: string
  code: string
}

export interface Booking {
  uid: string
  orderUid: string
  /** Place of its guest among those of the month. */
  guest: number
  house: House
  /** Days after the first of the month, the second is that of check-out. */
  from: number
  to: number
  isBooked: boolean
  currency: string
  paid: number
  hasPayments: boolean
  total: number
  /** Agreed prices by date. */
  nights: Map<string, number>
  codes: Code[]
}

type Answer = Awaited<ReturnType<TestServer['request']>>

export interface Month {
  server: TestServer
  random: Random
  agencyUid: string
  serviceUid: string
  houses: House[]
  bookings: Booking[]
  jobs: Set<string>
  messages: number
  call(method: string, path: string, body?: object): ReturnType<TestServer['request']>
  /** Calls with success, and returns the body. */
  made(method: string, path: string, body?: object): Promise<Answer['body']>
}

/** Takes a step with a booking, and returns what was done, for the trace. */
export type Step = (month: Month, booking: Booking) => Promise<string>

export const guests = ['ada', 'bo', 'cy', 'dee']

const first = Temporal.PlainDate.from('2026-06-01')

export const dateOf = (day: number) => first.add({ days: day }).toString()

export const addressOf = (month: Month, guest: number) =>
  `${guests[guest]}@${month.agencyUid}.example`

export async function makeMonth(server: TestServer, seed: number): Promise<Month> {
  const { agencyUid, key } = await makeAgency(server)
  const call = (method: string, path: string, body?: object) =>
    server.request(method, `/api/v3.3${path}`, { key, ...(body === undefined ? {} : { body }) })
  const made = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body
  }
  await makePromoCode(server, agencyUid, { code: 'WALK', minimum_nights: 3 })
  const serviceUid = await makeService(server, agencyUid)
  const houses: House[] = [
    await makeHouse(server, agencyUid, 'USD', 'America/Denver', '99.99'),
    await makeHouse(server, agencyUid, 'USD', 'UTC', '80'),
    await makeHouse(server, agencyUid, 'JPY', 'Asia/Tokyo', '12000'),
  ]
  return {
    ...{ server, agencyUid, serviceUid, houses, call, made },
    ...{ random: randomOf(seed), bookings: [], jobs: new Set(), messages: 0 },
  }
}

async function makeHouse(
  server: TestServer,
  agencyUid: string,
  currency: House['currency'],
  timeZone: string,
  rate: string,
): Promise<House> {
  const prices = { daily_rate: rate, weekend_adjustment_rate: '0.15', cleaning_fee: '45' }
  const limits = { base_guests: 2, max_guests: 9, tax_rate: '0.0725' }
  const place = { currency, time_zone: timeZone }
  const uid = await makeProperty(server, agencyUid, { ...prices, ...limits, ...place })
  const night = { name: 'City tax', amount: '1', scope: 'PER_GUEST_PER_NIGHT' }
  await makeFee(server, agencyUid, { property_uid: uid, amount_type: 'TAX', ...night })
  return { uid, currency, timeZone }
}

/** Returns whether nights of a house are free of other bookings. */
export function isFree(month: Month, house: House, from: number, to: number, except?: Booking) {
  return month.bookings.every(
    one =>
      one === except || !one.isBooked || one.house !== house || one.to <= from || to <= one.from,
  )
}
