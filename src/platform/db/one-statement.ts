import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { inOrder } from './gathered/in-order.ts'
import { isSpread } from './gathered/spread.ts'
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
/** Inserts of more rows are rare, and their names many. */
const rowsMax = 10

/**
 * Runs several writes as one statement, one round trip, and gives the rows that the first returns.
 * They see the database as it was before all of them; foreign keys are looked at afterwards. On a
 * cluster each is a statement and sees what the ones before it wrote, as it would in one, too.
 */
export async function inOneStatement<Row>(
  { db }: { db: Asked },
  writes: [Write, ...Write[]],
): Promise<Row[]> {
  if (isSpread(db)) return oneByOne({ db }, writes)
  const shape = writes.map(write => write.shape).join('; ')
  const values = Object.assign({}, ...writes.map(write => write.values))
  const { rows } = await plans.execute<Row>({ db }, [shape, () => together(writes)], values)
  return rows
}

async function oneByOne<Row>({ db }: { db: Asked }, writes: [Write, ...Write[]]): Promise<Row[]> {
  const asked = writes.map(({ shape, query, values }) => {
    return plans.execute<Row>({ db }, [shape, query], values)
  })
  const [first] = await inOrder(...asked)
  return first!.rows
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
  const shape = `insert ${table} ${rows.length} ${columns} ${returning}`
  const names = namesOf(shape, table, rows.length, columns)
  const ending = sql.raw(returning && `returning ${returning}`)
  const tuple = (row: string[]) => sql`(${sql.join(row.map(name => slot(name)))})`
  const values: Record<string, unknown> = {}
  for (const [i, row] of given.entries()) {
    for (const [j, column] of columns.entries()) values[names[i]![j]!] = row[column]
  }
  return {
    shape,
    query: () => sql`insert into ${sql.table(table)}
      (${sql.join(columns.map(name => sql.ref(name)))})
      values ${sql.join(names.map(tuple))} ${ending}`,
    values,
  }
}

const known = new LRUCache<string, string[][]>({ max: 200 })

/** What the slots of an insert are called: names that are made anew are looked up slowly. */
function namesOf(shape: string, table: string, count: number, columns: string[]): string[][] {
  const found = known.get(shape)
  if (found) return found
  const names = Array.from({ length: count }, (_, i) => columns.map(c => `${table}.${i}.${c}`))
  if (count <= rowsMax) known.set(shape, names)
  return names
}
