/** The embedded database under load: it neither blocks other callers nor loses data. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { sqlState } from '../src/platform/db/transaction.ts'
import { makeAgency } from './fixtures/rows.ts'
import { createEmbedded } from './support/database.ts'
import { eventually } from './support/eventually.ts'
import { startServer } from './support/server.ts'

const limits = { statementMs: 1_000, idleMs: 500, waitMs: 250, waitingMax: 5 }

/** Statement that would take hours. */
const endless = 'select count(*) from generate_series(1, 1000000000000)'

const lost: Error[] = []
const database = await createEmbedded({ ...limits, onLost: error => void lost.push(error) })
const server = await startServer({}, { database })
const { agencyUid, key } = await makeAgency(server)
const path = `/api/v3.3/agencies/${agencyUid}/settings`
const read = () => server.request('GET', path, { key })

/** Runs a statement of hours; returns the SQLSTATE that ended it. */
const runEndlessly = (): Promise<string | undefined> =>
  database.run({ name: 'endless', text: endless }, []).then(() => undefined, sqlState)

describe('the embedded database', () => {
  it('does not block probes while it works', async () => {
    assert.equal((await server.request('GET', '/readyz')).status, 200)
    let isDone = false
    const ended = runEndlessly().finally(() => {
      isDone = true
    })
    for (const probe of ['/healthz', '/readyz']) {
      assert.equal((await server.request('GET', probe)).status, 200)
    }
    assert.equal(isDone, false)
    assert.equal(await ended, '57014')
  })

  it('503 with Retry-After: the wait and the queue are limited', async () => {
    const ended = runEndlessly()
    const began = performance.now()
    const { status, headers } = await read()
    assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
    assert.ok(performance.now() - began >= limits.waitMs)
    const queries = Array.from({ length: limits.waitingMax }, () =>
      database.run({ name: 'one', text: 'select 1' }, []).catch(sqlState),
    )
    const refused = performance.now()
    assert.equal((await read()).status, 503)
    assert.ok(performance.now() - refused < limits.waitMs, 'at once')
    assert.deepEqual(await Promise.all(queries), Array(limits.waitingMax).fill('53300'))
    await ended
  })

  it('cancels a slow statement and restarts with its data and listeners', async () => {
    const heard: string[] = []
    const unlisten = await database.listen('tests', payload => void heard.push(payload))
    const body = { holdHours: 71 }
    assert.equal((await server.request('PATCH', path, { key, body })).status, 200)
    const before = lost.length
    assert.equal(await runEndlessly(), '57014')
    assert.match(lost[before]!.message, /took more than 1000 ms/)
    await eventually(async () => (await read()).body.agencySettings?.holdHours === 71)
    await database.run({ name: 'notify', text: `select pg_notify('tests', 'again')` }, [])
    await eventually(async () => heard.length > 0)
    assert.deepEqual(heard, ['again'])
    await unlisten()
  })
})

describe('a transaction on the embedded database', () => {
  it('refuses further statements after one that took too long', async () => {
    const insert = sql`insert into migrations (name) values ('half')`
    const transaction = database.kysely.transaction().execute(async db => {
      await insert.execute(db)
      await assert.rejects(sql.raw(endless).execute(db), { code: '57014' })
      await assert.rejects(insert.execute(db), { code: '57P01' })
      throw new Error('It ends here')
    })
    await assert.rejects(transaction, /It ends here/)
    const half = { name: 'half', text: `select from migrations where name = 'half'` }
    await eventually(async () => (await database.run(half, []).catch(() => null))?.length === 0)
  })

  it('is rolled back when it is idle for too long', async () => {
    const over = Promise.withResolvers<void>()
    const insert = sql`insert into migrations (name) values ('idle')`
    const held = database.kysely.transaction().execute(async db => {
      await insert.execute(db)
      await over.promise
      await insert.execute(db)
    })
    const ended = assert.rejects(held, { code: '25P03' })
    assert.equal((await read()).status, 503)
    await eventually(async () => (await read()).status === 200)
    over.resolve()
    await ended
    const idle = { name: 'idle', text: `select from migrations where name = 'idle'` }
    assert.deepEqual(await database.run(idle, []), [])
  })
})
