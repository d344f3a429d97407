import { type DiskRoom, noRoom } from './disk-room.ts'
import { connectionLost, type Engine, type EngineOptions, tookTooLong } from './engine/engine.ts'
import type { Request, Result } from './engine/request.ts'
import { compiledPostgres } from './engine/wasm.ts'
import type { Listeners } from './listeners.ts'
import { Thread } from './thread.ts'

/** Time limit of a write on a full disk: PostgreSQL may try it without end. */
const fullDiskMs = 3_000

interface Options extends Omit<EngineOptions, 'wasm'> {
  /** The room on the disk of its folder. */
  room?: DiskRoom | undefined
  listeners: Listeners
  /** Told why a thread has ended. */
  onLost: (error: Error) => void
}

/**
 * An engine in a thread of its own, so that its work holds up nobody but who waits for it. A thread
 * that ends, or is ended because a statement takes too long, is followed by another on the same
 * folder: as after a `kill -9`, what was acknowledged is there.
 */
export class ThreadEngine implements Engine {
  session = 0
  readonly #options: Options
  #thread: Promise<Thread> | null = null
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Opens it, unless it is open. */
  async open(): Promise<Thread> {
    if (this.#isClosed) throw connectionLost()
    this.#thread ??= this.#start()
    return this.#thread
  }

  async ask(request: Request, limitMs?: number): Promise<Result[]> {
    const thread = await this.open()
    // What is in memory only would be lost.
    if (limitMs === undefined || !this.#options.folder) return thread.ask(request)
    const timer = setTimeout(() => thread.end(tookTooLong(limitMs)), limitMs)
    const endIfFull = () => this.#options.room?.isShort && thread.end(noRoom())
    const early = request.isReadOnly ? undefined : setTimeout(endIfFull, fullDiskMs)
    return thread.ask(request).finally(() => {
      clearTimeout(timer)
      clearTimeout(early)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const thread = await this.#thread?.catch(() => null)
    await thread?.close()
  }

  async #start(gone?: Promise<unknown>): Promise<Thread> {
    await gone
    const { listeners, onLost: _, room, ...options } = this.#options
    const wasm = await compiledPostgres()
    let isOpen = false
    const thread = new Thread(
      { ...options, wasm },
      {
        onNotification: (channel, payload) => listeners.tell(channel, payload),
        onLost: (error, gone) => isOpen && this.#lost(error, gone),
      },
    )
    try {
      await thread.opened
      const text = listeners.statements
      if (text) await thread.ask({ text, asArrays: true })
    } catch (error) {
      // Whoever asks next tries it again.
      this.#thread = null
      thread.end(error as Error)
      throw room?.isShort && this.session > 0 ? noRoom(error) : error
    }
    isOpen = true
    return thread
  }

  #lost(error: Error, gone: Promise<unknown>): void {
    const { folder, onLost } = this.#options
    this.session++
    onLost(error)
    if (!folder) this.#isClosed = true
    if (this.#isClosed) return
    this.#thread = this.#start(gone)
    this.#thread.catch(onLost)
  }
}
