import { statfsSync } from 'node:fs'

/** Bytes that stay free for what PostgreSQL writes by itself: two segments of its log. */
const reserveBytes = 32 * 1_048_576

/** For how long a look at the disk counts, in milliseconds. */
const lookMs = 100

/** The SQLSTATE of a full disk. */
const diskFull = '53100'

/**
 * Watches the room on the disk of an embedded database. PostgreSQL ends in the middle of a commit
 * when it cannot write its log, and does not start again until it can; so nothing is written any
 * more while less than a reserve is free (docs/decisions/0002-embedded-database.md).
 */
export class DiskRoom {
  readonly #folder: string
  #freeBytes = Number.POSITIVE_INFINITY
  #seenAt = Number.NEGATIVE_INFINITY

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Returns the bytes that this user may still write. */
  get freeBytes(): number {
    const now = performance.now()
    if (now - this.#seenAt >= lookMs) {
      const { bavail, bsize } = statfsSync(this.#folder)
      this.#freeBytes = bavail * bsize
      this.#seenAt = now
    }
    return this.#freeBytes
  }

  get isShort(): boolean {
    return this.freeBytes < reserveBytes
  }
}

/** Returns the error of a server whose disk is full. */
export function noRoom(cause?: unknown): Error {
  const text = 'The disk of the embedded database is full'
  return Object.assign(new Error(text, { cause }), { code: diskFull })
}
