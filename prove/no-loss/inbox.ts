/** Requests of the receivers, fetched continuously while their signatures are still valid. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { start } from '../../test/support/processes.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { Delivered } from '../../test/support/webhook-receiver/receiver-process.ts'
import type { Hook } from './hooks.ts'

/** A request that a receiver recorded, with the fields that the proof reads. */
export interface Arrival extends Delivered {
  webhookUid: string
  eventUid: string
  isLate: boolean
  fields: Record<string, unknown>
}

interface Source {
  origin: string
  /** Requests by number; those that have not ended are fetched again. */
  arrivals: Map<number, Arrival>
  /** Number up to which all requests have ended. */
  endedUpTo: number
}

const pollMs = 500
const startMsMax = 60_000

export class Inbox {
  readonly #sources: Source[]
  readonly #checked = new Set<Arrival>()
  /** Requests with a wrong signature. */
  readonly forged: string[] = []
  #polling: Promise<void> = Promise.resolve()
  #isOpen = true

  constructor(origins: string[]) {
    this.#sources = origins.map(origin => ({ origin, arrivals: new Map(), endedUpTo: 0 }))
  }

  /** Returns the URL of a stream, always at the same receiver. */
  streamUrl(stream: string): string {
    const sum = [...stream].reduce((total, letter) => total + letter.charCodeAt(0), 0)
    const { origin } = this.#sources[sum % this.#sources.length]!
    return `${origin}/${stream}?token=%20a`
  }

  /** Fetches requests, and verifies them with the secrets of known webhooks. */
  open(hooks: ReadonlyMap<string, Hook>): void {
    const poll = async () => {
      while (this.#isOpen) {
        await this.#fetch(hooks)
        await sleep(pollMs)
      }
    }
    this.#polling = poll()
  }

  /** Makes the receivers accept all requests from now on. */
  async calm(): Promise<void> {
    await Promise.all(
      this.#sources.map(({ origin }) => fetch(`${origin}/control/calm`, { method: 'POST' })),
    )
  }

  /** Fetches the last requests. Returns all, of each receiver in the order of arrival. */
  async close(hooks: ReadonlyMap<string, Hook>): Promise<Arrival[]> {
    this.#isOpen = false
    await this.#polling
    await this.#fetch(hooks)
    return this.#sources.flatMap(({ arrivals }) => [...arrivals.values()])
  }

  async #fetch(hooks: ReadonlyMap<string, Hook>): Promise<void> {
    for (const source of this.#sources) {
      const response = await fetch(`${source.origin}/control/received?after=${source.endedUpTo}`)
      for (const delivered of (await response.json()) as Delivered[]) {
        const recorded = source.arrivals.get(delivered.number)
        if (recorded) Object.assign(recorded, delivered)
        else source.arrivals.set(delivered.number, toArrival(delivered))
      }
      for (const [number, { endedAt }] of source.arrivals) {
        if (number <= source.endedUpTo) continue
        if (endedAt === null) break
        source.endedUpTo = number
      }
      for (const arrival of source.arrivals.values()) this.#verify(arrival, hooks)
    }
  }

  #verify(arrival: Arrival, hooks: ReadonlyMap<string, Hook>): void {
    const hook = hooks.get(arrival.webhookUid)
    if (!hook || this.#checked.has(arrival)) return
    this.#checked.add(arrival)
    try {
      new Webhook(hook.secret).verify(arrival.text, arrival.headers as Record<string, string>)
    } catch (error) {
      // The library parses every body as JSON after it has verified the signature.
      if (error instanceof SyntaxError && hook.plan.form) return
      this.forged.push(`${arrival.url} ${arrival.eventUid}: ${error}`)
    }
  }
}

function toArrival(delivered: Delivered): Arrival {
  const { headers, text } = delivered
  const isForm = String(headers['content-type']).includes('form')
  return {
    ...delivered,
    webhookUid: String(headers['x-lodgepole-webhook-uid']),
    eventUid: String(headers['webhook-id']),
    isLate: headers['x-lodgepole-late'] === '1',
    fields: isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text),
  }
}

/** Starts receivers that misbehave, each with its own seed. Returns their origins. */
export async function startReceivers(
  cleanup: Cleanup,
  count: number,
  seed: number,
): Promise<string[]> {
  const main = join(import.meta.dirname, '../../test/support/webhook-receiver/receiver-process.ts')
  const started = Array.from({ length: count }, (_, i) => {
    return start(cleanup, process.execPath, [main, '--seed', String(seed + i)])
  })
  const deadline = performance.now() + startMsMax
  while (started.some(receiver => !/^http:\S+\n/.test(receiver.output()))) {
    if (performance.now() > deadline) throw new Error('A receiver does not start')
    await sleep(50)
  }
  return started.map(receiver => receiver.output().trim())
}
