import { Socket } from 'node:net'
import pg from 'pg'
import { unresponsive } from '../query-deadline.ts'

const reconnectMs = 500
/** Time between two heartbeats, and time limit of a response to one. */
const heartbeatMs = 2_000
const responseMs = 3_500

interface ListenerOptions {
  url: string
  onConnectionLost: (error: Error) => void
  /** Called when the server does not respond to a heartbeat. */
  onUnresponsive: (error: Error) => void
}

type Handler = (payload: string) => void

/**
 * One connection for all channels, which reconnects when it is lost: what is notified meanwhile is
 * missed. Its heartbeat finds out whether the server responds at all.
 */
export class Listener {
  readonly #options: ListenerOptions
  readonly #handlers = new Map<string, Set<Handler>>()
  #client: pg.Client | null = null
  #socket = new Socket()
  #connecting: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isStarted = false
  #isClosed = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  /** Begins with the heartbeat, if it has not begun: a process that ends soon needs none. */
  start(): void {
    if (!this.#isStarted) this.#later(heartbeatMs)
    this.#isStarted = true
  }

  /** Passes on the payloads of a channel. Returns a function that ends it. */
  async listen(channel: string, handler: Handler): Promise<() => Promise<void>> {
    const handlers = this.#handlers.get(channel) ?? new Set()
    this.#handlers.set(channel, handlers.add(handler))
    await this.#connect()
    this.#socket.ref()
    await this.#ask(listenTo([channel])).catch(() => undefined)
    return async () => {
      handlers.delete(handler)
      if (handlers.size > 0) return
      this.#handlers.delete(channel)
      if (this.#handlers.size === 0) this.#socket.unref()
      await this.#ask(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#connecting
    // A socket that does not keep the process running would not let it wait for the end.
    this.#socket.ref()
    await this.#client?.end().catch(() => undefined)
  }

  #connect(): Promise<void> {
    if (this.#isClosed || this.#client !== null) return Promise.resolve()
    this.#isStarted = true
    this.#connecting ??= this.#reconnect().finally(() => {
      this.#connecting = null
      this.#later(this.#client === null ? reconnectMs : heartbeatMs)
    })
    return this.#connecting
  }

  async #reconnect(): Promise<void> {
    clearTimeout(this.#timer)
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'lodgepole heartbeat',
      connectionTimeoutMillis: responseMs,
      keepAlive: true,
      stream: () => socket,
    })
    const lost = once((error: Error) => this.#lost(error))
    client.on('error', lost)
    client.on('end', () => lost(new Error('The connection for notifications was closed')))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload)
    })
    try {
      await client.connect()
      ;[this.#client, this.#socket] = [client, socket]
      if (this.#handlers.size === 0) socket.unref()
      const channels = [...this.#handlers.keys()]
      if (channels.length > 0) await this.#ask(listenTo(channels))
    } catch (error) {
      lost(error as Error)
      socket.destroy()
    }
  }

  #lost(error: Error): void {
    this.#client = null
    if (this.#isClosed) return
    this.#options.onConnectionLost(error)
    this.#later(reconnectMs)
  }

  /** Runs the next heartbeat, or connects. */
  #later(ms: number): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    const next = () => (this.#client === null ? this.#connect() : this.#beat())
    this.#timer = setTimeout(next, ms)
    if (this.#handlers.size === 0) this.#timer.unref()
  }

  #beat(): Promise<void> {
    return this.#ask('select').then(
      () => this.#later(heartbeatMs),
      () => undefined,
    )
  }

  /** Runs a statement; without a response in time the connection is closed. */
  async #ask(text: string): Promise<void> {
    const socket = this.#socket
    let isAnswered = false
    const giveUp = () => {
      if (isAnswered) return
      const error = unresponsive()
      socket.destroy(error)
      this.#options.onUnresponsive(error)
    }
    // A process that was stopped itself reads first what has come meanwhile.
    const timer = setTimeout(() => setImmediate(giveUp), responseMs)
    try {
      await this.#client?.query(text)
    } finally {
      isAnswered = true
      clearTimeout(timer)
    }
  }
}

/** Returns statements by whose name `distribute` sees that a process uses the database. */
function listenTo(channels: readonly string[]): string {
  const listens = channels.map(channel => `; listen ${pg.escapeIdentifier(channel)}`)
  return `set application_name = 'lodgepole listener'${listens.join('')}`
}

/** A connection that breaks may report it twice. */
function once(act: (error: Error) => void): (error: Error) => void {
  let isDone = false
  return error => {
    if (!isDone) act(error)
    isDone = true
  }
}
