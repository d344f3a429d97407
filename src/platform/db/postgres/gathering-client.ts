import type pg from 'pg'
import { streamOf } from './lookout.ts'
import { PlanKeepingClient } from './plan-keeping-client.ts'

/** A client of a pool whose transactions send what they can at once. */
export interface Gathering {
  /** What a plain `begin` is sent as: statements, one after the other. */
  begin(): string[]
}

const ends = new Set(['commit', 'rollback'])

/**
 * A connection that sends together what is asked of it in one go: to send and to be woken costs
 * more than most statements do. A transaction begins with its first statement. Each statement is
 * answered for itself; after one that has failed all others of its transaction fail, too.
 */
export class GatheringClient extends PlanKeepingClient {
  /** What begins the transaction that has been asked for, until its first statement. */
  #begin: string[] | null = null
  #isCorked = false

  /** Null: every statement waits for the answer to the one before. */
  get gathering(): Gathering | null {
    return null
  }

  override query(...args: unknown[]): never {
    const { gathering } = this
    if (gathering === null) return super.query(...args)
    if (!isPipelined(this)) {
      // Nothing may be done outside of the transaction that it was asked for in.
      this.#beginNow()
      return super.query(...args)
    }
    const [text] = args
    if (typeof text === 'string' && typeof args.at(-1) !== 'function') {
      if (/^begin\b/.test(text) && !text.includes(';')) {
        this.#begin = text === 'begin' ? gathering.begin() : [text]
        return Promise.resolve(nothing('BEGIN')) as never
      }
      if (this.#begin !== null && ends.has(text)) {
        this.#begin = null
        return Promise.resolve(nothing(text.toUpperCase())) as never
      }
    }
    this.#cork()
    this.#beginNow()
    return super.query(...args)
  }

  /** A connection that cannot begin cannot do what was asked, either: that fails, too. */
  #beginNow(): void {
    const begin = this.#begin
    if (begin === null) return
    this.#begin = null
    for (const text of begin) {
      const begun = super.query(text) as Promise<unknown>
      begun.catch(() => undefined)
    }
  }

  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const stream = streamOf(this)
    stream.cork()
    // When all that is ready to go on has gone on, and so has asked what it can.
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}

/** What the library calls so, and lets nobody see. */
function isPipelined(client: object): boolean {
  return (client as { pipeline?: boolean }).pipeline === true
}

/** Lets a connection that is idle be asked in a way that has it to itself, such as `COPY`. */
export function withoutGathering(client: pg.ClientBase): () => void {
  const switched = client as pg.ClientBase & { pipeline?: boolean }
  const was = switched.pipeline === true
  switched.pipeline = false
  return () => {
    switched.pipeline = was
  }
}

function nothing(command: string) {
  return { command, rowCount: null, rows: [], fields: [] }
}
