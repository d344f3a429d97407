import type { Script } from '../statements.ts'
import { analyzeNonEmpty } from '../statistics.ts'
import { clusterLookup } from './cluster-lookup.ts'
import { beginClusterMigration } from './migrate-cluster.ts'
import type { Placement } from './placement.ts'
import { changeNodes, queryNodes } from './query-tenants.ts'
import { singleServer } from './single-server.ts'
import { ClusterReader } from './tenant-reader.ts'
import type { Topology } from './topology.ts'

/** Detects the topology of a server. A server with the extension Citus is a coordinator. */
export async function detectTopology(script: Script, placement: Placement): Promise<Topology> {
  const [[isCluster] = []] = await script(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null`,
  )
  return isCluster ? clusterTopology(placement) : singleServer
}

/**
 * Settings of every connection. `set local` propagates to the workers; otherwise waits for locks
 * have no limit there. Shards are queried one after the other: Citus rejects writes to a shared
 * table after a parallel query in the same transaction.
 */
const commonSettings = `set citus.propagate_set_commands = 'local';
  set citus.multi_shard_modify_mode = 'sequential'`

/** Settings for reads. Plans name their shard, and a coordinator writes intermediate results. */
const readSettings = `${commonSettings}; set plan_cache_mode = force_custom_plan;
  set default_transaction_read_only = off`

/** Returns the topology of a Citus cluster, where the rows of a tenant are on one node. */
export function clusterTopology(placement: Placement): Topology {
  return {
    // A poll queries every shard.
    pollMs: 30_000,
    // A node may be unresponsive.
    workMsMax: 60_000,
    sessionSettings: { read: readSettings, write: commonSettings },
    pipelines: true,
    // Some of the last writes need results of earlier ones.
    pipelinesCommit: false,
    bumpsPerAgency: true,
    // Generic plans are of no use, and `set local` is sent to the workers as text.
    begin: (_, lockMs) => ['begin', `set local lock_timeout = ${lockMs}`],
    readsPerTenant: tenantUids => tenantUids.length > 1,
    queryTenants: queryNodes,
    changeTenants: changeNodes,
    openTenantReader: (db, statement) => new ClusterReader(db, statement),
    // In one statement with several writing CTEs, rows pass through every node.
    runWrites: ({ sequential }) => sequential(),
    // A write to a shared table waits for all nodes.
    writeShared: ({ later }) => later(),
    openLookup: clusterLookup,
    // New tables are distributed in the transaction that creates them.
    migratesOnline: false,
    beginMigration: (script, options) => beginClusterMigration(script, placement, options),
    analyze: analyzeNonEmpty,
  }
}
