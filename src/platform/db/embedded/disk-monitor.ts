import { statfsSync } from 'node:fs'
import { OperatorError } from '../../operator-error.ts'
import { sqlStates } from '../sql-states.ts'
import type { Engine } from './engine/engine.ts'
import type { Request, Result } from './engine/request.ts'

/** Bytes reserved for PostgreSQL's own writes: two segments of its log. */
export const reserveBytes = 32 * 1_048_576

/** Maximum age of the measured free space, in milliseconds. */
const measurementMsMax = 100

/**
 * Free disk space of an embedded database. PostgreSQL crashes in the middle of a commit when it
 * cannot write its log, and does not start again until it can. So writes are rejected while less
 * than a reserve is free (docs/decisions/0002-embedded-database.md).
 */
export class DiskMonitor {
  readonly #folder: string
  #freeBytes = Number.POSITIVE_INFINITY
  #measuredAt = Number.NEGATIVE_INFINITY

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Bytes that this user may still write. */
  get freeBytes(): number {
    const now = performance.now()
    if (now - this.#measuredAt >= measurementMsMax) {
      const { bavail, bsize } = statfsSync(this.#folder)
      this.#freeBytes = bavail * bsize
      this.#measuredAt = now
    }
    return this.#freeBytes
  }

  get isShort(): boolean {
    return this.freeBytes < reserveBytes
  }
}

export function diskFullError(cause?: unknown): Error {
  const text = 'The disk of the embedded database is full'
  return Object.assign(new OperatorError(text, { cause }), { code: sqlStates.diskFull })
}

/** Commands that PostgreSQL allows in a read-only transaction, because they change no rows. */
const maintenanceCommands = /^\s*(vacuum|analyze|reindex|cluster)\b/i

/** Guard that makes transactions of an engine read-only while the disk is full. Reads continue. */
export class WriteGuard {
  readonly #engine: Engine
  readonly #disk: DiskMonitor | undefined
  /**
   * Session of the engine whose transactions are read-only; null: none. A restarted engine begins
   * another session, which is writable.
   */
  #readOnlySession: number | null = null

  constructor(engine: Engine, disk: DiskMonitor | undefined) {
    this.#engine = engine
    this.#disk = disk
  }

  /**
   * Makes future transactions read-only or writable, depending on the free space. Call it only when
   * no transaction is open.
   */
  async update(): Promise<void> {
    if (!this.#disk) return
    const { isShort } = this.#disk
    const isReadOnly = this.#isReadOnly()
    if (isShort === isReadOnly) return
    const text = `set default_transaction_read_only = ${isShort ? 'on' : 'off'}`
    await this.#engine.run({ text, values: [], asArrays: true })
    this.#readOnlySession = isShort ? this.#engine.session : null
  }

  /**
   * Refuses maintenance commands on a full disk.
   *
   * @throws Error with the SQLSTATE of a full disk
   */
  check(text: string): void {
    if (this.#isReadOnly() && maintenanceCommands.test(text)) throw diskFullError()
  }

  /** Runs a request. Reports a rejected write as a full disk. */
  async run(request: Request, limitMs?: number): Promise<Result[]> {
    try {
      return await this.#engine.run({ ...request, isReadOnly: this.#isReadOnly() }, limitMs)
    } catch (error) {
      const isDiskFull =
        (error as { code?: unknown }).code === sqlStates.readOnlyTransaction && this.#isReadOnly()
      throw isDiskFull ? diskFullError(error) : error
    }
  }

  #isReadOnly(): boolean {
    return this.#readOnlySession === this.#engine.session
  }
}
