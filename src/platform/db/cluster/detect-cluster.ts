/** Detects the extension Citus, which makes a PostgreSQL server the coordinator of a cluster. */
import type { Script } from '../statements.ts'

/** Major versions of the extension that this release is tested with. */
const supportedMajors = ['13']

/** Citus extension of a database. */
export interface Cluster {
  version: string
  isDistributed: boolean
}

/** Returns the extension of a database; null: it has none. */
export async function findCluster(script: Script): Promise<Cluster | null> {
  const [extension] = await script(`select extversion from pg_extension where extname = 'citus'`)
  if (!extension) return null
  const [[tables] = []] = await script(`
    select count(*)::int from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = 'public'::regnamespace and p.partmethod = 'h'`)
  return { version: extension[0] as string, isDistributed: Number(tables) > 0 }
}

/** @throws Error when this release does not support the version of the extension */
export function requireSupportedVersion({ version }: Cluster): void {
  if (supportedMajors.includes(version.split('.')[0]!)) return
  throw new Error(
    `The database has Citus ${version}; this release supports ${supportedMajors.join(', ')}`,
  )
}

/** @throws Error when the database is not a coordinator of a cluster with active workers */
export async function requireCoordinator(script: Script): Promise<void> {
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
