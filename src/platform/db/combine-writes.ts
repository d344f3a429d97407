import { type InsertQueryBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { topologyOf } from './cluster/topology.ts'
import { awaitAll } from './pipeline/await-all.ts'

/** Insert that is built but not run. */
export type Write = (db: Db) => InsertQueryBuilder<AnyTables, string, object>

type AnyTables = Record<string, Record<string, unknown>>

/** Database or open transaction with any tables. */
type Db = Pick<Kysely<never>, 'executeQuery' | 'getExecutor'>

/**
 * Runs several inserts as one statement and returns the rows of the first. They see the database as
 * it was before all of them; foreign keys are checked afterwards. On a cluster they run one after
 * the other, and each sees the writes before it.
 */
export async function combineWrites<Row>(
  { db }: { db: Db },
  writes: [Write, ...Write[]],
): Promise<Row[]> {
  const [firstWrite, ...otherWrites] = writes
  const sequential = async () => {
    const [rows] = await awaitAll(...writes.map(write => write(db).execute()))
    return rows as Row[]
  }
  if (otherWrites.length === 0) return sequential()
  const combined = async () =>
    (await combinedSql(db, firstWrite, otherWrites).execute(db)).rows as Row[]
  return topologyOf(db).runWrites({ combined, sequential })
}

function combinedSql(db: Db, firstWrite: Write, otherWrites: Write[]): RawBuilder<unknown> {
  const others = otherWrites.map((write, i) => sql`, ${sql.id(`w${i + 1}`)} as (${write(db)})`)
  return sql`with w0 as (${firstWrite(db)}) ${sql.join(others, sql``)} select w0.* from w0`
}

/**
 * Builds the insert of rows. Omits columns that are undefined in all rows; a column that is
 * undefined in some rows is null there.
 *
 * @param returning 1, required for the first of several writes
 */
export function buildInsert(table: string, rows: object[], returning?: '1'): Write {
  return db => {
    const values = rows.length === 1 ? (rows as AnyRow[]) : withEqualColumns(rows as AnyRow[])
    const insert = (db as unknown as Kysely<AnyTables>).insertInto(table).values(values)
    return returning === undefined ? insert : insert.returning(constantColumn)
  }
}

type AnyRow = AnyTables[string]

const constantColumn = sql`1`.as('one')

function withEqualColumns(rows: AnyRow[]): AnyRow[] {
  const names = Object.keys(rows[0]!).filter(name => rows.some(row => row[name] !== undefined))
  return rows.map(row => Object.fromEntries(names.map(name => [name, row[name] ?? null])))
}
