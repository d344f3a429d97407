/** Concurrent requests that create blocks of a property, each repeated until it gets a response. */
import { setTimeout as sleep } from 'node:timers/promises'
import { send, type TestResponse } from '../support/server.ts'

export interface Booking {
  agencyUid: string
  propertyUid: string
  key: string
  idempotencyKey: string
  from: string
  to: string
}

const timeoutMs = 60_000

/** Returns the dates of one night, counted from a year ahead. */
export function stayOfNight(night: number): Pick<Booking, 'from' | 'to'> {
  const from = Temporal.Now.plainDateISO('UTC').add({ days: 365 + night })
  return { from: from.toString(), to: from.add({ days: 1 }).toString() }
}

/**
 * Sends all requests, a limited number at once; returns the responses in the order of the bookings.
 */
export async function bookAll(
  origin: string,
  bookings: readonly Booking[],
  { concurrency }: { concurrency: number },
): Promise<TestResponse[]> {
  const responses: TestResponse[] = []
  let next = 0
  const caller = async () => {
    while (next < bookings.length) {
      const i = next++
      responses[i] = await sendBooking(origin, bookings[i]!)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, caller))
  return responses
}

/** Repeats a request with its key while its connection breaks or its response asks for a retry. */
async function sendBooking(origin: string, booking: Booking): Promise<TestResponse> {
  const { agencyUid, propertyUid, key, idempotencyKey, from, to } = booking
  const body = {
    ...{ agencyUid, propertyUid, type: 'BLOCK', status: 'BLOCKED' },
    ...{ checkInLocalDateTime: `${from}T16:00:00`, checkOutLocalDateTime: `${to}T11:00:00` },
  }
  const headers = { 'idempotency-key': idempotencyKey, connection: 'close' }
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const response = await send(`${origin}/api/v3.3/leads`, 'POST', { key, body, headers }).catch(
      (error: Error) => error,
    )
    const hasResponse = !(response instanceof Error)
    if (
      hasResponse &&
      response.status !== 503 &&
      response.body?.code !== 'IDEMPOTENCY_IN_PROGRESS'
    ) {
      return response
    }
    if (performance.now() > deadline) throw hasResponse ? new Error(response.text) : response
    await sleep(50)
  }
}
