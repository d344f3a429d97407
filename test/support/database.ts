import { randomBytes } from 'node:crypto'
import { appendFile, cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../src/platform/db/database.ts'
import { openPglite, type PgliteOptions } from '../../src/platform/db/embedded/open-pglite.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openMetrics } from '../../src/rental/metrics.ts'
import { cachedTables } from '../../src/rental/table-placement.ts'
import type { Tables } from '../../src/rental/tables.ts'
import { openDatabase } from '../../src/server/database.ts'
import { openBackground } from '../../src/server/workers.ts'
import { openAsCluster } from './databases/as-cluster.ts'
import {
  closeOnCluster,
  clusterUrl,
  copyOnCluster,
  createOnCluster,
  distributeAll,
  dropOnCluster,
} from './databases/cluster.ts'
import { prepareReset, type Reset } from './databases/reused.ts'
import { query } from './postgres.ts'
import { memoryFolder, removeFolder } from './temporary.ts'
import { recordQuery } from './tenancy.ts'

const template = 'lodgepole_template'

/** Engine that this run of the tests uses. */
export const engine = process.env.TEST_POSTGRES_URL ? 'postgres' : 'pglite'

/** True if databases on one server get the statements for a cluster, which it can run as well. */
const isAsCluster = process.env.TEST_AS_CLUSTER === 'true'

/** Migrates the template from which the databases of test files are copied. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  if (clusterUrl) {
    await dropOnCluster(serverUrl, template)
    await createOnCluster(serverUrl, template)
  } else await query(serverUrl, `create database ${template}`)
  const url = databaseUrl(serverUrl, template)
  const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: '' })
  await migrate(database)
  const workforce = await openBackground(database, { runWorker: false }, openMetrics())
  await workforce.stop()
  if (clusterUrl) await distributeAll(database)
  await database.close()
  if (clusterUrl) await closeOnCluster(serverUrl, template)
  await waitUntilUnused(serverUrl)
}

/**
 * Waits until the server has noticed that all connections are closed: a template in use cannot be
 * copied.
 */
async function waitUntilUnused(serverUrl: string): Promise<void> {
  const users = `select 1 from pg_stat_activity where datname = '${template}'`
  while ((await query(serverUrl, users)).length > 0) {
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** Creates an empty, migrated database for the caller; every statement on it is recorded. */
export async function createDatabase(): Promise<Database<Tables>> {
  if (engine === 'postgres' || !process.env.TEST_EMBEDDED_TEMPLATE) return openTestDatabase()
  const { database, reset } = idleDatabases.pop() ?? (await createReusableDatabase())
  return {
    ...database,
    async close() {
      if (await reset()) idleDatabases.push({ database, reset })
      else await database.close()
    },
  }
}

/** A database that can be reset to its initial state. */
export interface ReusableDatabase {
  database: Database<Tables>
  reset: Reset
}

/**
 * Databases that earlier test files of this process no longer use: opening one takes most of a
 * second.
 */
const idleDatabases: ReusableDatabase[] = []

/** Creates a database that the caller resets or closes. */
export async function createReusableDatabase(): Promise<ReusableDatabase> {
  const database = await openTestDatabase()
  const { connection } = database
  const run = async (sql: string) =>
    'url' in connection ? query(connection.url, sql) : (await connection.executeSql(sql)).rows
  return { database, reset: await prepareReset(engine, run as (sql: string) => Promise<object[]>) }
}

async function openTestDatabase(): Promise<Database<Tables>> {
  const log = (event: { query: { sql: string } }) => recordQuery(event.query.sql)
  return recordStatements(
    engine === 'postgres' ? await createOnServer(log) : await createEmbedded({ log }),
  )
}

/** Creates a migrated database on the test server; returns its URL. */
export async function createDatabaseUrl(): Promise<string> {
  const serverUrl = process.env.TEST_POSTGRES_URL!
  const name = `test_${randomBytes(6).toString('hex')}`
  if (clusterUrl) await copyOnCluster(serverUrl, name, template)
  else await query(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return databaseUrl(serverUrl, name)
}

/** Creates a database without tables on the test server, never distributed; returns its URL. */
export async function createEmptyDatabaseUrl(): Promise<string> {
  const serverUrl = process.env.TEST_POSTGRES_URL!
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(serverUrl, `create database ${name}`)
  return databaseUrl(serverUrl, name)
}

async function createOnServer(log: PgliteOptions['log']): Promise<Database<Tables>> {
  const databaseUrl = withSocket(await createDatabaseUrl())
  const database = isAsCluster
    ? await openAsCluster(databaseUrl, log)
    : await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' }, log)
  return {
    ...database,
    async close() {
      await database.close()
      await dropUnused(new URL(databaseUrl).pathname.slice(1))
    },
  }
}

/** Connects by the Unix socket: a statement takes a quarter less processor time than over TCP. */
function withSocket(url: string): string {
  const folder = process.env.TEST_POSTGRES_SOCKET
  return folder ? `${url}?host=${encodeURIComponent(folder)}` : url
}

/** Drops a database to free memory; one that is still connected is removed with the server. */
async function dropUnused(name: string): Promise<void> {
  const serverUrl = process.env.TEST_POSTGRES_URL!
  if (clusterUrl) return dropOnCluster(serverUrl, name)
  await query(serverUrl, `drop database ${name}`).catch(error => {
    if (error.code !== '55006') throw error
  })
}

/** Migrates an embedded database in the folder from which those of test files are copied. */
export async function makeEmbeddedTemplate(folder: string): Promise<void> {
  const database = await openPglite<Tables>({ folder, isSynced: false })
  await migrate(database)
  await (await openBackground(database, { runWorker: false }, openMetrics())).stop()
  await database.close()
  // Most of an embedded start goes into clearing the usual 128 MB, which tests do not fill.
  await appendFile(join(folder, 'postgresql.conf'), "shared_buffers = '16MB'\n")
}

/**
 * Copies the embedded template into a data folder, which saves the process that opens it some
 * seconds; does nothing if the test file runs alone, without a template.
 */
export async function putEmbedded(dataDir: string): Promise<void> {
  const template = process.env.TEST_EMBEDDED_TEMPLATE
  if (template) await cp(template, join(dataDir, 'database'), { recursive: true })
}

/**
 * Copies the embedded template of the run; a test file that runs alone migrates its own database.
 */
export async function createEmbedded(options: PgliteOptions = {}): Promise<Database<Tables>> {
  const template = process.env.TEST_EMBEDDED_TEMPLATE
  const folder = await mkdtemp(template ? `${template}-` : join(memoryFolder(), 'lodgepole-'))
  if (template) await cp(template, folder, { recursive: true })
  // Durability is not needed, and a busy machine is no reason for a test to fail.
  const standard = { folder, isSynced: false, waitMs: 60_000, cachedTables }
  const database = await openPglite<Tables>({ ...standard, ...options })
  if (!template) await migrate(database)
  return {
    ...database,
    async close() {
      await database.close()
      await removeFolder(folder)
    },
  }
}

function recordStatements(database: Database<Tables>): Database<Tables> {
  const watch =
    (run: Database<Tables>['run']): Database<Tables>['run'] =>
    (statement, values) => {
      recordQuery(statement.text)
      return run(statement, values)
    }
  return {
    ...database,
    run: watch(database.run),
    read: watch(database.read),
    readNow: watch(database.readNow),
    snapshot: use => database.snapshot(run => use(watch(run))),
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}
