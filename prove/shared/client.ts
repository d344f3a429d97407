import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../demo/chance.ts'
import type { Member, ProcessPool } from '../../test/support/process-pool.ts'
import { mayBeUnavailable } from './workers.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Sent as `Idempotency-Key`; such a call is retried until there is a response. */
  idempotencyKey?: string
}

/** Fields of response bodies that the proofs read. */
export interface ResponseBody {
  /** Error code of a rejection. */
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

/** Outcome of a call; times in milliseconds of `performance.now()`. */
export interface Outcome {
  /** Null: the process was killed before it responded, and the effect is unknown. */
  status: number | null
  body: ResponseBody | null
  /** The `x-trace-id` of each attempt. */
  traces: string[]
  sentAt: number
  respondedAt: number
}

/** Counts of connection failures and of retries. */
export interface Traffic {
  /** Calls that were refused a connection and sent to another process. */
  refused: number
  /** Calls whose connection broke, repeated with their `Idempotency-Key`. */
  retries: number
  /** Calls without a key whose connection broke. */
  unknown: number
  /** Responses of 503 because a node of the cluster was unavailable. */
  unavailable: number
  /** Responses that the server replayed for a repeated `Idempotency-Key`. */
  replays: number
  /** Broken connections that no kill explains. */
  faults: string[]
}

export type Client = (call: Call) => Promise<Outcome>

/** Longer than a cluster needs to finish pending commits after the loss of a node. */
const timeoutMs = mayBeUnavailable ? 180_000 : 60_000
/** A connection that was idle when its process died is found broken only when it is used. */
const staleMs = 2_000

/** Opens a client that sends each call to a random process, with the headers of a credential. */
export function openClient(
  pool: ProcessPool,
  credential: Record<string, string>,
  chance: Chance,
  traffic: Traffic,
): Client {
  return async call => {
    const sentAt = performance.now()
    const traces: string[] = []
    for (;;) {
      const member = chance.pick(pool.members)
      const attemptedAt = performance.now()
      if (attemptedAt - sentAt > timeoutMs) throw new Error(`No response: ${JSON.stringify(call)}`)
      const trace = randomUUID()
      traces.push(trace)
      try {
        const headers = { ...credential, 'x-trace-id': trace }
        const { status, body, replayed } = await send(member, headers, call)
        if (body?.code === 'IDEMPOTENCY_IN_PROGRESS') {
          await sleep(100)
          continue
        }
        if (mayBeUnavailable && status === 503) {
          traffic.unavailable++
          await sleep(100)
          if (call.idempotencyKey !== undefined) continue
          return unknownOutcome(sentAt, traces)
        }
        if (replayed) traffic.replays++
        return { status, body, traces, sentAt, respondedAt: performance.now() }
      } catch (error) {
        if (errorCode(error) === 'ECONNREFUSED') {
          traffic.refused++
          await sleep(20)
          continue
        }
        if (!isExplained(member, attemptedAt))
          traffic.faults.push(`${call.path}: ${errorCode(error)}`)
        if (call.idempotencyKey === undefined) {
          traffic.unknown++
          return unknownOutcome(sentAt, traces)
        }
        traffic.retries++
      }
    }
  }
}

/** Returns an outcome without a response: the process may have committed before it died. */
function unknownOutcome(sentAt: number, traces: string[]): Outcome {
  return { status: null, body: null, traces, sentAt, respondedAt: Number.POSITIVE_INFINITY }
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
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  const replayed = response.headers.get('idempotent-replayed') === 'true'
  return { status: response.status, body: text === '' ? null : JSON.parse(text), replayed }
}

function errorCode(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string }; message: string }
  return cause?.code ?? message
}

function isExplained({ killedAt, servesAt }: Member, attemptedAt: number): boolean {
  return killedAt > 0 && attemptedAt <= servesAt + staleMs
}
