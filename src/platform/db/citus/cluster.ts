/** What a PostgreSQL server says of the extension Citus, which makes a cluster of several. */
import type { Script } from '../database.ts'

/** The versions of the extension that this release was tried with. */
const knownMajors = ['13']

/** Asked of every new connection: whether its database may be that of a cluster. */
export const isClusterSql = `to_regclass('pg_catalog.pg_dist_partition') is not null`

/**
 * For every connection to a cluster. What a transaction sets for itself is set on the workers, too:
 * else nobody there gives up waiting for a lock. A transaction that writes a shared table after
 * having asked all shards side by side would be refused, so they are asked one after the other.
 */
export const clusterSession = `set citus.propagate_set_commands = 'local';
  set citus.multi_shard_modify_mode = 'sequential'`

/** For those that have general plans otherwise: a plan names its shard, so it is one of values. */
export const clusterReadSession = `${clusterSession}; set plan_cache_mode = force_custom_plan`

/**
 * What a coordinator says of a worker that goes while it is asked, with the SQLSTATE of an internal
 * error: its own words, and those of the library that it connects by.
 */
export const lostWorker = new RegExp(
  'failure on connection marked as essential|failed to prepare transaction|' +
    'could not commit transaction for shard|' +
    'failed to COPY to shard|SSL SYSCALL error|connection not open|' +
    'server closed the connection unexpectedly|could not (receive|send) data',
)

/** The extension as a database has it. */
export interface Cluster {
  version: string
  /** Whether tables are distributed already. */
  isDistributed: boolean
}

/** The extension of a database; null: it has none. */
export async function findCluster(script: Script): Promise<Cluster | null> {
  const [found] = await script(`select extversion from pg_extension where extname = 'citus'`)
  if (!found) return null
  const [[tables] = []] = await script(`
    select count(*)::int from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = 'public'::regnamespace and p.partmethod = 'h'`)
  return { version: found[0] as string, isDistributed: Number(tables) > 0 }
}

/** @throws Error when this release does not know the version of the extension */
export function refuseUnknownVersion({ version }: Cluster): void {
  if (knownMajors.includes(version.split('.')[0]!)) return
  throw new Error(
    `The database has Citus ${version}; this release supports ${knownMajors.join(', ')}`,
  )
}

/** @throws Error when the database is not the coordinator of a cluster that can take tables */
export async function refuseUnfitNode(script: Script): Promise<void> {
  const [[group] = []] = await script('select groupid from pg_dist_local_group')
  if (group !== 0) throw new Error('This is a worker of the cluster: connect to its coordinator')
  const nodes = (await script('select groupid, shouldhaveshards, isactive from pg_dist_node')) as [
    number,
    boolean,
    boolean,
  ][]
  if (!nodes.some(([group]) => group === 0)) {
    throw new Error(
      'The cluster does not know its coordinator: ' +
        `select citus_set_coordinator_host('<its host>', <its port>)`,
    )
  }
  if (!nodes.some(([, takesShards, isActive]) => takesShards && isActive)) {
    throw new Error(
      `The cluster has no node for tables. Run: select citus_add_node('<host>', <port>)`,
    )
  }
}
