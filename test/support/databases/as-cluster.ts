import type { KyselyConfig } from 'kysely'
import { clusterTopology } from '../../../src/platform/db/cluster/cluster-topology.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { openPostgres } from '../../../src/platform/db/postgres/open-postgres.ts'
import { cachedTables, placement } from '../../../src/rental/table-placement.ts'
import type { Tables } from '../../../src/rental/tables.ts'

/** Opens a database on one server with the statements for a cluster. */
export async function openAsCluster(
  url: string,
  log?: KyselyConfig['log'],
): Promise<Database<Tables>> {
  const topology = clusterTopology(placement)
  const onConnectionLost = () => {}
  const options = { url, placement, topology, cachedTables, onConnectionLost, log }
  const database = await openPostgres<Tables>(options)
  await database.clock.synchronize()
  return database
}
