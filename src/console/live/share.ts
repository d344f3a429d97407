/**
 * One stream for all pages of a browser: who holds the lock reads it and tells the others. Without
 * locks, which plain http has not, each page that is seen asks for itself.
 */
import type { LiveEvent } from './live.ts'
import { followStream, type Listener, poll } from './stream.ts'

type Message =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'live'; live: boolean }
  | { kind: 'anew'; seq: number }
  | { kind: 'ask' }
  | { kind: 'here' }

const askMs = 10_000
const answerMs = 3_000

/**
 * Has a listener hear of every event once, whichever page reads them.
 *
 * @param agencyUid pages of a browser may be of different agencies, one after the other
 * @returns ends it
 */
export function share(agencyUid: string, listener: Listener): () => void {
  const ending = new AbortController()
  const { signal } = ending
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    void poll(listener, signal)
    return () => ending.abort()
  }
  const name = `lodgepole-events-${agencyUid}`
  const channel = new BroadcastChannel(name)
  const page = new SharingPage(name, channel, listener, signal)
  page.start()
  return () => {
    ending.abort()
    channel.close()
  }
}

class SharingPage {
  readonly #name: string
  readonly #channel: BroadcastChannel
  readonly #listener: Listener
  readonly #signal: AbortSignal
  #leads = false
  #heardAt = 0
  #lead: AbortController | null = null

  constructor(name: string, channel: BroadcastChannel, listener: Listener, signal: AbortSignal) {
    this.#name = name
    this.#channel = channel
    this.#listener = listener
    this.#signal = signal
  }

  start(): void {
    this.#channel.onmessage = ({ data }) => this.#hear(data as Message)
    void this.#queue({ signal: this.#signal })
    const timer = setInterval(() => this.#ask(), askMs)
    const onSeen = () => this.#ask()
    document.addEventListener('visibilitychange', onSeen, { signal: this.#signal })
    this.#signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    this.#say({ kind: 'ask' })
  }

  /** Waits until nobody else reads the stream, and reads it then. */
  async #queue(options: LockOptions): Promise<void> {
    try {
      await navigator.locks.request(this.#name, options, () => this.#read())
    } catch {
      // Another page took the lock, or this one has ended.
      this.#stop()
      if (!this.#signal.aborted) void this.#queue({ signal: this.#signal })
    }
  }

  #read(): Promise<void> {
    this.#leads = true
    this.#lead = new AbortController()
    const signal = AbortSignal.any([this.#signal, this.#lead.signal])
    const { seq, take, startAnew, isLive } = this.#listener
    const telling: Listener = {
      seq,
      take: event => {
        take(event)
        this.#say({ kind: 'event', event })
      },
      startAnew: from => {
        startAnew(from)
        this.#say({ kind: 'anew', seq: from })
      },
      isLive: live => {
        isLive(live)
        this.#say({ kind: 'live', live })
      },
    }
    return followStream(telling, signal)
  }

  #stop(): void {
    this.#leads = false
    this.#lead?.abort()
  }

  #hear(message: Message): void {
    this.#heardAt = performance.now()
    if (message.kind === 'event') this.#listener.take(message.event)
    else if (message.kind === 'live') this.#listener.isLive(message.live)
    else if (message.kind === 'anew') this.#listener.startAnew(message.seq)
    else if (message.kind === 'ask' && this.#leads) this.#say({ kind: 'here' })
    else if (message.kind === 'here') this.#listener.isLive(true)
  }

  /** A page that sleeps answers nothing; one that is seen takes its place. */
  #ask(): void {
    if (this.#leads || document.visibilityState !== 'visible') return
    const askedAt = performance.now()
    this.#say({ kind: 'ask' })
    setTimeout(() => {
      if (this.#leads || this.#signal.aborted || this.#heardAt > askedAt) return
      void this.#queue({ steal: true })
    }, answerMs)
  }

  #say(message: Message): void {
    if (!this.#signal.aborted) this.#channel.postMessage(message)
  }
}
