/** Statements that are sent and answered together: docs/decisions/0037-round-trips-of-writes.md. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { gathered } from '../src/platform/db/gathered/gathered.ts'
import { openPostgres } from '../src/platform/db/postgres.ts'
import { sqlState } from '../src/platform/db/transaction.ts'
import { createEmptyDatabaseUrl } from './support/database.ts'
import { query } from './support/postgres.ts'

const url = await createEmptyDatabaseUrl()
await query(url, 'create table notes (uid int primary key, text text)')
const database = openPostgres<Record<never, never>>({ url, onConnectionLost: () => {} })
after(() => database.close())

type Db = Kysely<Record<never, never>>

const inOneGo = <T>(act: (db: Db) => Promise<T>) =>
  database.kysely.transaction().execute(async db => act(await gathered(db)))
const add = (db: Db, uid: number, text: unknown = 'kept') =>
  sql`insert into notes (uid, text) values (${uid}, ${text}) returning uid`.execute(db)
const uids = async () => (await query(url, 'select uid from notes order by uid')).map(r => r.uid)

describe('statements of a transaction that are sent together', () => {
  it('are done in their order, each with its own answer', async () => {
    const answers = await inOneGo(db =>
      Promise.all([
        add(db, 1),
        sql`select uid, text from notes where uid = ${1}::int`.execute(db),
        sql`update notes set text = ${'changed'} where uid = ${1}::int`.execute(db),
        sql`select uid, text from notes where uid = ${1}::int`.execute(db),
        sql`select uid from notes where uid = ${-1}::int`.execute(db),
      ]),
    )
    assert.deepEqual(
      answers.map(({ rows }) => rows.map(row => ({ ...(row as object) }))),
      [[{ uid: 1 }], [{ uid: 1, text: 'kept' }], [], [{ uid: 1, text: 'changed' }], []],
    )
    assert.equal(answers[2].numAffectedRows, 1n)
    assert.deepEqual(await uids(), [1])
  })

  it('come to nothing when one fails, and all say why', async () => {
    const failed = await inOneGo(db =>
      Promise.allSettled([
        add(db, 2),
        add(db, 1),
        sql`select text as never_before from notes where uid = ${1}::int`.execute(db),
        add(db, 3),
        // Without values, so that no plan of it is kept.
        sql`select uid from notes`.execute(db),
      ]).then(settled => {
        const states = settled.map(each => each.status === 'rejected' && sqlState(each.reason))
        assert.deepEqual(states, [false, '23505', '23505', '23505', '23505'])
        throw new Error('told')
      }),
    ).catch(error => error)
    assert.equal(failed.message, 'told')
    assert.deepEqual(await uids(), [1])
  })
})

describe('a connection on which one of several has failed', () => {
  it('plans and answers what it had not read', async () => {
    const { rows } = await inOneGo(db =>
      sql<object>`select text as never_before from notes where uid = ${1}::int`.execute(db),
    )
    assert.deepEqual({ ...rows[0] }, { never_before: 'changed' })
  })

  it('commits nothing of what fails with the commit on its way', async () => {
    const collision = await inOneGo(async db => {
      add(db, 4).catch(() => undefined)
      add(db, 1).catch(() => undefined)
    }).catch(error => error)
    assert.ok(collision instanceof Error)
    assert.deepEqual(await uids(), [1])
    await inOneGo(db => add(db, 5))
    assert.deepEqual(await uids(), [1, 5])
  })

  it('is as good after a value that cannot be sent', async () => {
    const circular: Record<string, unknown> = {}
    circular.itself = circular
    const refused = await inOneGo(db => Promise.all([add(db, 6), add(db, 7, circular)])).catch(
      error => error,
    )
    assert.match(refused.message, /circular/)
    await inOneGo(db => add(db, 8))
    assert.deepEqual(await uids(), [1, 5, 8])
  })

  it('sees another shape of a table after it was changed', async () => {
    const all = () => inOneGo(db => sql<object>`select * from notes where uid = ${1}`.execute(db))
    assert.deepEqual({ ...(await all()).rows[0] }, { uid: 1, text: 'changed' })
    await query(url, 'alter table notes add column more int not null default 7')
    await all().catch(error => assert.match(error.message, /cached plan must not change/))
    assert.deepEqual({ ...(await all()).rows[0] }, { uid: 1, text: 'changed', more: 7 })
  })
})
