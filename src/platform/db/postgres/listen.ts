import { Socket } from 'node:net'
import pg from 'pg'
import { OperatorError } from '../../operator-error.ts'
import { unresponsiveError } from '../query-deadline.ts'

const reconnectMs = 500
/** Interval of heartbeats in milliseconds. */
export const heartbeatMs = 2_000
/** Timeout of connecting, and of each statement, in milliseconds. */
export const responseMs = 3_500

interface ListenerOptions {
  url: string
  onConnectionLost: (error: Error) => void
  /** Called when the server does not respond to a heartbeat. */
  onUnresponsive: (error: Error) => void
}

type Handler = (payload: string) => void

/**
 * One connection for all channels, which reconnects when it is lost. Notifications in between are
 * missed. Heartbeats detect an unresponsive server.
 */
export class Listener {
  readonly #options: ListenerOptions
  readonly #handlers = new Map<string, Set<Handler>>()
  #client: pg.Client | null = null
  /** Socket of the client; before the first connection, one that is not connected. */
  #socket = new Socket()
  #connecting: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isStarted = false
  #isClosed = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  /**
   * Starts the heartbeat. Called on the first connection, because a process that ends soon needs
   * none.
   */
  start(): void {
    if (!this.#isStarted) this.#schedule(heartbeatMs)
    this.#isStarted = true
  }

  /** Subscribes to a channel. Returns the unsubscribe function. */
  async listen(channel: string, handler: Handler): Promise<() => Promise<void>> {
    const handlers = this.#handlers.get(channel) ?? new Set()
    this.#handlers.set(channel, handlers.add(handler))
    await this.#connect()
    // A subscription keeps the process running; heartbeats alone do not.
    this.#socket.ref()
    // If it fails, the next connection subscribes to all channels.
    await this.#query(listenTo([channel])).catch(() => undefined)
    return async () => {
      handlers.delete(handler)
      if (handlers.size > 0) return
      this.#handlers.delete(channel)
      if (this.#handlers.size === 0) this.#socket.unref()
      await this.#query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#connecting
    // An unreferenced socket would not keep the process running until it has closed.
    this.#socket.ref()
    await this.#client?.end().catch(() => undefined)
  }

  #connect(): Promise<void> {
    if (this.#isClosed || this.#client !== null) return Promise.resolve()
    this.#isStarted = true
    this.#connecting ??= this.#reconnect().finally(() => {
      this.#connecting = null
      this.#schedule(this.#client === null ? reconnectMs : heartbeatMs)
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
    const onLost = callOnce((error: Error) => this.#handleLoss(error))
    client.on('error', onLost)
    client.on('end', () => onLost(new OperatorError('The connection for notifications was closed')))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload)
    })
    try {
      await client.connect()
      ;[this.#client, this.#socket] = [client, socket]
      if (this.#handlers.size === 0) socket.unref()
      const channels = [...this.#handlers.keys()]
      if (channels.length > 0) await this.#query(listenTo(channels))
    } catch (error) {
      onLost(error as Error)
      socket.destroy()
    }
  }

  #handleLoss(error: Error): void {
    this.#client = null
    if (this.#isClosed) return
    this.#options.onConnectionLost(error)
    this.#schedule(reconnectMs)
  }

  /** Schedules the heartbeatOrConnect heartbeat, or the heartbeatOrConnect attempt to connect. */
  #schedule(ms: number): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    const heartbeatOrConnect = () =>
      this.#client === null ? this.#connect() : this.#sendHeartbeat()
    this.#timer = setTimeout(heartbeatOrConnect, ms)
    if (this.#handlers.size === 0) this.#timer.unref()
  }

  #sendHeartbeat(): Promise<void> {
    return this.#query('select').then(
      () => this.#schedule(heartbeatMs),
      () => undefined,
    )
  }

  /** Runs a statement. Closes the connection after a timeout. */
  async #query(text: string): Promise<void> {
    const socket = this.#socket
    let isSettled = false
    const onTimeout = () => {
      if (isSettled) return
      const error = unresponsiveError()
      socket.destroy(error)
      this.#options.onUnresponsive(error)
    }
    // A resumed process first reads the responses that arrived while it was suspended.
    const timer = setTimeout(() => setImmediate(onTimeout), responseMs)
    try {
      await this.#client?.query(text)
    } finally {
      isSettled = true
      clearTimeout(timer)
    }
  }
}

/**
 * Returns `LISTEN` statements, preceded by the application name that shows `distribute` that the
 * database is in use.
 */
function listenTo(channels: readonly string[]): string {
  const listens = channels.map(channel => `; listen ${pg.escapeIdentifier(channel)}`)
  return `set application_name = 'lodgepole listener'${listens.join('')}`
}

/** Returns a function that runs only on its first call: a lost connection may be reported twice. */
function callOnce(callback: (error: Error) => void): (error: Error) => void {
  let wasCalled = false
  return error => {
    if (!wasCalled) callback(error)
    wasCalled = true
  }
}
