import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../demo/chance.ts'
import type { Crew, Member } from './crew.ts'
import { mayBeAway } from './workers.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Sent as `Idempotency-Key`: then it may be repeated until it is answered. */
  idempotencyKey?: string
}

/** A body, as far as the proof looks into it. */
export interface AnswerBody {
  /** Of a refusal. */
  code?: string
  parameter?: string
  lead?: LeadBody
  property?: { uid: string; isActive: boolean }
  webhook?: { uid: string; secret?: string }
  groupBooking?: { mainLead: LeadBody; subLeads: LeadBody[] }
}

export interface LeadBody {
  uid: string
  status: string
  propertyUid: string
  unitUid: string | null
  notes: string | null
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
}

/** What came of a call; times in milliseconds of `performance.now()`. */
export interface Outcome {
  /** Null: the process was killed before it answered, and nobody knows what it has done. */
  status: number | null
  body: AnswerBody | null
  /** The `x-trace-id` of every try of it. */
  traces: string[]
  sentAt: number
  answeredAt: number
}

/** What the connections went through. */
export interface Traffic {
  /** Calls that found nobody listening and were sent to another process. */
  refused: number
  /** Calls whose connection broke, repeated with their `Idempotency-Key`. */
  retries: number
  /** Calls without a key whose connection broke. */
  unknown: number
  /** Answers that a node of the cluster was away. */
  away: number
  /** Answers that were stored ones. */
  replays: number
  /** Broken connections that no kill explains. */
  faults: string[]
}

export type Client = (call: Call) => Promise<Outcome>

/** Longer than a cluster needs to end what was about to be committed when a node went. */
const patienceMs = mayBeAway ? 180_000 : 60_000
/** A connection that was idle when its process died is found broken only when it is used. */
const staleMs = 2_000

/** A client that knows the processes and goes to any of them, with headers that say who it is. */
export function openClient(
  crew: Crew,
  credential: Record<string, string>,
  chance: Chance,
  traffic: Traffic,
): Client {
  return async call => {
    const sentAt = performance.now()
    const traces: string[] = []
    for (;;) {
      const member = chance.pick(crew.members)
      const triedAt = performance.now()
      if (triedAt - sentAt > patienceMs) throw new Error(`No answer: ${JSON.stringify(call)}`)
      const trace = randomUUID()
      traces.push(trace)
      try {
        const headers = { ...credential, 'x-trace-id': trace }
        const { status, body, replayed } = await send(member, headers, call)
        if (body?.code === 'IDEMPOTENCY_IN_PROGRESS') {
          await sleep(100)
          continue
        }
        if (mayBeAway && status === 503) {
          traffic.away++
          await sleep(100)
          if (call.idempotencyKey !== undefined) continue
          return unanswered(sentAt, traces)
        }
        if (replayed) traffic.replays++
        return { status, body, traces, sentAt, answeredAt: performance.now() }
      } catch (error) {
        if (codeOf(error) === 'ECONNREFUSED') {
          traffic.refused++
          await sleep(20)
          continue
        }
        if (!isExplained(member, triedAt)) traffic.faults.push(`${call.path}: ${codeOf(error)}`)
        if (call.idempotencyKey === undefined) {
          traffic.unknown++
          return unanswered(sentAt, traces)
        }
        traffic.retries++
      }
    }
  }
}

/** A node may have gone just when it had committed. */
function unanswered(sentAt: number, traces: string[]): Outcome {
  return { status: null, body: null, traces, sentAt, answeredAt: Number.POSITIVE_INFINITY }
}

async function send(
  { origin }: Member,
  headers: Record<string, string>,
  { method, path, body, idempotencyKey }: Call,
) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  })
  const text = await response.text()
  const replayed = response.headers.get('idempotent-replayed') === 'true'
  return { status: response.status, body: text === '' ? null : JSON.parse(text), replayed }
}

function codeOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string }; message: string }
  return cause?.code ?? message
}

function isExplained({ killedAt, servesAt }: Member, triedAt: number): boolean {
  return killedAt > 0 && triedAt <= servesAt + staleMs
}
