/**
 * One event stream for all pages of a browser. The page that holds the Web Lock reads the stream
 * and broadcasts it. Plain HTTP has no Web Locks: there each visible page polls for itself.
 */
import type { LiveEvent } from './invalidate-queries.ts'
import { type Listener, poll, streamEvents } from './stream.ts'

/**
 * Message between pages. The reading page passes on what it received (`anew` resets the position),
 * and responds `here` to the `ask` of another page.
 */
type Message =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'live'; live: boolean }
  | { kind: 'anew'; seq: number }
  | { kind: 'ask' }
  | { kind: 'here' }

/** Time for the requests of the first page: with HTTP/1.1 the stream occupies a connection. */
const startDelayMs = 1_000
const pingMs = 10_000
const pongTimeoutMs = 3_000

/**
 * Subscribes a listener to the events, from whichever page reads the stream.
 *
 * @param agencyUid pages of a browser may show different agencies over time
 * @returns unsubscribes
 */
export function subscribeToEvents(agencyUid: string, listener: Listener): () => void {
  const controller = new AbortController()
  const { signal } = controller
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    const timer = setTimeout(() => void poll(listener, signal), startDelayMs)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    return () => controller.abort()
  }
  const name = `lodgepole-events-${agencyUid}`
  const channel = new BroadcastChannel(name)
  const eventChannel = new EventChannel(name, channel, listener, signal)
  eventChannel.start()
  return () => {
    controller.abort()
    channel.close()
  }
}

class EventChannel {
  readonly #name: string
  readonly #channel: BroadcastChannel
  readonly #listener: Listener
  readonly #signal: AbortSignal
  readonly #startedAt = performance.now()
  #isLeader = false
  #receivedAt = 0
  #leaderController: AbortController | null = null

  constructor(name: string, channel: BroadcastChannel, listener: Listener, signal: AbortSignal) {
    this.#name = name
    this.#channel = channel
    this.#listener = listener
    this.#signal = signal
  }

  /** Receives at once, so that this page misses no event that another one has read meanwhile. */
  start(): void {
    this.#channel.onmessage = ({ data }) => this.#receive(data as Message)
    const startTimer = setTimeout(
      () => void this.#waitForLock({ signal: this.#signal }),
      startDelayMs,
    )
    const pingTimer = setInterval(() => this.#pingLeader(), pingMs)
    const onVisible = () => this.#pingLeader()
    document.addEventListener('visibilitychange', onVisible, { signal: this.#signal })
    const clear = () => {
      clearTimeout(startTimer)
      clearInterval(pingTimer)
    }
    this.#signal.addEventListener('abort', clear, { once: true })
    this.#broadcast({ kind: 'ask' })
  }

  /** Waits for the lock, then reads the stream until stopped. */
  async #waitForLock(options: LockOptions): Promise<void> {
    try {
      await navigator.locks.request(this.#name, options, () => this.#readStream())
    } catch {
      // Another page took the lock, or this page has stopped.
      this.#stop()
      if (!this.#signal.aborted) void this.#waitForLock({ signal: this.#signal })
    }
  }

  #readStream(): Promise<void> {
    this.#isLeader = true
    this.#leaderController = new AbortController()
    const signal = AbortSignal.any([this.#signal, this.#leaderController.signal])
    const { seq, receive, reset, setLive } = this.#listener
    const broadcastingListener: Listener = {
      seq,
      receive: event => {
        receive(event)
        this.#broadcast({ kind: 'event', event })
      },
      reset: from => {
        reset(from)
        this.#broadcast({ kind: 'anew', seq: from })
      },
      setLive: live => {
        setLive(live)
        this.#broadcast({ kind: 'live', live })
      },
    }
    const isFresh = performance.now() - this.#startedAt < pingMs
    return streamEvents(broadcastingListener, signal, isFresh)
  }

  #stop(): void {
    this.#isLeader = false
    this.#leaderController?.abort()
  }

  #receive(message: Message): void {
    this.#receivedAt = performance.now()
    if (message.kind === 'event') this.#listener.receive(message.event)
    else if (message.kind === 'live') this.#listener.setLive(message.live)
    else if (message.kind === 'anew') this.#listener.reset(message.seq)
    else if (message.kind === 'ask' && this.#isLeader) this.#broadcast({ kind: 'here' })
    else if (message.kind === 'here') this.#listener.setLive(true)
  }

  /**
   * Pings the reading page. A suspended page does not respond; a visible page then steals the lock.
   */
  #pingLeader(): void {
    if (this.#isLeader || document.visibilityState !== 'visible') return
    const pingedAt = performance.now()
    this.#broadcast({ kind: 'ask' })
    setTimeout(() => {
      if (this.#isLeader || this.#signal.aborted || this.#receivedAt > pingedAt) return
      void this.#waitForLock({ steal: true })
    }, pongTimeoutMs)
  }

  #broadcast(message: Message): void {
    if (!this.#signal.aborted) this.#channel.postMessage(message)
  }
}
