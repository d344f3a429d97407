import type { Kysely } from 'kysely'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Cipher } from '../crypto/encryption.ts'
import { prepare } from '../db/compiled-query.ts'
import type { Database } from '../db/database.ts'
import type { SortOrder } from '../db/pagination.ts'
import type { Run } from '../db/statements.ts'
import type { Document } from './document-cache.ts'
import { decryptFields } from './encrypted-fields.ts'
import type { Call, RootCall } from './operation.ts'
import {
  combinePlans,
  compilePlan,
  countedRowsMax,
  type Paging,
  type Plan,
  type ResultForm,
} from './plan.ts'
import type { RootResult } from './response/envelope.ts'
import type { Source } from './root-fields.ts'
import type { Schema } from './schema.ts'

export type PlanLookup = 'hit' | 'miss'

const plansPerDocumentMax = 64
/** Estimated memory of strings. */
const bytesPerCharacter = 2
/** Number of columns of a plan's row, see {@link ResultRow}. */
const planColumns = 5

interface ExecutorOptions {
  database: Database<never>
  cache: Pick<ResponseCache, 'isOn'>
  cipher: Pick<Cipher, 'decrypt'>
}

/** Executor for calls of one schema, with a cache of compiled plans. */
export class Executor<Caller> {
  readonly schema: Schema<Caller>
  readonly #database: Database<never>
  readonly #cache: Pick<ResponseCache, 'isOn'>
  readonly #cipher: Pick<Cipher, 'decrypt'>
  readonly #onLookup: (result: PlanLookup) => void
  readonly #onPlanCached: (document: Document, bytes: number) => void
  readonly #plans = new WeakMap<object, Map<string, Plan>>()

  constructor(
    schema: Schema<Caller>,
    { database, cache, cipher }: ExecutorOptions,
    onLookup: (result: PlanLookup) => void,
    onPlanCached: (document: Document, bytes: number) => void,
  ) {
    this.schema = schema
    this.#database = database
    this.#cache = cache
    this.#cipher = cipher
    this.#onLookup = onLookup
    this.#onPlanCached = onPlanCached
  }

