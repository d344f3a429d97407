import { type InsertQueryBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { inOrder } from './gathered/in-order.ts'
import { isSpread } from './gathered/spread.ts'

/** Builder of an insert that is not yet run. */
export type Write = (db: Db) => InsertQueryBuilder<AnyTables, string, object>

type AnyTables = Record<string, Record<string, unknown>>

/** Database, or the transaction that is open, whatever its tables are. */
type Db = Pick<Kysely<never>, 'executeQuery' | 'getExecutor'>

/**
 * Runs several inserts as one statement and returns the rows that the first returns. They see the
 * database as it was before all of them; foreign keys are checked afterwards. On a cluster each is
 * a statement and sees what the ones before it wrote, as it would in one, too.
 */
export async function inOneStatement<Row>(
  { db }: { db: Db },
  writes: [Write, ...Write[]],
): Promise<Row[]> {
  const [first, ...others] = writes
  if (others.length > 0 && !isSpread(db)) {
    const { rows } = await combined(db, first, others).execute(db)
    return rows as Row[]
  }
  const [rows] = await inOrder(...writes.map(write => write(db).execute()))
  return rows as Row[]
}

function combined(db: Db, first: Write, others: Write[]): RawBuilder<unknown> {
  const rest = others.map((write, i) => sql`, ${sql.id(`w${i + 1}`)} as (${write(db)})`)
  return sql`with w0 as (${first(db)}) ${sql.join(rest, sql``)} select w0.* from w0`
}

/**
 * Returns the insert of rows. Columns that are undefined in all are left out, and those that are
 * undefined in some are null there.
 *
 * @param returning 1, which the first of several writes has to return
 */
export function insertOf(table: string, rows: object[], returning?: '1'): Write {
  return db => {
    const values = rows.length === 1 ? (rows as AnyRow[]) : withEqualColumns(rows as AnyRow[])
    const insert = (db as unknown as Kysely<AnyTables>).insertInto(table).values(values)
    return returning === undefined ? insert : insert.returning(one)
  }
}

type AnyRow = AnyTables[string]

const one = sql`1`.as('one')

function withEqualColumns(rows: AnyRow[]): AnyRow[] {
  const names = Object.keys(rows[0]!).filter(name => rows.some(row => row[name] !== undefined))
  return rows.map(row => Object.fromEntries(names.map(name => [name, row[name] ?? null])))
}
