import type pg from 'pg'
import { agenciesAmong, beginUnmarked, type MarkedDatabase, Marking } from '../marks/marking.ts'
import type { Gathering } from './gathering-client.ts'
import type { Lookout } from './lookout.ts'
import { WatchedClient } from './watched-client.ts'

/** A connection on which nothing is written without the marks of whom it concerns being moved. */
class MarkedClient extends WatchedClient {
  readonly #marking: Marking
  #state: 'alone' | 'open' | 'unmarked' = 'alone'
  /** Statements of the transaction that were asked and are not yet answered. */
  readonly #unanswered = new Set<{ text: string; values: unknown[] }>()
  readonly #database: MarkedDatabase

  constructor(config: pg.ClientConfig, database: MarkedDatabase) {
    super(config)
    this.#database = database
    this.#marking = new Marking(database)
  }

  override query(...args: unknown[]): never {
    const text = textOf(args[0])
    if (text === null || typeof args.at(-1) === 'function') return super.query(...args)
    if (text === 'commit') return this.#commit() as never
    if (text === 'rollback') this.#end()
    else if (/^(begin|start transaction)\b/.test(text)) {
      this.#state = text === beginUnmarked ? 'unmarked' : 'open'
    } else if (this.#state !== 'unmarked' && this.#marking.concerns(text)) {
      const values = valuesOf(args)
      return (
        this.#state === 'open' ? this.#note(args, values) : this.#alone(args, values)
      ) as never
    }
    return super.query(...args)
  }

  /** A statement of the transaction that is open. */
  async #note(args: unknown[], values: unknown[]): Promise<unknown> {
    const asked = { text: textOf(args[0])!, values }
    this.#unanswered.add(asked)
    try {
      // What is asked behind it may be what finds that a node has gone, and says so best.
      const [result] = await Promise.all([
        this.#ask(...args),
        this.#sort(this.#marking.unsorted(asked.text, values)),
      ])
      if (this.#unanswered.has(asked)) this.#marking.note(asked.text, values, rowsOf(result))
      return result
    } finally {
      this.#unanswered.delete(asked)
    }
  }

  /** A statement that would be committed on its own. */
  async #alone(args: unknown[], values: unknown[]): Promise<unknown> {
    await this.#ask('begin')
    this.#state = 'open'
    try {
      const result = await this.#note(args, values)
      await this.#commit()
      return result
    } catch (error) {
      this.#end()
      await this.#ask('rollback').catch(() => undefined)
      throw error
    }
  }

  async #commit(): Promise<unknown> {
    for (const { text, values } of this.#unanswered) this.#marking.note(text, values, undefined)
    if (this.#database.isSpread) return this.#commitSpread()
    const advance = this.#state === 'unmarked' ? null : this.#marking.takeAdvance()
    this.#end()
    if (advance === null) return this.#ask('commit')
    const advancing = this.#ask(advance.text, advance.values) as Promise<pg.QueryResult>
    const [advanced, committed] = await Promise.all([advancing, this.#ask('commit')])
    this.#marking.advanced(advanced.rows.map(row => row.agency_uid))
    return committed
  }

  /** On a cluster it has to be known whose marks are moved: a statement is sent where they lie. */
  async #commitSpread(): Promise<unknown> {
    await this.#sort(this.#marking.stillUnsorted())
    const advances = this.#state === 'unmarked' ? [] : this.#marking.takeSpread()
    this.#end()
    const advancing = advances.map(({ text, values }) => this.#ask(text, values))
    const [committed] = await Promise.all([this.#ask('commit'), ...advancing])
    return committed
  }

  /** Finds out which of some uuids are agencies. */
  async #sort(uuids: string[]): Promise<void> {
    if (uuids.length === 0) return
    const { rows } = (await this.#ask(agenciesAmong, [uuids])) as pg.QueryResult
    this.#marking.sort(
      uuids,
      rows.map(row => row.agency_uid),
    )
  }

  #end(): void {
    this.#state = 'alone'
    this.#unanswered.clear()
    this.#marking.clear()
  }

  #ask(...args: unknown[]): Promise<unknown> {
    return super.query(...args) as Promise<unknown>
  }
}

/**
 * Connections of a pool, which have a lookout in common.
 *
 * @param marked null: nobody keeps answers of this database
 * @param gathering null: they wait for each answer
 */
export function watchedBy(
  lookout: Lookout,
  marked: MarkedDatabase | null,
  gathering: Gathering | null,
): typeof WatchedClient {
  const Client = marked === null ? WatchedClient : markedBy(marked)
  return class extends Client {
    override get lookout(): Lookout {
      return lookout
    }

    override get gathering(): Gathering | null {
      return gathering
    }
  }
}

function markedBy(database: MarkedDatabase): typeof WatchedClient {
  return class extends MarkedClient {
    constructor(config: pg.ClientConfig) {
      super(config, database)
    }
  }
}

function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query
  const { text, submit } = query as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : null
}

function valuesOf([query, values]: unknown[]): unknown[] {
  if (Array.isArray(values)) return values
  return (query as { values?: unknown[] }).values ?? []
}

function rowsOf(result: unknown): number | undefined {
  return (result as { rowCount?: number | null }).rowCount ?? undefined
}
