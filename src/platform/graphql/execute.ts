import type { Kysely } from 'kysely'
import type { Database, Run } from '../db/database.ts'
import type { Sealer } from '../seal.ts'
import { dataIsNull, errorsText, type RootResult, refusalOf, valueText } from './answer.ts'
import type { Call, RootCall } from './call.ts'
import { introspect } from './introspect.ts'
import type { Document } from './kept-documents.ts'
import { combine, type Paging, type Plan, planRoot, statementRowsMax } from './plan.ts'
import type { Schema } from './schema.ts'
import { openSealed } from './sealed.ts'

/** Whether a plan was known or is compiled. */
export type PlanLookup = 'hit' | 'miss'

const plansPerDocumentMax = 64

/** Runs prepared calls of one schema, and remembers their plans. */
export class Executor<Caller> {
  readonly schema: Schema<Caller>
  readonly #database: Database<never>
  readonly #sealer: Pick<Sealer, 'open'>
  readonly #onLookup: (result: PlanLookup) => void
  readonly #onKept: (document: Document, bytes: number) => void
  readonly #plans = new WeakMap<object, Map<string, Plan>>()

  constructor(
    schema: Schema<Caller>,
    { database, sealer }: { database: Database<never>; sealer: Pick<Sealer, 'open'> },
    onLookup: (result: PlanLookup) => void,
    onKept: (document: Document, bytes: number) => void,
  ) {
    this.schema = schema
    this.#database = database
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

  /** All root fields of a call by one statement, so from one snapshot. */
  async run(call: Call<Caller>, now: Date): Promise<RootResult<Caller>[]> {
    const asked = call.roots.filter(root => root.source !== null && root.refusal === null)
    const results = new Map<RootCall<Caller>, RootResult<Caller>>()
    if (asked.length > 0) {
      const plans = asked.map(root => this.#plan(call, root, root.paging))
      const values = asked.flatMap((root, i) => slotValues(root, plans[i]!, now))
      const [row] = await this.#database.read(combine(plans), values)
      asked.forEach((root, i) => {
        results.set(root, this.#resultOf(root, plans[i]!, row!.slice(i * 5, i * 5 + 5)))
      })
    }
    return call.roots.map(root => results.get(root) ?? unasked(root))
  }

  /** The next page of a list, within a snapshot that is already open. */
  async page(call: Call<Caller>, root: RootCall<Caller>, now: Date, run: Run) {
    const plan = this.#plan(call, root, root.paging)
    const [row] = await run(plan, slotValues(root, plan, now))
    return this.#resultOf(root, plan, row!)
  }

  #resultOf(call: RootCall<Caller>, plan: Plan, row: unknown[]): RootResult<Caller> {
    const [text, rows, lastKey, reachable, changesMs] = row as ResultRow
    const json = plan.isSealed && text !== null ? openSealed(text, this.#sealer) : text
    const check = call.source?.check?.(reachable ? JSON.parse(reachable) : []) ?? {}
    const followed = call.limit !== null && rows > call.limit
    const untilMs = plan.isOfNow ? 0 : Math.floor(changesMs ?? Infinity)
    return { call, json, rows, lastKey: followed ? lastKey : null, untilMs, check }
  }

  #plan(call: Call<Caller>, root: RootCall<Caller>, paging: Paging): Plan {
    const known = this.#plans.get(call.document) ?? new Map<string, Plan>()
    this.#plans.set(call.document, known)
    const key = [call.shape, root.selected.key, root.source!.shape, paging].join('\n')
    const kept = known.get(key)
    this.#onLookup(kept ? 'hit' : 'miss')
    if (kept) return kept
    const plan = planRoot(
      this.#database.kysely as Kysely<never>,
      this.schema.types,
      root.sort,
      root.source!,
      root.selected.fields,
      paging,
    )
    // By switches a document has as many shapes as anybody likes.
    if (known.size < plansPerDocumentMax) {
      known.set(key, plan)
      this.#onKept(call.document, (plan.text.length + key.length) * 2)
    }
    return plan
  }
}

type ResultRow = [string | null, number, string | null, string, number | null]

/** Whether a list is longer than one statement answers. */
export function isLong<Caller>({ call, rows }: RootResult<Caller>): boolean {
  return call.root.kind === 'list' && call.limit === null && rows > statementRowsMax
}

/** `{"errors":…,"data":…` of a call that was run, without the closing brace. */
export function bodyText<Caller>(
  call: Call<Caller>,
  results: RootResult<Caller>[],
  schema: Schema<Caller>,
): string {
  const errors = errorsText(results)
  if (dataIsNull(results)) return `{${errors}"data":null`
  const introspected = introspect(schema.graphql, call)
  const entries = call.selected.map(({ key }) => {
    const result = results.find(({ call }) => call.selected.key === key)
    if (!result) return `"${key}":${introspected[key]}`
    return `"${key}":${refusalOf(result) ? 'null' : valueText(result)}`
  })
  return `{${errors}"data":{${entries.join(',')}}`
}

function slotValues<Caller>(root: RootCall<Caller>, plan: Plan, now: Date): unknown[] {
  const { limit, cursor, source } = root
  const paging: Record<string, unknown> = {
    now: now.toISOString(),
    limit: limit ?? statementRowsMax,
    offset: cursor.offset,
  }
  cursor.k?.forEach((value, i) => {
    paging[`k${i}`] = value
  })
  return plan.slots.map(name => (name in source!.values ? source!.values[name] : paging[name]))
}

/** A root field that the database was not asked for. */
export function unasked<Caller>(call: RootCall<Caller>): RootResult<Caller> {
  return { call, json: null, rows: 0, lastKey: null, untilMs: Infinity, check: {} }
}
