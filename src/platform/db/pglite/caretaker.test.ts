/** The caretaker of the embedded database: docs/decisions/0002-embedded-database.md. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventually } from '../../../../test/support/eventually.ts'
import type { EmbeddedConnection } from '../database.ts'
import { type Care, Caretaker } from './caretaker.ts'
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

/** Makes a table of a thousand rows that nobody has seen to. */
async function makeThings(): Promise<void> {
  await run('drop table if exists things')
  await run('create table things (uid integer primary key, word text)')
  await run(`insert into things select n, 'word ' || n from generate_series(1, 1000) n`)
}

/** Uses that table while a caretaker looks at it every few milliseconds. */
async function whileTended(
  use: (done: Care[], caretaker: Caretaker) => Promise<void>,
): Promise<void> {
  await makeThings()
  const done: Care[] = []
  const failures: Error[] = []
  const caretaker = new Caretaker(connection, {
    lookMs: 20,
    onDone: care => void done.push(care),
    onError: error => void failures.push(error),
  })
  try {
    await use(done, caretaker)
    assert.deepEqual(failures, [])
  } finally {
    await caretaker.stop()
  }
}

const seenTo = () =>
  eventually(async () => (await count('vacuum_count')) > 0 && (await count('analyze_count')) > 0)

describe('what the caretaker sees to', () => {
  it('analyzes and vacuums what the process has not seen to yet', async () => {
    await whileTended(async () => {
      await seenTo()
      const { rows } = await run(`select reltuples::integer as rows, relallvisible > 0 as seen
        from pg_class where relname = 'things'`)
      assert.deepEqual(rows, [{ rows: 1_000, seen: true }])
    })
  })

  it('then leaves it alone until a tenth of it has changed', async () => {
    await whileTended(async done => {
      await seenTo()
      const [analyzed, looks] = [await count('analyze_count'), done.length]
      await run('update things set word = uid::text where uid <= 140')
      await run('create table others as select generate_series(1, 10) as uid')
      // The other table tells that it has looked since.
      await eventually(async () => done.slice(looks).includes('vacuum'))
      assert.equal(await count('analyze_count'), analyzed)
      await run('update things set word = uid::text where uid <= 20')
      await eventually(async () => (await count('analyze_count')) > analyzed)
    })
  })

  it('takes dead rows away in a quiet moment', async () => {
    await whileTended(async () => {
      await seenTo()
      const vacuumed = await count('vacuum_count')
      await run('delete from things where uid <= 300')
      await eventually(async () => (await count('vacuum_count')) > vacuumed)
      assert.equal(await count('n_dead_tup'), 0)
    })
  })

  it('waits for one, unless there are more dead rows than twice the others', async () => {
    await whileTended(async done => {
      let isBusy = true
      const others = (async () => {
        while (isBusy) {
          await run('select count(*) from generate_series(1, 20000)')
          await nextTurn()
        }
      })()
      try {
        await run('delete from things where uid <= 300')
        await eventually(async () => (await count('analyze_count')) > 0)
        const before = done.length
        await run('update things set word = uid::text')
        await eventually(async () => done.length > before)
        assert.deepEqual([await count('vacuum_count'), done.includes('vacuum')], [0, false])
        for (let i = 0; i < 4; i++) await run(`update things set word = uid::text || '${i}'`)
        await eventually(async () => (await count('vacuum_count')) > 0)
      } finally {
        isBusy = false
        await others
      }
    })
  })
})

describe('the log', () => {
  it('is cut off by a checkpoint when it has grown, and not before', async () => {
    const begin = async () => {
      const { rows } = await run('select redo_lsn::text as it from pg_control_checkpoint()')
      return (rows.at(-1) as { it: string }).it
    }
    await run('checkpoint')
    const before = await begin()
    await whileTended(async done => {
      await seenTo()
      assert.deepEqual([await begin(), done.includes('checkpoint')], [before, false])
      await run(`insert into things
        select n, repeat('word ', 100) from generate_series(2000, 20000) n`)
      await eventually(async () => done.includes('checkpoint'))
      assert.notEqual(await begin(), before)
    })
  })
})

describe('a caretaker', () => {
  it('does nothing any more when it was stopped', async () => {
    await whileTended(async (done, caretaker) => {
      await eventually(async () => done.length > 0)
      await caretaker.stop()
      const began = performance.now()
      const [before, heldMs] = [done.length, connection.busyMs()]
      await eventually(async () => performance.now() - began > 200)
      assert.deepEqual([done.length, connection.busyMs()], [before, heldMs])
    })
  })

  it('goes on after an error', async () => {
    const failures: Error[] = []
    let isBroken = true
    await makeThings()
    const executeSql: EmbeddedConnection['executeSql'] = (text, values) =>
      connection.executeSql(isBroken ? 'select nonsense' : text, values)
    const caretaker = new Caretaker(
      { ...connection, executeSql },
      { lookMs: 20, onError: error => void failures.push(error) },
    )
    await eventually(async () => failures.length > 1)
    isBroken = false
    await seenTo()
    await caretaker.stop()
  })
})
