import {
  beginUnversioned,
  findAgenciesSql,
  VersionBumper,
  type VersionedDatabase,
} from '../cache-tags/bump-versions.ts'
import { type Query, type Result, toQuery } from './query.ts'

/**
 * Bumps the cache versions of the rows that one connection writes, in the same transaction:
 * docs/decisions/0038-response-cache.md. Other processes detect by the versions that their cached
 * responses are stale.
 */
export class VersionedConnection {
  readonly #bumper: VersionBumper
  readonly #send: (query: Query) => Promise<Result>
  #transaction: 'none' | 'open' | 'unversioned' = 'none'
  /** Writes of the transaction without a response yet. */
  readonly #pendingWrites = new Set<Query>()

  /** @param send sends a statement; called in the order of the statements */
  constructor(database: VersionedDatabase, send: (query: Query) => Promise<Result>) {
    this.#bumper = new VersionBumper(database)
    this.#send = send
  }

  /** Runs a statement. Bumps the versions before a commit. */
  run(query: Query): Promise<Result> {
    const { text } = query
    if (text === 'commit') return this.#commit()
    if (text === 'rollback') this.#end()
    else if (/^(begin|start transaction)\b/.test(text)) {
      this.#transaction = text === beginUnversioned ? 'unversioned' : 'open'
    } else if (this.#transaction !== 'unversioned' && this.#bumper.affectsCache(text)) {
      return this.#transaction === 'open' ? this.#runWrite(query) : this.#runInTransaction(query)
    }
    return this.#send(query)
  }

  /** Runs a write of the open transaction. */
  async #runWrite(query: Query): Promise<Result> {
    const { text, values = [] } = query
    this.#pendingWrites.add(query)
    try {
      // If a node is unavailable, the second query may have the better error.
      const [result] = await Promise.all([
        this.#send(query),
        this.#findAgencies(this.#bumper.takeCandidates(text, values)),
      ])
      // A commit that was sent before the response has already recorded the write.
      if (this.#pendingWrites.has(query)) {
        this.#bumper.record(text, values, result.rowCount ?? undefined)
      }
      return result
    } finally {
      this.#pendingWrites.delete(query)
    }
  }

  /** Runs a single write in its own transaction. */
  async #runInTransaction(query: Query): Promise<Result> {
    await this.#send({ text: 'begin' })
    this.#transaction = 'open'
    try {
      const result = await this.#runWrite(query)
      await this.#commit()
      return result
    } catch (error) {
      this.#end()
      await this.#send({ text: 'rollback' }).catch(() => undefined)
      throw error
    }
  }

  async #commit(): Promise<Result> {
    // Writes without a response yet count as if they wrote rows.
    for (const { text, values = [] } of this.#pendingWrites)
      this.#bumper.record(text, values, undefined)
    const candidates = this.#bumper.listCandidates()
    if (candidates.length > 0) await this.#findAgencies(candidates)
    const bumps = this.#transaction === 'unversioned' ? [] : this.#bumper.takeBumps()
    this.#end()
    // Sent in this order in one pipeline: the bumps, then the commit.
    const pendingBumps = bumps.map(({ text, values }) => this.#send(toQuery(text, values)))
    const [commitResult, ...bumpResults] = await Promise.all([
      this.#send({ text: 'commit' }),
      ...pendingBumps,
    ])
    const agencyUids = bumpResults.flatMap(({ rows }) => rows.map(row => row.agency_uid as string))
    this.#bumper.addAgencies(agencyUids)
    return commitResult
  }

  async #findAgencies(uuids: string[]): Promise<void> {
    if (uuids.length === 0) return
    const { rows } = await this.#send(toQuery(findAgenciesSql, [uuids]))
    this.#bumper.recordLookup(
      uuids,
      rows.map(row => row.agency_uid),
    )
  }

  #end(): void {
    this.#transaction = 'none'
    this.#pendingWrites.clear()
    this.#bumper.clear()
  }
}
