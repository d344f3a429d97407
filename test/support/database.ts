import { randomBytes } from 'node:crypto'
import { appendFile, cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPglite, type PgliteOptions } from '../../src/platform/db/pglite/open-pglite.ts'
import { openDatabase } from '../../src/process/database.ts'
import { openMetrics } from '../../src/rental/metrics.ts'
import { shownTables } from '../../src/rental/table-kinds.ts'
import type { Tables } from '../../src/rental/tables.ts'
import { openBackground } from '../../src/workers.ts'
import {
  closeOnCluster,
  clusterUrl,
  copyOnCluster,
  createOnCluster,
  distributeAll,
  dropOnCluster,
} from './databases/cluster.ts'
import { type Empty, emptyingTo } from './databases/emptied.ts'
import { query } from './postgres.ts'
import { memoryFolder, removeFolder } from './temporary.ts'
import { watchQuery } from './tenancy.ts'

const template = 'lodgepole_template'

/** The engine that this run of the tests is for. */
export const engine = process.env.TEST_POSTGRES_URL ? 'postgres' : 'pglite'

/** Migrates a database that those of the test files are copied from. */
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
  await untilUnused(serverUrl)
}

/** A template cannot be copied while the server still notices that a connection has gone. */
async function untilUnused(serverUrl: string): Promise<void> {
  const users = `select 1 from pg_stat_activity where datname = '${template}'`
  while ((await query(serverUrl, users)).length > 0) {
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** An empty, migrated database of one's own; every statement on it is watched. */
export async function createDatabase(): Promise<Database<Tables>> {
  if (engine === 'postgres' || !process.env.TEST_EMBEDDED_TEMPLATE) return openDatabaseToKeep()
  const { database, empty } = left.pop() ?? (await createReusable())
  return {
    ...database,
    async close() {
      if (await empty()) left.push({ database, empty })
      else await database.close()
    },
  }
}

/** A database that can be taken back to what it was. */
export interface Reusable {
  database: Database<Tables>
  empty: Empty
}

/** Those that files of tests of this process have left: to open one takes most of a second. */
const left: Reusable[] = []

/** The same for who takes care of what becomes of it. */
export async function createReusable(): Promise<Reusable> {
  const database = await openDatabaseToKeep()
  const { connection } = database
  const ask = async (sql: string) =>
    'url' in connection ? query(connection.url, sql) : (await connection.executeSql(sql)).rows
  return { database, empty: await emptyingTo(engine, ask as (sql: string) => Promise<object[]>) }
}

async function openDatabaseToKeep(): Promise<Database<Tables>> {
  const log = (event: { query: { sql: string } }) => watchQuery(event.query.sql)
  return watched(engine === 'postgres' ? await onServer(log) : await createEmbedded({ log }))
}

/** A fresh database on the test server, by its URL. */
export async function createDatabaseUrl(): Promise<string> {
  const serverUrl = process.env.TEST_POSTGRES_URL!
  const name = `test_${randomBytes(6).toString('hex')}`
  if (clusterUrl) await copyOnCluster(serverUrl, name, template)
  else await query(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return databaseUrl(serverUrl, name)
}

/** A database on the test server without any table, by its URL; it is never distributed. */
export async function createEmptyDatabaseUrl(): Promise<string> {
  const serverUrl = process.env.TEST_POSTGRES_URL!
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(serverUrl, `create database ${name}`)
  return databaseUrl(serverUrl, name)
}

async function onServer(log: PgliteOptions['log']): Promise<Database<Tables>> {
  const databaseUrl = bySocket(await createDatabaseUrl())
  const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' }, log)
  return {
    ...database,
    async close() {
      await database.close()
      await dropUnused(new URL(databaseUrl).pathname.slice(1))
    },
  }
}

/** A statement takes a quarter less processor time than over TCP, of client and server. */
function bySocket(url: string): string {
  const folder = process.env.TEST_POSTGRES_SOCKET
  return folder ? `${url}?host=${encodeURIComponent(folder)}` : url
}

/** Memory is dear; what somebody still looks into goes with the server. */
async function dropUnused(name: string): Promise<void> {
  const serverUrl = process.env.TEST_POSTGRES_URL!
  if (clusterUrl) return dropOnCluster(serverUrl, name)
  await query(serverUrl, `drop database ${name}`).catch(error => {
    if (error.code !== '55006') throw error
  })
}

/** Migrates an embedded database in a folder that those of the test files are copied from. */
export async function makeEmbeddedTemplate(folder: string): Promise<void> {
  const database = await openPglite<Tables>({ folder, isSynced: false })
  await migrate(database)
  await (await openBackground(database, { runWorker: false }, openMetrics())).stop()
  await database.close()
  // Most of an embedded start goes into clearing the usual 128 MB, which tests do not fill.
  await appendFile(join(folder, 'postgresql.conf'), "shared_buffers = '16MB'\n")
}

/**
 * Puts a migrated embedded database where a process opens it, which saves that process some
 * seconds; where a file is run by itself there is none, and the process makes its own.
 */
export async function putEmbedded(dataDir: string): Promise<void> {
  const template = process.env.TEST_EMBEDDED_TEMPLATE
  if (template) await cp(template, join(dataDir, 'database'), { recursive: true })
}

/** A copy of the template that the run has made; a file that is run by itself makes its own. */
export async function createEmbedded(options: PgliteOptions = {}): Promise<Database<Tables>> {
  const template = process.env.TEST_EMBEDDED_TEMPLATE
  const folder = await mkdtemp(template ? `${template}-` : join(memoryFolder(), 'lodgepole-'))
  if (template) await cp(template, folder, { recursive: true })
  // Nobody misses them; and that tests wait for a busy machine is no fault of theirs.
  const standard = { folder, isSynced: false, waitMs: 60_000, shown: shownTables }
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

function watched(database: Database<Tables>): Database<Tables> {
  const watch =
    (run: Database<Tables>['run']): Database<Tables>['run'] =>
    (statement, values) => {
      watchQuery(statement.text)
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
