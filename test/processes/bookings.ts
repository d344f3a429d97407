/** Blocks that callers make of a property, each until it is answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, send } from '../support/server.ts'

export interface Booking {
  agencyUid: string
  propertyUid: string
  key: string
  idempotencyKey: string
  from: string
  to: string
}

const patienceMs = 60_000

/** One night and the morning after it, so many nights from a year ahead on. */
export function stayOf(night: number): Pick<Booking, 'from' | 'to'> {
  const from = Temporal.Now.plainDateISO('UTC').add({ days: 365 + night })
  return { from: from.toString(), to: from.add({ days: 1 }).toString() }
}

/** Makes all of them, so many at once; the answers are in their order. */
export async function bookAll(
  origin: string,
  bookings: readonly Booking[],
  { atOnce }: { atOnce: number },
): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const caller = async () => {
    while (next < bookings.length) {
      const i = next++
      answers[i] = await book(origin, bookings[i]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return answers
}

/** Repeats it with its key while its connection breaks, or the answer says to come again. */
async function book(origin: string, booking: Booking): Promise<Answer> {
  const { agencyUid, propertyUid, key, idempotencyKey, from, to } = booking
  const body = {
    ...{ agencyUid, propertyUid, type: 'BLOCK', status: 'BLOCKED' },
    ...{ checkInLocalDateTime: `${from}T16:00:00`, checkOutLocalDateTime: `${to}T11:00:00` },
  }
  const headers = { 'idempotency-key': idempotencyKey, connection: 'close' }
  const until = performance.now() + patienceMs
  for (;;) {
    const answer = await send(`${origin}/api/v3.3/leads`, 'POST', { key, body, headers }).catch(
      (error: Error) => error,
    )
    const isAnswer = !(answer instanceof Error)
    if (isAnswer && answer.status !== 503 && answer.body?.code !== 'IDEMPOTENCY_IN_PROGRESS') {
      return answer
    }
    if (performance.now() > until) throw isAnswer ? new Error(answer.text) : answer
    await sleep(50)
  }
}
