/** Databases of a Citus cluster, which exist on all of its nodes alike. */
import { distribute, planDistribution } from '../../../src/platform/db/citus/distribute.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { query } from '../postgres.ts'

/**
 * The database `postgres` of a coordinator, which has the extension and knows the nodes; null: the
 * tests run on one server.
 */
export const clusterUrl = process.env.TEST_CITUS_URL || null

const waiting = `from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Gives a row while somebody waits for a lock, on whichever node. */
export const someWaitSql =
  clusterUrl === null
    ? `select 1 ${waiting} limit 1`
    : `select 1 from run_command_on_all_nodes($$select count(*) ${waiting}$$) where result <> '0'`

/** Files whose tests are about what there is on one server only, with the reason. */
export const notOnCluster: Record<string, string> = {
  'test/general/no-statistics.test.ts': 'it reads plans of one server',
  'test/no-overlap-checks.test.ts': 'it breaks rows by statements that a cluster refuses',
}

/** A few parts make databases quickly, and are on both of two workers. */
const shards = 4

interface Node {
  host: string
  port: number
}

/** The coordinator first. */
async function listNodes(url: string): Promise<Node[]> {
  const rows = await query(
    url,
    'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
  )
  return rows as unknown as Node[]
}

/** Runs something on every node by itself, in its database `postgres`. */
async function onEveryNode(url: string, sql: string): Promise<void> {
  const nodes = await listNodes(url)
  await Promise.all(nodes.map(node => query(urlOf(url, node), sql)))
}

/** Makes an empty database with the extension, as docs/operating.md says. */
export async function createOnCluster(url: string, name: string): Promise<void> {
  const nodes = await listNodes(url)
  await onEveryNode(url, `create database ${name}`)
  await Promise.all(nodes.map(node => query(urlOf(url, node, name), 'create extension citus')))
  const [coordinator, ...workers] = nodes as [Node, ...Node[]]
  const known = urlOf(url, coordinator, name)
  await query(
    known,
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
  )
  for (const { host, port } of workers) {
    await query(known, `select citus_add_node('${host}', ${port})`)
  }
}

/** Copies a database of all nodes: what they know of each other holds for the copy, too. */
export async function copyOnCluster(url: string, name: string, template: string): Promise<void> {
  await onEveryNode(url, `create database ${name} template ${template} strategy file_copy`)
}

/** Nobody uses it from now on, so that it can be copied: not the cluster's own upkeep either. */
export async function closeOnCluster(url: string, name: string): Promise<void> {
  await onEveryNode(url, `alter database ${name} allow_connections false`)
  await onEveryNode(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
}

/** The cluster's own upkeep would use it again before it is gone. */
export async function dropOnCluster(url: string, name: string): Promise<void> {
  for (const node of await listNodes(url)) await undoPrepared(urlOf(url, node, name), name)
  const closed = closeOnCluster(url, name)
  await closed.catch(() => undefined)
  await onEveryNode(url, `drop database if exists ${name} with (force)`)
}

/** A node that was cut off may have been told to prepare a commit, and nothing since. */
async function undoPrepared(at: string, name: string): Promise<void> {
  const prepared = `select gid from pg_prepared_xacts where database = '${name}'`
  const rows = await query(at, prepared).catch(() => [])
  for (const { gid } of rows) await query(at, `rollback prepared '${gid}'`)
}

/** Distributes a migrated database. */
export async function distributeAll<Schema>(database: Database<Schema>): Promise<void> {
  const { placement } = database
  await database.exclusively(async script => {
    await distribute(script, await planDistribution(script, placement!), placement!, shards)
  })
}

function urlOf(url: string, { host, port }: Node, name = 'postgres'): string {
  const at = new URL(url)
  at.hostname = host
  at.port = String(port)
  at.pathname = `/${name}`
  return at.toString()
}
