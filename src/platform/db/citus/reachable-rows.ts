import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isDatabaseAway } from '../transaction.ts'
import { isClusterSql } from './cluster.ts'

/** The condition of the tenants that are asked for, of the relation with this alias. */
export type OfTenants = (alias: string) => RawBuilder<unknown>

const ofEverybody: OfTenants = () => sql`true`

/**
 * Rows of all tenants by one plain read. While a node of a cluster is away, those of the tenants on
 * each of the others: what is looked for in the background is found there all the same. The parts
 * are not put together in any order.
 *
 * @param ask is given the condition that every relation of the statement has to have
 * @throws what the read has thrown, where no node can be asked
 */
export async function reachableRows<Row>(
  db: Kysely<never>,
  ask: (of: OfTenants) => RawBuilder<Row>,
): Promise<Row[]> {
  try {
    return (await ask(ofEverybody).execute(db)).rows
  } catch (error) {
    if (db.isTransaction || !isDatabaseAway(error)) throw error
    const nodes = await listNodes(db)
    const asked = nodes.map(uids => ask(ofAmong(uids)).execute(db))
    const answers = await Promise.allSettled(asked)
    const there = answers.filter(answer => answer.status === 'fulfilled')
    if (there.length === 0) throw error
    return there.flatMap(({ value }) => value.rows)
  }
}

function ofAmong(uids: readonly string[]): OfTenants {
  return alias => sql`${sql.ref(`${alias}.agency_uid`)} = any(${uids}::uuid[])`
}

/** The tenants of each node that has some; none: there is but one server. */
async function listNodes(db: Kysely<never>): Promise<string[][]> {
  const found = await sql<{ is: boolean }>`select ${sql.raw(isClusterSql)} as is`.execute(db)
  if (!found.rows[0]!.is) return []
  const { rows } = await sql<{ uids: string[] }>`select array_agg(a.agency_uid) as uids
    from agencies a join pg_dist_placement p
      on p.shardid = get_shard_id_for_distribution_column(
        (select logicalrelid from pg_dist_partition where partmethod = 'h' limit 1), a.agency_uid)
    group by p.groupid`.execute(db)
  return rows.map(({ uids }) => uids)
}
