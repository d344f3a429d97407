/** Databases of a Citus cluster, which exist on all of its nodes. */
import { distribute, planDistribution } from '../../../src/platform/db/cluster/distribute.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { placement } from '../../../src/rental/table-placement.ts'
import { query } from '../postgres.ts'

/**
 * URL of the database `postgres` of a coordinator, which has the extension and lists the nodes;
 * null: the tests run on one server.
 */
export const clusterUrl = process.env.TEST_CITUS_URL || null

const waiting = `from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Returns a row while a session waits for a lock, on any node. */
export const someWaitSql =
  clusterUrl === null
    ? `select 1 ${waiting} limit 1`
    : `select 1 from run_command_on_all_nodes($$select count(*) ${waiting}$$) where result <> '0'`

/** Files with tests that apply to a single server only, with the reason. */
export const notOnCluster: Record<string, string> = {
  'test/api/no-statistics.test.ts': 'it reads plans of one server',
  'prove/checks.test.ts': 'it breaks rows by statements that a cluster refuses',
}

/** Number of shards: few are created quickly, and are still distributed over two workers. */
const shards = 4

interface Node {
  host: string
  port: number
}

/** Lists the nodes, the coordinator first. */
async function listNodes(url: string): Promise<Node[]> {
  const rows = await query(
    url,
    'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
  )
  return rows as unknown as Node[]
}

/** Runs statements separately in the database `postgres` of every node. */
async function runOnEveryNode(url: string, sql: string): Promise<void> {
  const nodes = await listNodes(url)
  await Promise.all(nodes.map(node => query(nodeUrl(url, node), sql)))
}

/** Creates an empty database with the extension, as docs/cluster.md describes. */
export async function createOnCluster(url: string, name: string): Promise<void> {
  const nodes = await listNodes(url)
  await runOnEveryNode(url, `create database ${name}`)
  await Promise.all(nodes.map(node => query(nodeUrl(url, node, name), 'create extension citus')))
  const [coordinator, ...workers] = nodes as [Node, ...Node[]]
  const coordinatorUrl = nodeUrl(url, coordinator, name)
  await query(
    coordinatorUrl,
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
  )
  for (const { host, port } of workers) {
    await query(coordinatorUrl, `select citus_add_node('${host}', ${port})`)
  }
}

/** Copies a database on all nodes; the metadata of the nodes is valid for the copy, too. */
export async function copyOnCluster(url: string, name: string, template: string): Promise<void> {
  await runOnEveryNode(url, `create database ${name} template ${template} strategy file_copy`)
}

/**
 * Closes a database to all sessions, including the cluster's maintenance daemon, before it is
 * copied.
 */
export async function closeOnCluster(url: string, name: string): Promise<void> {
  await runOnEveryNode(url, `alter database ${name} allow_connections false`)
  await runOnEveryNode(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
}

/** Drops a database; the cluster's maintenance daemon would otherwise reconnect first. */
export async function dropOnCluster(url: string, name: string): Promise<void> {
  for (const node of await listNodes(url)) await rollbackPrepared(nodeUrl(url, node, name), name)
  const closed = closeOnCluster(url, name)
  await closed.catch(() => undefined)
  await runOnEveryNode(url, `drop database if exists ${name} with (force)`)
}

/** Rolls back prepared transactions of a node that lost its connection to the coordinator. */
async function rollbackPrepared(nodeUrl: string, name: string): Promise<void> {
  const prepared = `select gid from pg_prepared_xacts where database = '${name}'`
  const rows = await query(nodeUrl, prepared).catch(() => [])
  for (const { gid } of rows) await query(nodeUrl, `rollback prepared '${gid}'`)
}

/** Distributes a migrated database. */
export async function distributeAll<Schema>(database: Database<Schema>): Promise<void> {
  await database.exclusively(async script => {
    await distribute(script, await planDistribution(script, placement), placement, shards)
  })
}

function nodeUrl(url: string, { host, port }: Node, name = 'postgres'): string {
  const target = new URL(url)
  target.hostname = host
  target.port = String(port)
  target.pathname = `/${name}`
  return target.toString()
}
