/** What the receivers were sent, fetched while it comes, so that signatures are still fresh. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { start } from '../../test/support/processes.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { Delivered } from '../receiver.ts'
import type { Hook } from './hooks.ts'

/** A request that a receiver has kept, with what the proof reads from it. */
export interface Arrival extends Delivered {
  webhookUid: string
  eventUid: string
  isLate: boolean
  fields: Record<string, unknown>
}

interface Source {
  origin: string
  /** Requests by their number; those that have not ended are fetched again. */
  arrivals: Map<number, Arrival>
  /** All up to this number have ended. */
  endedUntil: number
}

const pollMs = 500
const startMsMax = 60_000

export class Inbox {
  readonly #sources: Source[]
  readonly #checked = new Set<Arrival>()
  /** Requests whose signature is not the webhook's. */
  readonly forged: string[] = []
  #polling: Promise<void> = Promise.resolve()
  #isOpen = true

  constructor(origins: string[]) {
    this.#sources = origins.map(origin => ({ origin, arrivals: new Map(), endedUntil: 0 }))
  }

  /** The URL of a stream, always at the same receiver. */
  urlOf(stream: string): string {
    const sum = [...stream].reduce((total, letter) => total + letter.charCodeAt(0), 0)
    const { origin } = this.#sources[sum % this.#sources.length]!
    return `${origin}/${stream}?token=%20a`
  }

  /** Fetches what comes, and verifies it with the secrets of known webhooks. */
  open(hooks: ReadonlyMap<string, Hook>): void {
    const poll = async () => {
      while (this.#isOpen) {
        await this.#fetch(hooks)
        await sleep(pollMs)
      }
    }
    this.#polling = poll()
  }

  /** From now on everything is taken well. */
  async calm(): Promise<void> {
    await Promise.all(
      this.#sources.map(({ origin }) => fetch(`${origin}/control/calm`, { method: 'POST' })),
    )
  }

  /** Fetches the last, and gives everything, of each receiver in the order of arrival. */
  async close(hooks: ReadonlyMap<string, Hook>): Promise<Arrival[]> {
    this.#isOpen = false
    await this.#polling
    await this.#fetch(hooks)
    return this.#sources.flatMap(({ arrivals }) => [...arrivals.values()])
  }

  async #fetch(hooks: ReadonlyMap<string, Hook>): Promise<void> {
    for (const source of this.#sources) {
      const response = await fetch(`${source.origin}/control/received?after=${source.endedUntil}`)
      for (const delivered of (await response.json()) as Delivered[]) {
        const known = source.arrivals.get(delivered.number)
        if (known) Object.assign(known, delivered)
        else source.arrivals.set(delivered.number, arrivalOf(delivered))
      }
      for (const [number, { endedAt }] of source.arrivals) {
        if (number <= source.endedUntil) continue
        if (endedAt === null) break
        source.endedUntil = number
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
      // The library reads every body as JSON once it has found the signature right.
      if (error instanceof SyntaxError && hook.plan.form) return
      this.forged.push(`${arrival.url} ${arrival.eventUid}: ${error}`)
    }
  }
}

function arrivalOf(delivered: Delivered): Arrival {
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

/** Starts receivers that misbehave, each by a seed of its own. */
export async function startReceivers(
  cleanup: Cleanup,
  count: number,
  seed: number,
): Promise<string[]> {
  const main = join(import.meta.dirname, '../receiver.ts')
  const started = Array.from({ length: count }, (_, i) => {
    return start(cleanup, process.execPath, [main, '--seed', String(seed + i)])
  })
  const until = performance.now() + startMsMax
  while (started.some(each => !/^http:\S+\n/.test(each.output()))) {
    if (performance.now() > until) throw new Error('A receiver does not start')
    await sleep(50)
  }
  return started.map(each => each.output().trim())
}