  /** Returns the number of cached plans of documents. */
  countPlans(documents: Iterable<object>): number {
    const counts = Array.from(documents, document => this.#plans.get(document)?.size ?? 0)
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** Reads all root fields of a call in one statement, and so from one snapshot. */
  async run(
    call: Call<Caller>,
    now: Date,
    run: Run = this.#database.read,
  ): Promise<RootResult<Caller>[]> {
    const queriedRoots = call.roots.filter(root => root.source !== null && root.refusal === null)
    const results = new Map<RootCall<Caller>, RootResult<Caller>>()
    if (queriedRoots.some(root => this.#readsPerTenant(root))) {
      for (const root of queriedRoots) {
        results.set(root, await this.readPage(call, root, now, run))
      }
    } else if (queriedRoots.length > 0) {
      const plans = queriedRoots.map(root => this.#plan(call, root, root.paging))
      const values = queriedRoots.flatMap((root, i) => slotValues(root, plans[i]!.slots, now))
      const [row] = await run(combinePlans(plans), values)
      queriedRoots.forEach((root, i) => {
        const start = i * planColumns
        const columns = row!.slice(start, start + planColumns)
        results.set(root, this.#toResult(root, plans[i]!, columns))
      })
    }
    return call.roots.map(root => results.get(root) ?? skippedResult(root))
  }

  /** Returns the cache tags of a call; null: the tags of the whole tenant. */
  findCacheTags(call: Call<Caller>): string[] | null {
    const { cachedTables } = this.#database
    if (!cachedTables) return null
    const tagLists = call.roots.map(root => {
      if (root.source === null || root.refusal !== null || !root.source.cacheTags) return null
      const { tables } = this.#plan(call, root, root.paging)
      return tables.some(table => cachedTables.wide.has(table)) ? null : root.source.cacheTags
    })
    return tagLists.length > 0 && tagLists.every(tags => tags !== null) ? tagLists.flat() : null
  }

  /** Reads one root field, or a page of a list. `run` may be that of an open snapshot. */
  async readPage(
    call: Call<Caller>,
    root: RootCall<Caller>,
    now: Date,
    run: Run,
  ): Promise<RootResult<Caller>> {
    if (!this.#readsPerTenant(root)) return this.#query(call, root, now, run)
    const tenants = await this.#listTenants(root, now, run)
    const tenantRoots = tenants.map(tenant => ({ ...root, source: root.sourceIn(tenant) }))
    const [firstRoot, ...otherRoots] = tenantRoots
    if (root.sort !== null && otherRoots.length > 0)
      return this.#mergeTenants(call, root, tenantRoots, { now, run })
    // A single object belongs to at most one tenant. If no other tenant has it, the result is that
    // of the first one, which may be empty.
    for (const tenantRoot of otherRoots) {
      const result = await this.#query(call, tenantRoot, now, run)
      if (result.rows > 0) return { ...result, root }
    }
    return { ...(await this.#query(call, firstRoot!, now, run)), root }
  }

  #readsPerTenant({ tenants }: RootCall<Caller>): boolean {
    return this.#database.topology.readsPerTenant(tenants)
  }

  /** Lists the tenants that have requested rows; at least one. */
  async #listTenants(root: RootCall<Caller>, now: Date, run: Run) {
    const { tenants } = root
    // Roots without a source are not queried.
    const source = root.source!
    if (source.tenant) return [source.tenant]
    if (!source.tenants) return tenants
    const statement = prepare(source.tenants(), this.#database.kysely as Kysely<never>)
    const values = slotValues(root, statement.slots, now)
    const matching = (await run(statement, values)).map(([tenant]) => tenant as string)
    // Without matching rows, the query of any tenant returns the empty result.
    return matching.length > 0 ? matching : tenants.slice(0, 1)
  }

  /** Merges the pages of several tenants in the sort order of the list. */
  async #mergeTenants(
    call: Call<Caller>,
    root: RootCall<Caller>,
    tenantRoots: RootCall<Caller>[],
    { now, run }: { now: Date; run: Run },
  ): Promise<RootResult<Caller>> {
    // Each tenant may have all rows of the page, and those before its offset.
    const offset = root.paging === 'atOffset' ? root.cursor.offset : 0
    const rowsMax = (root.limit ?? countedRowsMax) + offset
    const paging = root.paging === 'atOffset' ? 'first' : root.paging
    const rows: KeyedRow[] = []
    const accessible: string[] = []
    for (const tenantRoot of tenantRoots) {
      const plan = this.#plan(call, tenantRoot, paging, 'rows')
      const limit = root.limit === null ? null : rowsMax
      const values = slotValues({ ...tenantRoot, limit }, plan.slots, now)
      const [[text, , , accessibleJson] = []] = (await run(plan, values)) as ResultRow[]
      rows.push(...parseKeyedRows(text?.toString(), plan.isEncrypted ? this.#cipher : null))
      if (accessibleJson) accessible.push(...(JSON.parse(accessibleJson) as string[]))
    }
    const sortedRows = rows.sort(compareKeys(root.sort!)).slice(offset, rowsMax + 1)
    const pageRows = root.limit === null ? sortedRows : sortedRows.slice(0, root.limit)
    const hasNextPage = root.limit !== null && sortedRows.length > root.limit
    return {
      root,
      json: pageRows.length > 0 ? pageRows.map(({ text }) => text).join(',') : null,
      rows: sortedRows.length,
      lastKey: hasNextPage ? pageRows.at(-1)!.key : null,
      // Lists of several tenants are not cached.
      expiresAtMs: 0,
      check: root.source?.check?.(accessible) ?? {},
    }
  }

  async #query(call: Call<Caller>, root: RootCall<Caller>, now: Date, run: Run) {
    const plan = this.#plan(call, root, root.paging)
    const [row] = await run(plan, slotValues(root, plan.slots, now))
    return this.#toResult(root, plan, row!)
  }

  #toResult(root: RootCall<Caller>, plan: Plan, row: unknown[]): RootResult<Caller> {
    const [text, rows, lastKey, accessibleJson, changesAtMs] = row as ResultRow
    const json =
      plan.isEncrypted && text !== null ? decryptFields(String(text), this.#cipher) : text
    const check = root.source?.check?.(accessibleJson ? JSON.parse(accessibleJson) : []) ?? {}
    const hasNextPage = root.limit !== null && rows > root.limit
    const expiresAtMs = plan.dependsOnNow ? 0 : Math.floor(changesAtMs ?? Infinity)
    return { root, json, rows, lastKey: hasNextPage ? lastKey : null, expiresAtMs, check }
  }

  /** True: responses are cached, so plans must also return the time of the next change. */
  get #isCaching(): boolean {
    return this.#cache.isOn && !this.#database.readsBehind
  }

  #plan(
    call: Call<Caller>,
    root: RootCall<Caller>,
    paging: Paging,
    form: ResultForm = 'text',
  ): Plan {
    const plans = this.#plans.get(call.document) ?? new Map<string, Plan>()
    this.#plans.set(call.document, plans)
    const sourceKey = `${root.source!.planKey} ${this.#isCaching}`
    const key = [call.selectionKey, root.selected.key, sourceKey, paging, form].join('\n')
    const cached = plans.get(key)
    this.#onLookup(cached ? 'hit' : 'miss')
    if (cached) return cached
    const input = {
      types: this.schema.types,
      sort: root.sort,
      source: this.#isCaching ? root.source! : withoutExpiry(root.source!),
      selection: root.selected.fields,
      paging,
    }
    const plan = compilePlan(this.#database.kysely as Kysely<never>, input, form)
    // Clients choose the values of `@include` and `@skip`, and each combination has a plan.
    if (plans.size < plansPerDocumentMax) {
      plans.set(key, plan)
      const bytes = (plan.text.length + key.length) * bytesPerCharacter
      this.#onPlanCached(call.document, bytes)
    }
    return plan
  }
}

function withoutExpiry({ nextChangeAt: _, ...source }: Source): Source {
  return source
}

/** Row of a list of several tenants. `text` is empty for the row after the page. */
interface KeyedRow {
  key: string
  values: (string | null)[]
  text: string
}

function parseKeyedRows(text: string | null | undefined, cipher: Pick<Cipher, 'decrypt'> | null) {
  const rows = JSON.parse(text ?? '[]') as [string, string | null][]
  return rows.map(([key, text]): KeyedRow => {
    const decrypted = text === null || cipher === null ? text : decryptFields(text, cipher)
    return { key, values: JSON.parse(key), text: decrypted ?? '' }
  })
}

/** Compares keys as the database does: instants, uids and texts by their bytes. */
function compareKeys({ direction }: SortOrder): (a: KeyedRow, b: KeyedRow) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    for (const [i, value] of a.values.entries()) {
      const order = compare(value, b.values[i]!)
      if (order !== 0) return sign * order
    }
    return 0
  }
}

function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Row of a plan: text, row count, last key, accessible uids as JSON, time of the next change. */
type ResultRow = [string | Buffer | null, number, string | null, string, number | null]

/** Returns whether a list without a limit has too many rows to be returned in one piece. */
export function isTooLong<Caller>(result: RootResult<Caller>): boolean {
  const { root, rows, json } = result
  return isUnpaged(root) && rows > 0 && (json === null || rows > countedRowsMax)
}

export function isUnpaged<Caller>({ definition, limit }: RootCall<Caller>): boolean {
  return definition.kind === 'list' && limit === null
}

function slotValues(
  { limit, cursor, source }: Pick<RootCall<never>, 'limit' | 'cursor' | 'source'>,
  slots: string[],
  now: Date,
): unknown[] {
  const requestValues: Record<string, unknown> = {
    now: now.toISOString(),
    limit: limit ?? countedRowsMax,
    offset: cursor.offset,
  }
  cursor.k?.forEach((value, i) => {
    requestValues[`k${i}`] = value
  })
  return slots.map(name => (name in source!.values ? source!.values[name] : requestValues[name]))
}

/** Returns the result of a root field that needs no query. */
export function skippedResult<Caller>(root: RootCall<Caller>): RootResult<Caller> {
  return { root, json: null, rows: 0, lastKey: null, expiresAtMs: Infinity, check: {} }
}
