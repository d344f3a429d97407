/** Statements that are compiled once and run again and again with other values. */
import { createHash } from 'node:crypto'
import {
  type Compilable,
  CompiledQuery,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Row, Run, Statement } from './database.ts'

/** A value that is known only when a statement runs, `now` or a page size. */
export class Slot {
  readonly name: string
  readonly type: string | undefined

  constructor(name: string, type?: string) {
    this.name = name
    this.type = type
  }
}

/** A parameter of a statement, filled from the call. `type` is its SQL type, where it is needed. */
export function slot(name: string, type?: string): RawBuilder<unknown> {
  const value = sql`${new Slot(name, type)}`
  return type === undefined ? value : sql`${value}::${sql.raw(type)}`
}

/** A database, or a transaction on it, whatever its tables are. */
export type Asked = Pick<Kysely<never>, 'executeQuery' | 'getExecutor'>

/** A statement with named slots, in the order of its parameters. */
export interface Prepared extends Statement {
  slots: string[]
}

/**
 * Compiles a query whose parameters are all slots. Where one of a type stands several times it is
 * one parameter: a lead query has an agency and a moment in 90 places.
 *
 * @throws Error when it holds a value: the next call would get it, too
 */
export function prepare(query: RawBuilder<unknown>, db: Asked): Prepared {
  const { sql: text, parameters } = toStatement(query, db)
  const slots: string[] = []
  const places = new Map<string, number>()
  const newPlaces = parameters.map(parameter => {
    if (!(parameter instanceof Slot)) throw new Error('A plan holds slots, never values')
    const { name, type } = parameter
    // Without a type, each place may be of another.
    const known = type === undefined ? undefined : places.get(`${name} ${type}`)
    const place = known ?? slots.push(name)
    if (type !== undefined) places.set(`${name} ${type}`, place)
    return place
  })
  const short = text.replace(/\$(\d+)/g, (_, place: string) => `$${newPlaces[Number(place) - 1]}`)
  return { name: nameOf(short), text: short, slots }
}

/** Texts that differ by what clients send are not kept without end, nor long ones. */
const plansMax = 200
const slotsMax = 500

/** The plans of a query whose text differs from call to call, each compiled once. */
export class PlanCache {
  readonly #plans = new LRUCache<string, Prepared>({ max: plansMax })

  /** The plan of a shape, which tells all that makes the text of `query` differ. */
  planOf(db: Asked, shape: string, query: () => RawBuilder<unknown>): Prepared {
    const known = this.#plans.get(shape)
    if (known) return known
    const plan = prepare(query(), db)
    if (plan.slots.length <= slotsMax) this.#plans.set(shape, plan)
    return plan
  }

  /**
   * Runs the plan of a shape, which may write: to compile a statement anew takes a server as long
   * as to send it. What is asked for first is sent first.
   */
  async execute<Result>(
    { db }: { db: Asked },
    [shape, query]: Shaped,
    values: Record<string, unknown>,
  ): Promise<QueryResult<Result>> {
    const { text, slots } = this.planOf(db, shape, query)
    const parameters = slots.map(name => values[name])
    return db.executeQuery<Result>(CompiledQuery.raw(text, parameters) as CompiledQuery<Result>)
  }
}

/** What tells plans of one query apart, and the query. */
export type Shaped = [shape: string, query: () => RawBuilder<unknown>]

/**
 * Runs a prepared read with the values of its slots: in the transaction that is open, so that it
 * sees what was written, else on its own under the plan that the engine keeps.
 */
export async function runPrepared<Schema>(
  { db, read }: { db: Kysely<Schema>; read: Run },
  statement: Prepared,
  slotValues: Record<string, unknown>,
): Promise<Row[]> {
  const values = statement.slots.map(name => slotValues[name])
  if (!db.isTransaction) return read(statement, values)
  const { rows } = await db.executeQuery(CompiledQuery.raw(statement.text, values))
  return rows.map(row => Object.values(row as object))
}

/** The name under which engines keep the plan of a text. */
export function nameOf(text: string): string {
  return `lp_${createHash('sha1').update(text).digest('base64url')}`
}

function toStatement(query: RawBuilder<unknown>, db: Asked): CompiledQuery {
  return (query as unknown as Compilable & { compile(db: Asked): CompiledQuery }).compile(db)
}
