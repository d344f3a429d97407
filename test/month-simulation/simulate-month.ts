/** Model of a random month of an agency: its properties, guests and bookings. */
import assert from 'node:assert/strict'
import { makeService } from '../fixtures/jobs.ts'
import { makeFee, makePromoCode } from '../fixtures/prices.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { createRandom, type Random } from '../lead-model/random.ts'
import type { TestServer } from '../support/server.ts'

export interface SimulatedProperty {
  uid: string
  currency: 'USD' | 'JPY'
  timeZone: string
}

/** A door code that was created for a booking. */
interface Code {
  uid: string
  code: string
}

export interface Booking {
  uid: string
  orderUid: string
  /** Index in `guests`. */
  guest: number
  property: SimulatedProperty
  /** Days after the first of the month; `to` is the day of check-out. */
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

type ApiResponse = Awaited<ReturnType<TestServer['request']>>

export interface Month {
  server: TestServer
  random: Random
  agencyUid: string
  serviceUid: string
  properties: SimulatedProperty[]
  bookings: Booking[]
  jobs: Set<string>
  messages: number
  call(method: string, path: string, body?: object): ReturnType<TestServer['request']>
  /** Sends a request, requires success, and returns the body. */
  send(method: string, path: string, body?: object): Promise<ApiResponse['body']>
}

/** Runs a step with a booking; returns a description for the trace. */
export type Step = (month: Month, booking: Booking) => Promise<string>

export const guests = ['ada', 'bo', 'cy', 'dee']

const first = Temporal.PlainDate.from('2026-06-01')

export const dateOf = (day: number) => first.add({ days: day }).toString()

export const guestEmail = (month: Month, guest: number) =>
  `${guests[guest]}@${month.agencyUid}.example`

export async function makeMonth(server: TestServer, seed: number): Promise<Month> {
  const { agencyUid, key } = await makeAgency(server)
  const call = (method: string, path: string, body?: object) =>
    server.request(method, `/api/v3.3${path}`, { key, ...(body === undefined ? {} : { body }) })
  const send = async (method: string, path: string, body?: object) => {
    const response = await call(method, path, body)
    assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
    return response.body
  }
  await makePromoCode(server, agencyUid, { code: 'WALK', minimum_nights: 3 })
  const serviceUid = await makeService(server, agencyUid)
  const properties: SimulatedProperty[] = [
    await makeSimulatedProperty(server, agencyUid, 'USD', 'America/Denver', '99.99'),
    await makeSimulatedProperty(server, agencyUid, 'USD', 'UTC', '80'),
    await makeSimulatedProperty(server, agencyUid, 'JPY', 'Asia/Tokyo', '12000'),
  ]
  return {
    ...{ server, agencyUid, serviceUid, properties, call, send },
    ...{ random: createRandom(seed), bookings: [], jobs: new Set(), messages: 0 },
  }
}

async function makeSimulatedProperty(
  server: TestServer,
  agencyUid: string,
  currency: SimulatedProperty['currency'],
  timeZone: string,
  rate: string,
): Promise<SimulatedProperty> {
  const prices = { daily_rate: rate, weekend_adjustment_rate: '0.15', cleaning_fee: '45' }
  const limits = { base_guests: 2, max_guests: 9, tax_rate: '0.0725' }
  const location = { currency, time_zone: timeZone }
  const uid = await makeProperty(server, agencyUid, { ...prices, ...limits, ...location })
  const night = { name: 'City tax', amount: '1', scope: 'PER_GUEST_PER_NIGHT' }
  await makeFee(server, agencyUid, { property_uid: uid, amount_type: 'TAX', ...night })
  return { uid, currency, timeZone }
}

/** Returns true if no other booking has these nights of a property. */
export function isFree(
  month: Month,
  property: SimulatedProperty,
  from: number,
  to: number,
  except?: Booking,
) {
  return month.bookings.every(
    other =>
      other === except ||
      !other.isBooked ||
      other.property !== property ||
      other.to <= from ||
      to <= other.from,
  )
}
