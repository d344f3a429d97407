import { type DiskMonitor, diskFullError } from './disk-monitor.ts'
import {
  connectionLostError,
  type Engine,
  type EngineOptions,
  statementTimeoutError,
} from './engine/engine.ts'
import type { Request, Result } from './engine/request.ts'
import { compiledPostgres } from './engine/wasm.ts'
import type { Listeners } from './listeners.ts'
import { EngineThread } from './worker-client.ts'

/** Timeout of a write on a full disk in milliseconds: PostgreSQL may retry it forever. */
const fullDiskMs = 3_000

interface Options extends Omit<EngineOptions, 'wasm'> {
  room?: DiskMonitor | undefined
  listeners: Listeners
  /** Called with the reason when a thread has ended unexpectedly. */
  onLost: (error: Error) => void
}

/**
 * Engine in a worker thread, which does not block the event loop. When the thread ends, or is
 * terminated because a statement takes too long, another one opens the same folder: as after a
 * `kill -9`, acknowledged commits are there.
 */
export class ThreadEngine implements Engine {
  session = 0
  readonly #options: Options
  #thread: Promise<EngineThread> | null = null
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Opens the engine, unless it is open. */
  async open(): Promise<EngineThread> {
    if (this.#isClosed) throw connectionLostError()
    this.#thread ??= this.#start()
    return this.#thread
  }

  async run(request: Request, limitMs?: number): Promise<Result[]> {
    const thread = await this.open()
    // A restart would lose data that is in memory only.
    if (limitMs === undefined || !this.#options.folder) return thread.run(request)
    const statementTimer = setTimeout(
      () => thread.terminate(statementTimeoutError(limitMs)),
      limitMs,
    )
    const terminateIfFull = () => this.#options.room?.isShort && thread.terminate(diskFullError())
    const fullDiskTimer = request.isReadOnly ? undefined : setTimeout(terminateIfFull, fullDiskMs)
    return thread.run(request).finally(() => {
      clearTimeout(statementTimer)
      clearTimeout(fullDiskTimer)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const thread = await this.#thread?.catch(() => null)
    await thread?.close()
  }

  async #start(terminated?: Promise<unknown>): Promise<EngineThread> {
    await terminated
    const { listeners, onLost: _, room, ...options } = this.#options
    const wasm = await compiledPostgres()
    let isOpen = false
    const thread = new EngineThread(
      { ...options, wasm },
      {
        onNotification: (channel, payload) => listeners.notify(channel, payload),
        // An error of opening is thrown below instead.
        onLost: (error, terminated) => isOpen && this.#restart(error, terminated),
      },
    )
    try {
      await thread.opened
      const text = listeners.statements
      if (text) await thread.run({ text, asArrays: true })
    } catch (error) {
      // The next request tries again.
      this.#thread = null
      thread.terminate(error as Error)
      throw room?.isShort && this.session > 0 ? diskFullError(error) : error
    }
    isOpen = true
    return thread
  }

  #restart(error: Error, terminated: Promise<unknown>): void {
    const { folder, onLost } = this.#options
    this.session++
    onLost(error)
    // A database in memory is lost with its thread.
    if (!folder) this.#isClosed = true
    if (this.#isClosed) return
    this.#thread = this.#start(terminated)
    this.#thread.catch(onLost)
  }
}
