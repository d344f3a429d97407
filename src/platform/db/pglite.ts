import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { Kysely, type KyselyConfig } from 'kysely'
import { makePrivate } from '../private-folder.ts'
import type { Database, EmbeddedConnection, PoolLoad, Row, Run } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { Mutex } from './mutex.ts'
import { pgliteDialect } from './pglite-dialect.ts'
import { PgliteFiles } from './pglite-files.ts'
import { pgliteParsers } from './types.ts'

interface PgliteOptions {
  /** Where the data lies; none: in memory. */
  folder?: string | undefined
  log?: KyselyConfig['log']
}

/** Opens the embedded database. One process at a time may have a folder open. */
export async function openPglite<Schema>(options: PgliteOptions): Promise<Database<Schema>> {
  const unlock = options.folder ? claim(options.folder) : () => {}
  const pglite = await PGlite.create({
    ...(options.folder ? { fs: new PgliteFiles(options.folder) } : {}),
    extensions: { btree_gist },
    parsers: pgliteParsers,
    relaxedDurability: false,
  })
  const mutex = new Mutex()
  const kysely = new Kysely<Schema>({
    dialect: pgliteDialect(pglite, mutex),
    log: options.log,
  })
  const run: Run = async (statement, values) =>
    (await pglite.query<Row>(statement.text, values, { rowMode: 'array' })).rows
  const alone = async <T>(begin: string, use: () => Promise<T>): Promise<T> => {
    const leave = await mutex.enter()
    try {
      return await inTransaction(pglite, begin, use)
    } finally {
      leave()
    }
  }
  const runAlone: Run = async (statement, values) => {
    const leave = await mutex.enter()
    return run(statement, values).finally(leave)
  }
  const connection = embeddedConnection(pglite, mutex)
  return {
    engine: 'pglite',
    kysely,
    work: kysely,
    connection,
    loads: () => [loadOf(mutex)],
    listen: connection.listen,
    run: runAlone,
    read: runAlone,
    readNow: runAlone,
    snapshot: use => alone('begin isolation level repeatable read read only', () => use(run)),
    exclusively: use =>
      alone('begin', () =>
        use(async sql => {
          const results = await pglite.exec(sql, { rowMode: 'array' })
          return (results.at(-1)?.rows ?? []) as Row[]
        }),
      ),
    async close() {
      await kysely.destroy()
      if (!pglite.closed) await pglite.close()
      unlock()
    },
  }
}

/** One connection, for which the others wait. */
function loadOf({ present }: Mutex): PoolLoad {
  const inUse = Math.min(present, 1)
  return { pool: 'embedded', inUse, idle: 1 - inUse, waiting: present - inUse }
}

function embeddedConnection(pglite: PGlite, mutex: Mutex): EmbeddedConnection {
  const alone = async <T>(use: () => Promise<T>): Promise<T> => {
    const leave = await mutex.enter()
    return use().finally(leave)
  }
  const execute = async (text: string, values: unknown[]) => {
    if (values.length > 0) return pglite.query(text, values)
    const results = await pglite.exec(text)
    return { rows: results.flatMap(({ rows }) => rows) }
  }
  return {
    busyMs: () => mutex.busyMs,
    executeSql: (text, values = []) =>
      alone(async () => {
        try {
          return await execute(text, values)
        } catch (error) {
          // A script that fails in a transaction of its own must not leave it to the next holder.
          await pglite.exec('rollback')
          throw error
        }
      }),
    async listen(channel, onPayload) {
      const unlisten = await alone(() => pglite.listen(channel, onPayload))
      return () => alone(() => unlisten())
    },
  }
}

function claim(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  makePrivate(folder)
  return lockFolder(folder)
}

async function inTransaction<T>(pglite: PGlite, begin: string, use: () => Promise<T>): Promise<T> {
  await pglite.query(begin)
  try {
    const result = await use()
    await pglite.query('commit')
    return result
  } catch (error) {
    await pglite.query('rollback')
    throw error
  }
}
