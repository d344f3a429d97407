import { Kysely, type KyselyConfig } from 'kysely'
import { systemClock } from '../../clock.ts'
import { makePrivateFolder } from '../../private-folder.ts'
import { copyOutOf, loadInto } from '../copies/pglite-copies.ts'
import type { Database, EmbeddedConnection, PoolLoad, Row, Run, Script } from '../database.ts'
import { beginUnmarked, type ShownTables } from '../marks/marking.ts'
import { pgliteDialect } from './dialect.ts'
import { DiskRoom } from './disk-room.ts'
import type { Result } from './engine/request.ts'
import { lockFolder } from './folder-lock.ts'
import { Listeners } from './listeners.ts'
import { ThreadEngine } from './thread-engine.ts'
import { type Turn, Turns, type WaitLimits } from './turns.ts'

export interface PgliteOptions extends WaitLimits {
  /** Where the data lies; none: in memory. */
  folder?: string | undefined
  /**
   * False: what was acknowledged may be lost with the power, and the database with it. For data
   * that nobody will miss, which are written in half of the time.
   */
  isSynced?: boolean
  /** How long a statement of a request may take, in milliseconds, before it is ended. */
  statementMs?: number
  /** How long a transaction may do nothing, in milliseconds, before it is rolled back. */
  idleMs?: number
  /** Told when PostgreSQL had to be ended, or has ended by itself; it is opened again. */
  onLost?: (error: Error) => void
  /** What kept answers show of tables; none: nobody keeps answers of this database. */
  shown?: ShownTables | undefined
  log?: KyselyConfig['log']
}

/** As long as on a server (contract/leadsql.md §8), where a connection is waited for as long. */
const standard = { statementMs: 30_000, idleMs: 30_000, waitMs: 5_000, waitingMax: 500 }

/** How long a statement may take that nobody waits for: housekeeping of tables and of queues. */
const backgroundMs = 600_000

/**
 * Opens the embedded database, whose PostgreSQL runs in a thread of its own. One process at a time
 * may have a folder open.
 */
export async function openPglite<Schema>(options: PgliteOptions): Promise<Database<Schema>> {
  const { folder, isSynced = true, log } = options
  const { statementMs, idleMs, waitMs, waitingMax } = { ...standard, ...options }
  const unlock = folder ? claim(folder) : () => {}
  const listeners = new Listeners()
  const onLost = options.onLost ?? (() => undefined)
  const room = folder ? new DiskRoom(folder) : undefined
  const engine = new ThreadEngine({ folder, isSynced, room, listeners, onLost })
  await engine.open().catch(error => {
    unlock()
    throw error
  })
  const turns = new Turns(engine, { waitMs, waitingMax }, { shown: options.shown, room })
  const kyselyFor = (limits: { statementMs: number }) =>
    new Kysely<Schema>({ dialect: pgliteDialect(() => turns.take({ idleMs, ...limits })), log })
  const [kysely, work] = [kyselyFor({ statementMs }), kyselyFor({ statementMs: backgroundMs })]
  const run: Run = ({ text }, values) =>
    turns.use({ statementMs }, async turn => rowsOf(await turn.ask(text, values, true)))
  const connection = embeddedConnection(turns, listeners)
  return {
    engine: 'pglite',
    readsBehind: false,
    placement: null,
    shown: options.shown ?? null,
    isCluster: false,
    // It is in this process, and has no other time.
    clock: { ...systemClock, settled: async () => {} },
    kysely,
    work,
    connection,
    reach: () => (turns.present > 0 ? engine.open() : undefined),
    loads: () => [loadOf(turns)],
    room,
    listen: connection.listen,
    run,
    read: run,
    readNow: run,
    snapshot: use =>
      turns.transaction(
        'begin isolation level repeatable read read only',
        { statementMs, idleMs },
        turn => use(async ({ text }, values) => rowsOf(await turn.ask(text, values, true))),
      ),
    exclusively: use =>
      turns.transaction(beginUnmarked, {}, turn => use(scriptOf(turn), loadInto(turn))),
    unload: use =>
      turns.transaction('begin isolation level repeatable read read only', {}, turn =>
        use(scriptOf(turn), copyOutOf(turn)),
      ),
    async close() {
      await Promise.all([kysely.destroy(), work.destroy()])
      await engine.close()
      unlock()
    },
  }
}

function claim(folder: string): () => void {
  makePrivateFolder(folder)
  return lockFolder(folder)
}

/** One connection, for which the others wait. */
function loadOf({ present }: Turns): PoolLoad {
  const inUse = Math.min(present, 1)
  return { pool: 'embedded', inUse, idle: 1 - inUse, waiting: present - inUse }
}

/** The rows of the last statement. */
function rowsOf(results: Result[]): Row[] {
  return (results.at(-1)?.rows ?? []) as Row[]
}

function scriptOf(turn: Turn): Script {
  return async sql => rowsOf(await turn.ask(sql, undefined, true))
}

function embeddedConnection(turns: Turns, listeners: Listeners): EmbeddedConnection {
  const options = { statementMs: backgroundMs }
  const script = (text: string) => turns.use(options, turn => turn.ask(text, undefined, false))
  return {
    busyMs: () => turns.busyMs,
    executeSql: (text, values = []) =>
      turns.use(options, async turn => {
        try {
          const results = await turn.ask(text, values.length > 0 ? values : undefined, false)
          return { rows: results.flatMap(({ rows }) => rows) }
        } catch (error) {
          // A script that fails in a transaction of its own must not leave it to the next holder.
          await turn.ask('rollback', undefined, false)
          throw error
        }
      }),
    listen: (channel, onPayload) => listeners.add(channel, onPayload, script),
  }
}
