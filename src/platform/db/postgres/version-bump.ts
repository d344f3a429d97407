import { agenciesAmong, beginUnmarked, type MarkedDatabase, Marking } from '../marks/marking.ts'
import { type Query, queryOf, type Result } from './query.ts'

/**
 * Bumps the cache versions of what the statements of one connection write, in the same
 * transaction: docs/decisions/0038-response-cache.md. Caches of other processes see by it that
 * they are invalid.
 */
export class VersionBump {
  readonly #database: MarkedDatabase
  readonly #writes: Marking
  readonly #send: (query: Query) => Promise<Result>
  #transaction: 'none' | 'open' | 'unversioned' = 'none'
  /** Writes of the transaction that are sent and not yet answered. */
  readonly #unanswered = new Set<Query>()

  /** @param send sends a statement; all of this class go through it, in their order */
  constructor(database: MarkedDatabase, send: (query: Query) => Promise<Result>) {
    this.#database = database
    this.#writes = new Marking(database)
    this.#send = send
  }

  /** Runs a statement, and before a commit the bump of the versions. */
  run(query: Query): Promise<Result> {
    const { text } = query
    if (text === 'commit') return this.#commit()
    if (text === 'rollback') this.#end()
    else if (/^(begin|start transaction)\b/.test(text)) {
      this.#transaction = text === beginUnmarked ? 'unversioned' : 'open'
    } else if (this.#transaction !== 'unversioned' && this.#writes.concerns(text)) {
      return this.#transaction === 'open' ? this.#note(query) : this.#runAlone(query)
    }
    return this.#send(query)
  }

  /** Runs a write of the open transaction. */
  async #note(query: Query): Promise<Result> {
    const { text, values = [] } = query
    this.#unanswered.add(query)
    try {
      // An unavailable node may be reported by the query behind the write, with a better error.
      const [result] = await Promise.all([
        this.#send(query),
        this.#findAgencies(this.#writes.unsorted(text, values)),
      ])
      if (this.#unanswered.has(query)) {
        this.#writes.note(text, values, result.rowCount ?? undefined)
      }
      return result
    } finally {
      this.#unanswered.delete(query)
    }
  }

  /** Runs a write outside of a transaction in one of its own. */
  async #runAlone(query: Query): Promise<Result> {
    await this.#send({ text: 'begin' })
    this.#transaction = 'open'
    try {
      const result = await this.#note(query)
      await this.#commit()
      return result
    } catch (error) {
      this.#end()
      await this.#send({ text: 'rollback' }).catch(() => undefined)
      throw error
    }
  }

  async #commit(): Promise<Result> {
    for (const { text, values = [] } of this.#unanswered) this.#writes.note(text, values, undefined)
    if (this.#database.isSpread) return this.#commitOnCluster()
    const bump = this.#transaction === 'unversioned' ? null : this.#writes.takeAdvance()
    this.#end()
    if (bump === null) return this.#send({ text: 'commit' })
    const [bumped, committed] = await Promise.all([
      this.#send(queryOf(bump.text, bump.values)),
      this.#send({ text: 'commit' }),
    ])
    this.#writes.advanced(bumped.rows.map(row => row.agency_uid))
    return committed
  }

  /** Bumps by one statement for each agency, as each is sent to the node of its agency. */
  async #commitOnCluster(): Promise<Result> {
    await this.#findAgencies(this.#writes.stillUnsorted())
    const bumps = this.#transaction === 'unversioned' ? [] : this.#writes.takeSpread()
    this.#end()
    const bumping = bumps.map(({ text, values }) => this.#send(queryOf(text, values)))
    const [committed] = await Promise.all([this.#send({ text: 'commit' }), ...bumping])
    return committed
  }

  /** Finds out which of some uuids are agencies. */
  async #findAgencies(uuids: string[]): Promise<void> {
    if (uuids.length === 0) return
    const { rows } = await this.#send(queryOf(agenciesAmong, [uuids]))
    this.#writes.sort(
      uuids,
      rows.map(row => row.agency_uid),
    )
  }

  #end(): void {
    this.#transaction = 'none'
    this.#unanswered.clear()
    this.#writes.clear()
  }
}
