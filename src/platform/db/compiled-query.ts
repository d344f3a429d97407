/** Statements that are compiled once and run with different values. */
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
import type { Row, Run, Statement } from './statements.ts'

/**
 * Placeholder of a value that is known only when a statement runs, such as `now` or a page size.
 */
export class Slot {
  readonly name: string
  readonly type: string | undefined

  constructor(name: string, type?: string) {
    this.name = name
    this.type = type
  }
}

/**
 * Creates a named parameter. `type` is its SQL type, for positions where PostgreSQL cannot infer
 * it.
 */
export function slot(name: string, type?: string): RawBuilder<unknown> {
  const value = sql`${new Slot(name, type)}`
  return type === undefined ? value : sql`${value}::${sql.raw(type)}`
}

/** Database or transaction with any tables. */
export type QueryTarget = Pick<Kysely<never>, 'executeQuery' | 'getExecutor'>

/** Plan: a statement with the names of its parameters in order. */
export interface Prepared extends Statement {
  slots: string[]
}

/**
 * Compiles a query whose parameters are all slots. Equal slots with a type become one parameter: a
 * lead query uses its agency and its instant in 90 positions.
 *
 * @throws Error when it holds a value, which later calls would reuse
 */
export function prepare(query: RawBuilder<unknown>, db: QueryTarget): Prepared {
  const { sql: text, parameters } = toStatement(query, db)
  const slots: string[] = []
  const positions = new Map<string, number>()
  const newPositions = parameters.map(parameter => {
    if (!(parameter instanceof Slot)) throw new Error('A plan holds slots, never values')
    const { name, type } = parameter
    // Without a type, PostgreSQL may infer a different one for each position.
    const existing = type === undefined ? undefined : positions.get(`${name} ${type}`)
    const position = existing ?? slots.push(name)
    if (type !== undefined) positions.set(`${name} ${type}`, position)
    return position
  })
  const deduplicated = text.replace(
    /\$(\d+)/g,
    (_, index: string) => `$${newPositions[Number(index) - 1]}`,
  )
  return { name: statementName(deduplicated), text: deduplicated, slots }
}

/**
 * Limits of the cache. Texts may depend on client input, so neither their number nor their length
 * may be unlimited.
 */
const plansMax = 200
const slotsMax = 500

/** Cache of prepared statements of a query whose text varies. */
export class PlanCache {
  readonly #plans = new LRUCache<string, Prepared>({ max: plansMax })

  /**
   * Returns the plan of a shape, which is a key for everything that changes the text of the query.
   */
  getPlan(db: QueryTarget, shape: string, buildQuery: () => RawBuilder<unknown>): Prepared {
    const cached = this.#plans.get(shape)
    if (cached) return cached
    const plan = prepare(buildQuery(), db)
    // A longer plan is compiled for each call.
    if (plan.slots.length <= slotsMax) this.#plans.set(shape, plan)
    return plan
  }

  /**
   * Runs the plan of a shape, which may write. Its plan is cached because compiling a statement
   * takes this process as long as sending it. Statements are sent in the order of the calls.
   */
  async execute<Result>(
    { db }: { db: QueryTarget },
    [shape, buildQuery]: ShapedQuery,
    values: Record<string, unknown>,
  ): Promise<QueryResult<Result>> {
    const { text, slots } = this.getPlan(db, shape, buildQuery)
    const parameters = slots.map(name => values[name])
    return db.executeQuery<Result>(CompiledQuery.raw(text, parameters) as CompiledQuery<Result>)
  }
}

export type ShapedQuery = [shape: string, buildQuery: () => RawBuilder<unknown>]

/**
 * Runs a prepared read with the values of its slots: within an open transaction, whose writes it
 * sees, otherwise as a separate statement with the cached plan of the engine.
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

/** Returns the name under which engines cache the plan of a text. */
export function statementName(text: string): string {
  return `lp_${createHash('sha1').update(text).digest('base64url')}`
}

function toStatement(query: RawBuilder<unknown>, db: QueryTarget): CompiledQuery {
  return (query as unknown as Compilable & { compile(db: QueryTarget): CompiledQuery }).compile(db)
}
