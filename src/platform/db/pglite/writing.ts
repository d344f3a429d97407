import { type DiskRoom, noRoom } from './disk-room.ts'
import type { Engine } from './engine/engine.ts'
import type { Request, Result } from './engine/request.ts'

/** The SQLSTATE of a write in a read-only transaction. */
const readOnly = '25006'

/** Writes that PostgreSQL allows in a read-only transaction, because they change no rows. */
const housekeeping = /^\s*(vacuum|analyze|reindex|cluster)\b/i

/** Lets transactions of an engine write only while the disk has room; reads go on. */
export class Writing {
  readonly #engine: Engine
  readonly #room: DiskRoom | undefined
  /** The session of the engine whose transactions are read-only; null: none is. */
  #readOnlySession: number | null = null

  constructor(engine: Engine, room: DiskRoom | undefined) {
    this.#engine = engine
    this.#room = room
  }

  /** Makes transactions read-only from now on, or no longer. None may be open. */
  async follow(): Promise<void> {
    if (!this.#room) return
    const { isShort } = this.#room
    const isReadOnly = this.#isReadOnly()
    if (isShort === isReadOnly) return
    const text = `set default_transaction_read_only = ${isShort ? 'on' : 'off'}`
    await this.#engine.ask({ text, values: [], asArrays: true })
    this.#readOnlySession = isShort ? this.#engine.session : null
  }

  /** @throws Error with the SQLSTATE of a full disk for housekeeping while there is no room */
  check(text: string): void {
    if (this.#isReadOnly() && housekeeping.test(text)) throw noRoom()
  }

  /** Sends a request; a write that was refused fails as on a full disk. */
  async ask(request: Request, limitMs?: number): Promise<Result[]> {
    try {
      return await this.#engine.ask({ ...request, isReadOnly: this.#isReadOnly() }, limitMs)
    } catch (error) {
      const isRefused = (error as { code?: unknown }).code === readOnly && this.#isReadOnly()
      throw isRefused ? noRoom(error) : error
    }
  }

  #isReadOnly(): boolean {
    return this.#readOnlySession === this.#engine.session
  }
}
