import { setTimeout as sleep } from 'node:timers/promises'
import { type Agency, base, createCall, send } from '../support/agency-requests.ts'
import type { EventStream } from './event-streams.ts'
import type { Sample } from './open-loop.ts'
import type { Receiver } from './receivers.ts'

const arrivalMs = 30_000

/** Acknowledged bookings, and those that are missing afterwards. */
export interface Deliveries {
  acknowledged: number
  /** Bookings that the server no longer has. */
  lost: number
  /** Bookings that the receiver that responds at once has not received. */
  undelivered: number
  /** Events that this receiver has received several times. */
  repeated: number
  /** Bookings that some event stream has not received. */
  unstreamed: number
}

/** Counts lost bookings, after waiting for their events. */
export async function countLost(
  agency: Agency,
  samples: Sample[],
  receivers: Receiver[],
  streams: EventStream[],
): Promise<Deliveries> {
  const booked = samples.filter(({ kind, status }) => kind === 'booking' && status === 201)
  const uids = booked.map(({ body }) => (JSON.parse(body) as { lead: { uid: string } }).lead.uid)
  const { events, leadUids } = receivers.find(({ name }) => name === 'ok')!
  const endAt = performance.now() + arrivalMs
  const missing = (received: Set<string>) => uids.filter(uid => !received.has(uid)).length
  const unstreamed = () => Math.max(...streams.map(stream => missing(stream.leadUids)))
  while (missing(leadUids) + unstreamed() > 0 && performance.now() < endAt) await sleep(100)
  let lost = 0
  for (const uid of uids) {
    const { status } = await send(createCall(agency, 'GET', `${base}/leads/${uid}`))
    if (status !== 200) lost++
  }
  return {
    acknowledged: uids.length,
    lost,
    undelivered: missing(leadUids),
    repeated: Array.from(events.values()).filter(count => count > 1).length,
    unstreamed: unstreamed(),
  }
}
