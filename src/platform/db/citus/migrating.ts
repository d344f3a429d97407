import type { Database, Script } from '../database.ts'
import { findCluster, refuseUnknownVersion } from './cluster.ts'
import { distribute, distributingSql, planDistribution } from './distribute.ts'
import type { Placement } from './placement.ts'

/**
 * Makes a transaction that migrates fit for a distributed database.
 *
 * @returns where new tables go; null: the database is not distributed
 * @throws Error when the extension is of a version that this release does not know, or when reads
 * are to go to a replica, which has none of the workers' tables
 */
export async function joinCluster<Schema>(
  { engine, placement, readsBehind }: Database<Schema>,
  script: Script,
): Promise<Placement | null> {
  if (engine === 'pglite' || placement === null) return null
  const cluster = await findCluster(script)
  if (!cluster?.isDistributed) return null
  refuseUnknownVersion(cluster)
  if (readsBehind) {
    throw new Error(
      'DATABASE_READ_URL cannot be used with a distributed database. Unset it: the workers ' +
        'already serve the reads',
    )
  }
  await script(distributingSql)
  return placement
}

/** Distributes the tables that migrations have just made. */
export async function distributePending(script: Script, placement: Placement): Promise<void> {
  await distribute(script, await planDistribution(script, placement), placement)
}
