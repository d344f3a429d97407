import { type Expression, type QueryExecutorProvider, sql } from 'kysely'

/** An insert, update or delete that is not yet run; none may have a `with` of its own. */
export type Write = Pick<Expression<unknown>, 'toOperationNode'>

/**
 * Runs several writes as one statement, one round trip, and gives the rows that the first returns.
 * They see the database as it was before all of them; foreign keys are looked at afterwards.
 */
export async function inOneStatement<Row>(
  db: QueryExecutorProvider,
  [first, ...others]: [Write, ...Write[]],
): Promise<Row[]> {
  const rest = others.map((write, i) => sql`, ${sql.id(`w${i + 1}`)} as (${write})`)
  const { rows } = await sql<Row>`with w0 as (${first}) ${sql.join(rest, sql``)}
    select w0.* from w0`.execute(db)
  return rows
}
