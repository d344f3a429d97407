import { bumpEverywhereSql } from '../cache-tags/bump-versions.ts'
import type { Script } from '../statements.ts'
import { findCluster, requireSupportedVersion } from './detect-cluster.ts'
import { distribute, distributionSettings, planDistribution } from './distribute.ts'
import type { Placement } from './placement.ts'
import { singleServer } from './single-server.ts'
import type { FinishMigration } from './topology.ts'

/**
 * Begins a migration, after which new tables are distributed. A cluster whose tables are not
 * distributed yet is migrated as a single server.
 *
 * @throws Error if this release does not support the version of the extension, or if reads go to a
 * replica, which has none of the workers' tables
 */
export async function beginClusterMigration(
  script: Script,
  placement: Placement,
  options: { readsBehind: boolean },
): Promise<FinishMigration> {
  const cluster = await findCluster(script)
  if (!cluster?.isDistributed) return singleServer.beginMigration(script, options)
  requireSupportedVersion(cluster)
  if (options.readsBehind) {
    throw new Error(
      'DATABASE_READ_URL cannot be used with a distributed database. Unset it: the workers ' +
        'already serve the reads',
    )
  }
  await script(distributionSettings)
  return async script => {
    await distribute(script, await planDistribution(script, placement), placement)
    await script(bumpEverywhereSql)
  }
}
