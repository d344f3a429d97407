import { type RawBuilder, sql } from 'kysely'
import { type Asked, PlanCache, slot } from './prepare.ts'

/** An insert, update or delete that is not yet run, compiled once for each of its shapes. */
export interface Write {
  /** Tells all that makes its text differ. */
  shape: string
  /** It may have no `with` of its own; its values are slots, whose names no other write uses. */
  query(): RawBuilder<unknown>
  values: Record<string, unknown>
}

const plans = new PlanCache()

/**
 * Runs several writes as one statement, one round trip, and gives the rows that the first returns.
 * They see the database as it was before all of them; foreign keys are looked at afterwards.
 */
export async function inOneStatement<Row>(
  { db }: { db: Asked },
  writes: [Write, ...Write[]],
): Promise<Row[]> {
  const shape = writes.map(write => write.shape).join('; ')
  const values = Object.assign({}, ...writes.map(write => write.values))
  const { rows } = await plans.execute<Row>({ db }, [shape, () => together(writes)], values)
  return rows
}

function together([first, ...others]: [Write, ...Write[]]): RawBuilder<unknown> {
  if (others.length === 0) return first.query()
  const rest = others.map(({ query }, i) => sql`, ${sql.id(`w${i + 1}`)} as (${query()})`)
  return sql`with w0 as (${first.query()}) ${sql.join(rest, sql``)} select w0.* from w0`
}

/**
 * The insert of rows that have the same columns; what is undefined in all is left out.
 *
 * @param returning as SQL; whatever is the first of several writes has to return something
 */
export function insertOf(table: string, rows: object[], returning: '' | '*' | '1' = ''): Write {
  const given = rows as Record<string, unknown>[]
  const columns = Object.keys(given[0]!).filter(name => given.some(row => row[name] !== undefined))
  const nameOf = (i: number, column: string) => `${table}.${i}.${column}`
  const ending = sql.raw(returning && `returning ${returning}`)
  const tuple = (i: number) => sql`(${sql.join(columns.map(name => slot(nameOf(i, name))))})`
  return {
    shape: `insert ${table} ${rows.length} ${columns} ${returning}`,
    query: () => sql`insert into ${sql.table(table)}
      (${sql.join(columns.map(name => sql.ref(name)))})
      values ${sql.join(rows.map((_, i) => tuple(i)))} ${ending}`,
    values: Object.fromEntries(
      given.flatMap((row, i) => columns.map(name => [nameOf(i, name), row[name]])),
    ),
  }
}
