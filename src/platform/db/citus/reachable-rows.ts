import { type Kysely, type RawBuilder, sql } from 'kysely'
import { withQueryTimeout } from '../query-deadline.ts'
import { isDatabaseAway } from '../transaction.ts'
import { isClusterSql } from './cluster.ts'

/** A node that says nothing for so long, in milliseconds, is not waited for by who reads of all. */
const waitedMs = 8_000

/** The condition of the tenants that are asked for, of the relation with this alias. */
export type OfTenants = (alias: string) => RawBuilder<unknown>

/** Of a statement that is not to be asked node by node. */
export const everybody: OfTenants = () => sql`true`

/** What those have said who could be asked. */
export interface Reached<Row> {
  rows: Row[]
  /** How many rows were changed. */
  changed: number
  /** Why somebody could not be asked; undefined: everybody was. */
  missing?: unknown
}

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
  return (await askReachable(db, ask)).rows
}

/** How many rows of all tenants were changed, as far as their nodes are there; see above. */
export async function changeReachable(
  db: Kysely<never>,
  ask: (of: OfTenants) => RawBuilder<unknown>,
): Promise<number> {
  return (await askNodes(db, ask)).changed
}

/** Asks as {@link reachableRows} does, and tells whether somebody could not be asked. */
export async function askReachable<Row>(
  db: Kysely<never>,
  ask: (of: OfTenants) => RawBuilder<Row>,
): Promise<Reached<Row>> {
  return askNodes(db, of => ({
    execute: () => withQueryTimeout(waitedMs, () => ask(of).execute(db)),
  }))
}

async function askNodes<Row>(
  db: Kysely<never>,
  ask: (of: OfTenants) => Pick<RawBuilder<Row>, 'execute'>,
): Promise<Reached<Row>> {
  try {
    return together([await ask(everybody).execute(db)])
  } catch (error) {
    if (db.isTransaction || !isDatabaseAway(error)) throw error
    const nodes = await listNodes(db)
    const asked = nodes.map(uids => ask(ofAmong(uids)).execute(db))
    const answers = await Promise.allSettled(asked)
    const there = answers.flatMap(a => (a.status === 'fulfilled' ? [a.value] : []))
    if (there.length === 0) throw error
    return { ...together(there), ...(there.length < nodes.length ? { missing: error } : {}) }
  }
}

function together<Row>(results: { rows: Row[]; numAffectedRows?: bigint }[]): Reached<Row> {
  const changed = results.reduce(
    (sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows),
    0,
  )
  return { rows: results.flatMap(({ rows }) => rows), changed }
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
