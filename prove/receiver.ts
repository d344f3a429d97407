/**
 * A process that receives webhooks as badly as real receivers do, and remembers all it was sent:
 *
 *   node prove/receiver.ts [--port 0] [--seed 1]
 *
 * It prints its origin. What its behaviour is asked and told by:
 *
 *   GET  /control/received?after=<number>   what came after the request of this number
 *   POST /control/calm                      takes everything well from now on
 */
import { parseArgs } from 'node:util'
import { Chance } from '../demo/chance.ts'
import { openReceiver, type Received, type ReceiverAnswer } from '../test/support/open-receiver.ts'
import { type Kind, misbehave } from './misbehaviour.ts'

/** A request as `/control/received` tells of it. */
export interface Delivered extends Omit<Received, 'raw'> {
  kind: Kind
  /** When it was answered or broken off, in milliseconds since 1970; null: not yet. */
  endedAt: number | null
  /** A 2xx was given; the body of an answer is nothing that a sender waits for. */
  isAccepted: boolean
}

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { port: option, seed: option } })
const chance = new Chance(Number(values.seed ?? 1))
const delivered: Delivered[] = []
const byNumber = new Map<number, Delivered>()
let isCalm = false

const receiver = await openReceiver({ port: Number(values.port ?? 0), answer, ended })
console.log(receiver.url)

function answer(request: Received): ReceiverAnswer {
  receiver.forget()
  const { pathname, searchParams } = new URL(request.url, receiver.url)
  if (pathname === '/control/calm') {
    isCalm = true
    return { status: 204 }
  }
  if (pathname === '/control/received') return tell(Number(searchParams.get('after') ?? 0))
  return take(request)
}

function take({ raw, ...request }: Received): ReceiverAnswer {
  const { kind, answer } = isCalm ? wellTaken : misbehave(chance)
  const one = { ...request, kind, endedAt: null, isAccepted: false }
  delivered.push(one)
  byNumber.set(request.number, one)
  return answer
}

function ended({ number }: Received, wasAnswered: boolean): void {
  const one = byNumber.get(number)
  if (!one) return
  one.endedAt = Date.now()
  const isWell = one.kind === 'well' || one.kind === 'slowly'
  one.isAccepted = (isWell && wasAnswered) || one.kind === 'stalled'
}

const wellTaken = { kind: 'well', answer: {} } as const

function tell(after: number): ReceiverAnswer {
  const later = delivered.filter(({ number }) => number > after)
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(later) }
}
