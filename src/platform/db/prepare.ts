/** Statements that are compiled once and run again and again with other values. */
import { createHash } from 'node:crypto'
import { type Compilable, CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Row, Run, Statement } from './database.ts'

/** A value that is known only when a statement runs, `now` or a page size. */
export class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A parameter of a statement, filled from the call. `type` is its SQL type. */
export function slot(name: string, type: string): RawBuilder<unknown> {
  return sql`${new Slot(name)}::${sql.raw(type)}`
}

/** A statement with named slots, in the order of its parameters. */
export interface Prepared extends Statement {
  slots: string[]
}

/**
 * Compiles a query whose parameters are all slots.
 *
 * @throws Error when it holds a value: the next call would get it, too
 */
export function prepare(query: RawBuilder<unknown>, db: Kysely<never>): Prepared {
  const { sql: text, parameters } = toStatement(query, db)
  const slots = parameters.map(parameter => {
    if (!(parameter instanceof Slot)) throw new Error('A plan holds slots, never values')
    return parameter.name
  })
  return { name: nameOf(text), text, slots }
}

/** The plans of a query whose text differs from call to call, each compiled once. */
export class PlanCache {
  readonly #plans = new Map<string, Prepared>()

  /** The plan of a shape, which tells all that makes the text of `query` differ. */
  planOf<Schema>(db: Kysely<Schema>, shape: string, query: () => RawBuilder<unknown>): Prepared {
    const known = this.#plans.get(shape)
    if (known) return known
    const plan = prepare(query(), db as unknown as Kysely<never>)
    this.#plans.set(shape, plan)
    return plan
  }
}

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

function toStatement(query: RawBuilder<unknown>, db: Kysely<never>): CompiledQuery {
  return (query as unknown as Compilable & { compile(db: Kysely<never>): CompiledQuery }).compile(
    db,
  )
}
