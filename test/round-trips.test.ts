/** Pipelined statements: docs/decisions/0106-plain-database-driver.md. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { pipelined } from '../src/platform/db/pipeline/pipelined.ts'
import { openPostgres } from '../src/platform/db/postgres/open-postgres.ts'
import { sqlState } from '../src/platform/db/transaction.ts'
import { createEmptyDatabaseUrl } from './support/database.ts'
import { query } from './support/postgres.ts'

const url = await createEmptyDatabaseUrl()
await query(url, 'create table notes (uid int primary key, text text)')
const database = await openPostgres<Record<never, never>>({ url, onConnectionLost: () => {} })
after(() => database.close())

type Db = Kysely<Record<never, never>>

const inPipeline = <T>(run: (db: Db) => Promise<T>) =>
  database.kysely.transaction().execute(async db => run(await pipelined(db)))
const add = (db: Db, uid: number, text: unknown = 'kept') =>
  sql`insert into notes (uid, text) values (${uid}, ${text}) returning uid`.execute(db)
const uids = async () => (await query(url, 'select uid from notes order by uid')).map(r => r.uid)

describe('pipelined statements of a transaction', () => {
  it('run in order, each with its own result', async () => {
    const results = await inPipeline(db =>
      Promise.all([
        add(db, 1),
        sql`select uid, text from notes where uid = ${1}::int`.execute(db),
        sql`update notes set text = ${'changed'} where uid = ${1}::int`.execute(db),
        sql`select uid, text from notes where uid = ${1}::int`.execute(db),
        sql`select uid from notes where uid = ${-1}::int`.execute(db),
      ]),
    )
    assert.deepEqual(
      results.map(({ rows }) => rows.map(row => ({ ...(row as object) }))),
      [[{ uid: 1 }], [{ uid: 1, text: 'kept' }], [], [{ uid: 1, text: 'changed' }], []],
    )
    assert.equal(results[2].numAffectedRows, 1n)
    assert.deepEqual(await uids(), [1])
  })

  it('are rolled back when one fails, and all report the reason', async () => {
    const failed = await inPipeline(db =>
      Promise.allSettled([
        add(db, 2),
        add(db, 1),
        sql`select text as never_before from notes where uid = ${1}::int`.execute(db),
        add(db, 3),
        // Without values, so that it has no cached plan.
        sql`select uid from notes`.execute(db),
      ]).then(outcomes => {
        const states = outcomes.map(
          outcome => outcome.status === 'rejected' && sqlState(outcome.reason),
        )
        assert.deepEqual(states, [false, '23505', '23505', '23505', '23505'])
        throw new Error('told')
      }),
    ).catch(error => error)
    assert.equal(failed.message, 'told')
    assert.deepEqual(await uids(), [1])
  })
})

describe('a connection after a failed statement of a pipeline', () => {
  it('plans and runs a statement that was skipped', async () => {
    const { rows } = await inPipeline(db =>
      sql<object>`select text as never_before from notes where uid = ${1}::int`.execute(db),
    )
    assert.deepEqual({ ...rows[0] }, { never_before: 'changed' })
  })

  it('commits nothing if a statement fails while the commit is sent', async () => {
    const collision = await inPipeline(async db => {
      add(db, 4).catch(() => undefined)
      add(db, 1).catch(() => undefined)
    }).catch(error => error)
    assert.ok(collision instanceof Error)
    assert.deepEqual(await uids(), [1])
    await inPipeline(db => add(db, 5))
    assert.deepEqual(await uids(), [1, 5])
  })

  it('is usable after a value that cannot be serialized', async () => {
    const circular: Record<string, unknown> = {}
    circular.itself = circular
    const refused = await inPipeline(db => Promise.all([add(db, 6), add(db, 7, circular)])).catch(
      error => error,
    )
    assert.match(refused.message, /circular/)
    await inPipeline(db => add(db, 8))
    assert.deepEqual(await uids(), [1, 5, 8])
  })

  it('returns the new columns of a changed table', async () => {
    const all = () =>
      inPipeline(db => sql<object>`select * from notes where uid = ${1}`.execute(db))
    assert.deepEqual({ ...(await all()).rows[0] }, { uid: 1, text: 'changed' })
    await query(url, 'alter table notes add column more int not null default 7')
    await all().catch(error => assert.match(error.message, /cached plan must not change/))
    assert.deepEqual({ ...(await all()).rows[0] }, { uid: 1, text: 'changed', more: 7 })
  })
})
