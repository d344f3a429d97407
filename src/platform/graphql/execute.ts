import type { Kysely } from 'kysely'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Database, Run } from '../db/database.ts'
import type { SortOrder } from '../db/page.ts'
import { prepare } from '../db/prepare.ts'
import type { Sealer } from '../seal.ts'
import type { RootResult } from './answers/answer.ts'
import type { Call, RootCall } from './call.ts'
import type { Document } from './document-cache.ts'
import { combine, countedRowsMax, type Form, type Paging, type Plan, planRoot } from './plan.ts'
import type { Source } from './roots.ts'
import type { Schema } from './schema.ts'
import { openSealed } from './sealed.ts'

/** Whether a plan was known or is compiled. */
export type PlanLookup = 'hit' | 'miss'

const plansPerDocumentMax = 64

interface ExecutorParts {
  database: Database<never>
  cache: Pick<ResponseCache, 'isOn'>
  sealer: Pick<Sealer, 'open'>
}

/** Runs prepared calls of one schema, and remembers their plans. */
export class Executor<Caller> {
  readonly schema: Schema<Caller>
  readonly #database: Database<never>
  readonly #cache: Pick<ResponseCache, 'isOn'>
  readonly #sealer: Pick<Sealer, 'open'>
  readonly #onLookup: (result: PlanLookup) => void
  readonly #onKept: (document: Document, bytes: number) => void
  readonly #plans = new WeakMap<object, Map<string, Plan>>()

  constructor(
    schema: Schema<Caller>,
    { database, cache, sealer }: ExecutorParts,
    onLookup: (result: PlanLookup) => void,
    onKept: (document: Document, bytes: number) => void,
  ) {
    this.schema = schema
    this.#database = database
    this.#cache = cache
    this.#sealer = sealer
    this.#onLookup = onLookup
    this.#onKept = onKept
  }

  /** How many plans are kept for documents. */
  plansFor(documents: Iterable<object>): number {
    return Array.from(documents, document => this.#plans.get(document)?.size ?? 0).reduce(
      (sum, count) => sum + count,
      0,
    )
  }

