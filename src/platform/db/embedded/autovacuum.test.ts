/** Autovacuum of the embedded database: docs/decisions/0002-embedded-database.md. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { eventually } from '../../../../test/support/eventually.ts'
import type { EmbeddedConnection, MaintenanceTask } from '../database.ts'
import { Autovacuum } from './autovacuum.ts'
import { openPglite } from './open-pglite.ts'

const database = await openPglite<never>({})
after(() => database.close())
const connection = database.connection as EmbeddedConnection
const run = (sql: string) => connection.executeSql(sql)

async function count(column: string): Promise<number> {
  const { rows } = await run(`select pg_stat_force_next_flush();
    select ${column}::integer as it from pg_stat_user_tables where relname = 'things'`)
  return (rows.at(-1) as { it: number }).it
}

/** Creates a table of a thousand rows that is neither analyzed nor vacuumed. */
async function createThings(): Promise<void> {
  await run('drop table if exists things')
  await run('create table things (uid integer primary key, word text)')
  await run(`insert into things select n, 'word ' || n from generate_series(1, 1000) n`)
}

/** Runs a callback on that table while autovacuum polls every few milliseconds. */
async function whileMaintained(
  use: (done: MaintenanceTask[], autovacuum: Autovacuum) => Promise<void>,
): Promise<void> {
  await createThings()
  const done: MaintenanceTask[] = []
  const failures: Error[] = []
  const autovacuum = new Autovacuum(connection, {
    pollMs: 20,
    onDone: task => void done.push(task),
    onError: error => void failures.push(error),
  })
  try {
    await use(done, autovacuum)
    assert.deepEqual(failures, [])
  } finally {
    await autovacuum.stop()
  }
}

/** Runs a callback while other work holds the connection most of the time. */
async function whileBusy(use: () => Promise<void>): Promise<void> {
  let isBusy = true
  const otherWork = (async () => {
    while (isBusy) {
      await run('select count(*) from generate_series(1, 20000)')
      await nextTick()
    }
  })()
  try {
    await use()
  } finally {
    isBusy = false
    await otherWork
  }
}

async function statisticsOf(table: string): Promise<number> {
  const { rows } = await run(`select reltuples::integer as it from pg_class
    where relname = '${table}'`)
  return (rows.at(-1) as { it: number }).it
}

const maintained = () =>
  eventually(async () => (await count('vacuum_count')) > 0 && (await count('analyze_count')) > 0)

describe('autovacuum of tables', () => {
  it('analyzes and vacuums tables that the process has not maintained yet', async () => {
    await whileMaintained(async () => {
      await maintained()
      const { rows } = await run(`select reltuples::integer as rows, relallvisible > 0 as seen
        from pg_class where relname = 'things'`)
      assert.deepEqual(rows, [{ rows: 1_000, seen: true }])
    })
  })

  it('skips a table until a tenth of its rows have changed', async () => {
    await whileMaintained(async done => {
      await maintained()
      const [analyzed, tasks] = [await count('analyze_count'), done.length]
      await run('update things set word = uid::text where uid <= 140')
      await run('create table others as select generate_series(1, 10) as uid')
      // The vacuum of the other table shows that it has polled since.
      await eventually(async () => done.slice(tasks).includes('vacuum'))
      assert.equal(await count('analyze_count'), analyzed)
      await run('update things set word = uid::text where uid <= 20')
      await eventually(async () => (await count('analyze_count')) > analyzed)
    })
  })

  it('vacuums dead rows when the connection is idle', async () => {
    await whileMaintained(async () => {
      await maintained()
      const vacuumed = await count('vacuum_count')
      await run('delete from things where uid <= 300')
      await eventually(async () => (await count('vacuum_count')) > vacuumed)
      assert.equal(await count('n_dead_tup'), 0)
    })
  })

  it('waits while the connection is busy, unless two thirds of the rows are dead', async () => {
    await whileMaintained(async done => {
      await whileBusy(async () => {
        await run('delete from things where uid <= 300')
        await eventually(async () => (await count('analyze_count')) > 0)
        const before = done.length
        for (let i = 0; i < 2; i++) await run(`update things set word = uid::text || '${i}'`)
        await eventually(async () => done.length > before)
        assert.deepEqual([await count('vacuum_count'), done.includes('vacuum')], [0, false])
        for (let i = 0; i < 4; i++) await run(`update things set word = uid::text || '${i}'`)
        await eventually(async () => (await count('vacuum_count')) > 0)
      })
    })
  })

  it('analyzes tables of an earlier process when the connection is idle', async () => {
    await whileMaintained(async () => {
      await whileBusy(async () => {
        await eventually(async () => (await count('analyze_count')) > 0)
        await run("select pg_stat_reset_single_table_counters('things'::regclass)")
        // The table without statistics shows that it has polled since.
        await run('drop table if exists others')
        await run('create table others as select generate_series(1, 100) as uid')
        await eventually(async () => (await statisticsOf('others')) > 0)
        assert.equal(await count('analyze_count'), 0)
      })
      await eventually(async () => (await count('analyze_count')) > 0)
    })
  })
})

describe('the log', () => {
  it('is truncated by a checkpoint when it has grown, and not before', async () => {
    const begin = async () => {
      const { rows } = await run('select redo_lsn::text as it from pg_control_checkpoint()')
      return (rows.at(-1) as { it: string }).it
    }
    await run('checkpoint')
    const before = await begin()
    await whileMaintained(async done => {
      await maintained()
      assert.deepEqual([await begin(), done.includes('checkpoint')], [before, false])
      await run(`insert into things
        select n, repeat('word ', 100) from generate_series(2000, 20000) n`)
      await eventually(async () => done.includes('checkpoint'))
      assert.notEqual(await begin(), before)
    })
  })
})

describe('autovacuum', () => {
  it('does nothing after it was stopped', async () => {
    await whileMaintained(async (done, autovacuum) => {
      await eventually(async () => done.length > 0)
      await autovacuum.stop()
      const began = performance.now()
      const [before, heldMs] = [done.length, connection.busyMs()]
      await eventually(async () => performance.now() - began > 200)
      assert.deepEqual([done.length, connection.busyMs()], [before, heldMs])
    })
  })

  it('continues after an error', async () => {
    const failures: Error[] = []
    let isBroken = true
    await createThings()
    const executeSql: EmbeddedConnection['executeSql'] = (text, values) =>
      connection.executeSql(isBroken ? 'select nonsense' : text, values)
    const autovacuum = new Autovacuum(
      { ...connection, executeSql },
      { pollMs: 20, onError: error => void failures.push(error) },
    )
    await eventually(async () => failures.length > 1)
    isBroken = false
    await maintained()
    await autovacuum.stop()
  })
})
