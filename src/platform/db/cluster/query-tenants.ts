/** Statements about all tenants of a cluster while some nodes may be unavailable. */
import { sql } from 'kysely'
import { withQueryTimeout } from '../query-deadline.ts'
import { isDatabaseUnavailable } from '../transaction.ts'
import { queryAllTenants } from './single-server.ts'
import type { Db, TenantFilter, TenantRows, TenantStatement } from './topology.ts'

const nodeMs = 8_000

/**
 * Reads rows of all tenants by one statement. If a node is unavailable, outside of a transaction,
 * queries the available nodes one by one; the rows are then unsorted.
 *
 * @throws the error of the first statement if no node can be queried
 */
export async function queryNodes<Row>(
  db: Db,
  statement: TenantStatement<Row>,
): Promise<TenantRows<Row>> {
  if (db.isTransaction) return queryAllTenants(db, statement)
  return queryEachNode(db, of => ({
    execute: db => withQueryTimeout(nodeMs, () => statement(of).execute(db)),
  }))
}

/** Changes rows of all tenants. Returns the number of changed rows. */
export async function changeNodes(db: Db, statement: TenantStatement<unknown>): Promise<number> {
  return (await queryEachNode(db, statement)).changed
}

async function queryEachNode<Row>(
  db: Db,
  statement: Parameters<typeof queryAllTenants<Row>>[1],
): Promise<TenantRows<Row>> {
  try {
    return await queryAllTenants(db, statement)
  } catch (error) {
    if (db.isTransaction || !isDatabaseUnavailable(error)) throw error
    const nodes = await listNodes(db)
    const queries = nodes.map(uids => queryAllTenants(db, () => statement(tenantsAmong(uids))))
    const results = await Promise.allSettled(queries)
    const available = results.flatMap(result =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    if (available.length === 0) throw error
    return {
      rows: available.flatMap(({ rows }) => rows),
      changed: available.reduce((sum, { changed }) => sum + changed, 0),
      ...(available.length < nodes.length ? { missing: error } : {}),
    }
  }
}

function tenantsAmong(uids: readonly string[]): TenantFilter {
  return alias => sql`${sql.ref(`${alias}.agency_uid`)} = any(${uids}::uuid[])`
}

async function listNodes(db: Db): Promise<string[][]> {
  const { rows } = await sql<{ uids: string[] }>`select array_agg(a.agency_uid) as uids
    from agencies a join pg_dist_placement p
      on p.shardid = get_shard_id_for_distribution_column(
        (select logicalrelid from pg_dist_partition where partmethod = 'h' limit 1), a.agency_uid)
    group by p.groupid`.execute(db)
  return rows.map(({ uids }) => uids)
}