  /** Reads all root fields of a call by one statement, so from one snapshot. */
  async run(call: Call<Caller>, now: Date): Promise<RootResult<Caller>[]> {
    const asked = call.roots.filter(root => root.source !== null && root.refusal === null)
    const results = new Map<RootCall<Caller>, RootResult<Caller>>()
    if (asked.some(root => this.#isSpread(root))) {
      for (const root of asked) {
        results.set(root, await this.page(call, root, now, this.#database.read))
      }
    } else if (asked.length > 0) {
      const plans = asked.map(root => this.#plan(call, root, root.paging))
      const values = asked.flatMap((root, i) => slotValues(root, plans[i]!.slots, now))
      const [row] = await this.#database.read(combine(plans), values)
      asked.forEach((root, i) => {
        results.set(root, this.#resultOf(root, plans[i]!, row!.slice(i * 5, i * 5 + 5)))
      })
    }
    return call.roots.map(root => results.get(root) ?? unasked(root))
  }

  /** Of what a call shows something; null: of all of a tenant. */
  scopesOf(call: Call<Caller>): string[] | null {
    const { shown } = this.#database
    if (!shown) return null
    const each = call.roots.map(root => {
      if (root.source === null || root.refusal !== null || !root.source.scopes) return null
      const { reads } = this.#plan(call, root, root.paging)
      return reads.some(table => shown.wide.has(table)) ? null : root.source.scopes
    })
    return each.length > 0 && each.every(scopes => scopes !== null) ? each.flat() : null
  }

  /** One root, or the next page of a list, say within a snapshot that is already open. */
  async page(
    call: Call<Caller>,
    root: RootCall<Caller>,
    now: Date,
    run: Run,
  ): Promise<RootResult<Caller>> {
    if (!this.#isSpread(root)) return this.#ask(call, root, now, run)
    const found = await this.#tenantsOf(root, now, run)
    const parts = found.map(tenant => ({ ...root, source: root.sourceIn(tenant) }))
    const [only, ...others] = parts
    if (root.sort !== null && others.length > 0) return this.#merged(call, root, parts, now, run)
    for (const part of others) {
      const result = await this.#ask(call, part, now, run)
      if (result.rows > 0) return { ...result, call: root }
    }
    return { ...(await this.#ask(call, only!, now, run)), call: root }
  }

  /** On a cluster a plan is of one tenant, which lies on one node. */
  #isSpread({ tenants }: RootCall<Caller>): boolean {
    return this.#database.isCluster && tenants.length > 1
  }

  /** Those that have what was asked for; at least one, so that somebody is asked. */
  async #tenantsOf({ source, tenants, ...root }: RootCall<Caller>, now: Date, run: Run) {
    if (source!.tenant) return [source!.tenant]
    if (!source!.tenants) return tenants
    const statement = prepare(source!.tenants, this.#database.kysely as Kysely<never>)
    const values = slotValues({ ...root, source }, statement.slots, now)
    const found = (await run(statement, values)).map(([tenant]) => tenant as string)
    return found.length > 0 ? found : tenants.slice(0, 1)
  }

  /** A list over several tenants: the page of each, put together in its order. */
  async #merged(
    call: Call<Caller>,
    root: RootCall<Caller>,
    parts: RootCall<Caller>[],
    now: Date,
    run: Run,
  ): Promise<RootResult<Caller>> {
    const offset = root.paging === 'atOffset' ? root.cursor.offset : 0
    const most = (root.limit ?? countedRowsMax) + offset
    const paging = root.paging === 'atOffset' ? 'first' : root.paging
    const rows: KeyedRow[] = []
    const reached: string[] = []
    for (const part of parts) {
      const plan = this.#plan(call, part, paging, 'rows')
      const limit = root.limit === null ? null : most
      const values = slotValues({ ...part, limit }, plan.slots, now)
      const [[text, , , reachable] = []] = (await run(plan, values)) as ResultRow[]
      rows.push(...keyedRows(text?.toString(), plan.isSealed ? this.#sealer : null))
      if (reachable) reached.push(...(JSON.parse(reachable) as string[]))
    }
    const inOrder = rows.sort(byKey(root.sort!)).slice(offset, most + 1)
    const page = root.limit === null ? inOrder : inOrder.slice(0, root.limit)
    const followed = root.limit !== null && inOrder.length > root.limit
    return {
      call: root,
      json: page.length > 0 ? page.map(({ text }) => text).join(',') : null,
      rows: inOrder.length,
      lastKey: followed ? page.at(-1)!.key : null,
      untilMs: 0,
      check: root.source?.check?.(reached) ?? {},
    }
  }

  async #ask(call: Call<Caller>, root: RootCall<Caller>, now: Date, run: Run) {
    const plan = this.#plan(call, root, root.paging)
    const [row] = await run(plan, slotValues(root, plan.slots, now))
    return this.#resultOf(root, plan, row!)
  }

  #resultOf(call: RootCall<Caller>, plan: Plan, row: unknown[]): RootResult<Caller> {
    const [text, rows, lastKey, reachable, changesMs] = row as ResultRow
    const json = plan.isSealed && text !== null ? openSealed(String(text), this.#sealer) : text
    const check = call.source?.check?.(reachable ? JSON.parse(reachable) : []) ?? {}
    const followed = call.limit !== null && rows > call.limit
    const untilMs = plan.isOfNow ? 0 : Math.floor(changesMs ?? Infinity)
    return { call, json, rows, lastKey: followed ? lastKey : null, untilMs, check }
  }

  /** Whether answers are kept, so that somebody asks when they change by themselves. */
  get #isKept(): boolean {
    return this.#cache.isOn && !this.#database.readsBehind
  }

  #plan(call: Call<Caller>, root: RootCall<Caller>, paging: Paging, form: Form = 'text'): Plan {
    const known = this.#plans.get(call.document) ?? new Map<string, Plan>()
    this.#plans.set(call.document, known)
    const shape = `${root.source!.shape} ${this.#isKept}`
    const key = [call.shape, root.selected.key, shape, paging, form].join('\n')
    const kept = known.get(key)
    this.#onLookup(kept ? 'hit' : 'miss')
    if (kept) return kept
    const plan = planRoot(
      this.#database.kysely as Kysely<never>,
      this.schema.types,
      root.sort,
      this.#isKept ? root.source! : withoutChanges(root.source!),
      root.selected.fields,
      paging,
      form,
    )
    // By switches a document has as many shapes as anybody likes.
    if (known.size < plansPerDocumentMax) {
      known.set(key, plan)
      this.#onKept(call.document, (plan.text.length + key.length) * 2)
    }
    return plan
  }
}

function withoutChanges({ changes: _, ...source }: Source): Source {
  return source
}

/** A row of a list over several tenants; `text` is empty of the one after a page. */
interface KeyedRow {
  key: string
  values: (string | null)[]
  text: string
}

function keyedRows(text: string | null | undefined, sealer: Pick<Sealer, 'open'> | null) {
  const rows = JSON.parse(text ?? '[]') as [string, string | null][]
  return rows.map(([key, text]): KeyedRow => {
    const shown = text === null || sealer === null ? text : openSealed(text, sealer)
    return { key, values: JSON.parse(key), text: shown ?? '' }
  })
}

/** As the database orders them: keys are instants, uids and texts by their bytes. */
function byKey({ direction }: SortOrder): (a: KeyedRow, b: KeyedRow) => number {
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

type ResultRow = [string | Buffer | null, number, string | null, string, number | null]

/** Whether a list is longer than one statement answers, which has read nothing of it then. */
export function isPaged<Caller>(result: RootResult<Caller>): boolean {
  const { call, rows, json } = result
  return isWhole(call) && rows > 0 && (json === null || rows > countedRowsMax)
}

/** Whether all of a list is asked for. */
export function isWhole<Caller>({ root, limit }: RootCall<Caller>): boolean {
  return root.kind === 'list' && limit === null
}

function slotValues(
  { limit, cursor, source }: Pick<RootCall<never>, 'limit' | 'cursor' | 'source'>,
  slots: string[],
  now: Date,
): unknown[] {
  const paging: Record<string, unknown> = {
    now: now.toISOString(),
    limit: limit ?? countedRowsMax,
    offset: cursor.offset,
  }
  cursor.k?.forEach((value, i) => {
    paging[`k${i}`] = value
  })
  return slots.map(name => (name in source!.values ? source!.values[name] : paging[name]))
}

/** A root field that the database was not asked for. */
export function unasked<Caller>(call: RootCall<Caller>): RootResult<Caller> {
  return { call, json: null, rows: 0, lastKey: null, untilMs: Infinity, check: {} }
}
