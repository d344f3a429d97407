/**
 * A process that receives webhooks as unreliably as real receivers do, and records the requests:
 *
 *   node test/support/webhook-receiver/receiver-process.ts [--port 0] [--seed 1]
 *
 * It prints its origin. Tests control it by two requests:
 *
 *   GET  /control/received?after=<number>   lists the requests after this number
 *   POST /control/calm                      accepts all further requests
 */
import { parseArgs } from 'node:util'
import { Chance } from '../../../demo/chance.ts'
import { openReceiver, type Received, type ReceiverResponse } from './open-receiver.ts'
import { chooseOutcome, type Kind } from './receiver-faults.ts'

/** A request as `/control/received` returns it. */
export interface Delivered extends Omit<Received, 'raw'> {
  kind: Kind
  /** Time at which the request ended, in milliseconds since 1970; null while it is open. */
  endedAt: number | null
  /** True if the status was 2xx; a sender does not wait for the body of a response. */
  isAccepted: boolean
}

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { port: option, seed: option } })
const chance = new Chance(Number(values.seed ?? 1))
const delivered: Delivered[] = []
const byNumber = new Map<number, Delivered>()
let isCalm = false

const receiver = await openReceiver({ port: Number(values.port ?? 0), respond: answer, ended })
console.log(receiver.url)

function answer(request: Received): ReceiverResponse {
  receiver.clear()
  const { pathname, searchParams } = new URL(request.url, receiver.url)
  if (pathname === '/control/calm') {
    isCalm = true
    return { status: 204 }
  }
  if (pathname === '/control/received') return listDelivered(Number(searchParams.get('after') ?? 0))
  return accept(request)
}

function accept({ raw, ...request }: Received): ReceiverResponse {
  const { kind, response } = isCalm ? accepted : chooseOutcome(chance)
  const entry = { ...request, kind, endedAt: null, isAccepted: false }
  delivered.push(entry)
  byNumber.set(request.number, entry)
  return response
}

function ended({ number }: Received, isComplete: boolean): void {
  const entry = byNumber.get(number)
  if (!entry) return
  entry.endedAt = Date.now()
  const isWell = entry.kind === 'well' || entry.kind === 'slowly'
  entry.isAccepted = (isWell && isComplete) || entry.kind === 'stalled'
}

const accepted = { kind: 'well', response: {} } as const

function listDelivered(after: number): ReceiverResponse {
  const later = delivered.filter(({ number }) => number > after)
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(later) }
}
