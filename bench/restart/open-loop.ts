/** Load generator with fixed arrival times: a slow response does not delay later requests. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../support/load.ts'

/** A kind of request, of which `call` creates the next one. */
export interface Kind {
  name: string
  call(): Call
}

/** A request that has ended. Times are in milliseconds of `performance.now()`. */
export interface Sample {
  kind: string
  /** Time at which the request was due, from which its latency counts. */
  dueAt: number
  latencyMs: number
  /** Milliseconds by which the generator itself was late. */
  lateMs: number
  /** Status of the response; 0: none, because the connection was refused or lost. */
  status: number
  body: string
}

/**
 * Sends requests of the kinds in rotation, at a fixed rate and whether or not earlier ones have
 * ended, until it is aborted. Then waits until all have ended.
 */
export async function sendAtRate(
  kinds: readonly Kind[],
  { perSecond, signal }: { perSecond: number; signal: AbortSignal },
): Promise<Sample[]> {
  const begunAt = performance.now()
  const requests: Promise<Sample>[] = []
  for (let i = 0; !signal.aborted; i++) {
    const dueAt = begunAt + (i * 1_000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    requests.push(sendOnce(kinds[i % kinds.length]!, dueAt))
  }
  return Promise.all(requests)
}

async function sendOnce(kind: Kind, dueAt: number): Promise<Sample> {
  const lateMs = Math.max(0, performance.now() - dueAt)
  const { url, method, headers, body } = kind.call()
  const response = await fetch(url, { method, headers, body: body ?? null })
    .then(async reply => ({ status: reply.status, body: await reply.text() }))
    .catch(() => ({ status: 0, body: '' }))
  return { kind: kind.name, dueAt, latencyMs: performance.now() - dueAt, lateMs, ...response }
}
