/** Limits that protect a PostgreSQL server: docs/decisions/0018-bulkheads.md. */

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openPostgres } from '../src/platform/db/postgres/open-postgres.ts'
import { readLimitCounts } from '../src/platform/limits/limit-metrics.ts'
import type { Tables } from '../src/rental/tables.ts'
import { makeAgency, makeProperty } from './fixtures/rows.ts'
import { createDatabaseUrl, createEmptyDatabaseUrl } from './support/database.ts'
import { eventually } from './support/eventually.ts'
import { openFaultProxy } from './support/external-services/fault-proxy.ts'
import { query } from './support/postgres.ts'
import { startServer } from './support/server.ts'

const direct = new URL(await createDatabaseUrl())
const proxy = await openFaultProxy({ host: direct.hostname, port: Number(direct.port) })
after(() => proxy.close())
const url = Object.assign(new URL(direct), { port: proxy.port }).href
const replica = Object.assign(new URL(await createEmptyDatabaseUrl()), { port: proxy.port })
const database = await openPostgres<Tables>({
  url,
  readUrl: String(replica),
  limits: { lockMs: 300, idleMs: 2_000 },
  onConnectionLost: () => {},
})
const server = await startServer({}, { database })
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const other = await makeAgency(server)

const rename = () =>
  server.request('PATCH', `/api/v3.3/properties/${propertyUid}`, { key, body: { name: 'New' } })

/** Locks the row of the property; returns the function that releases it. */
async function lockProperty(): Promise<() => Promise<unknown>> {
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const done = database.kysely.transaction().execute(async db => {
    const { kysely: _, ...names } = { kysely: db, agencyUid, propertyUid }
    await sql`select 1 from properties where agency_uid = ${names.agencyUid}
      and uid = ${names.propertyUid} for update`.execute(db)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  return () => {
    over.resolve()
    return done.catch(error => error)
  }
}

describe('a locked row', () => {
  it('503 with Retry-After after the lock timeout, which is counted', async () => {
    const before = readLimitCounts().get('database_lock')!
    const release = await lockProperty()
    const started = performance.now()
    const refused = await rename()
    assert.deepEqual([refused.status, refused.body.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.ok(performance.now() - started < 2_000)
    assert.equal(readLimitCounts().get('database_lock'), before + 1)
    await release()
    assert.equal((await rename()).status, 200)
  })

  it('is released when its transaction was idle for too long', async () => {
    const release = await lockProperty()
    await eventually(async () => (await rename()).status === 200)
    assert.match(String(await release()), /not queryable|terminat/)
  })
})

describe('a statement that runs too long', () => {
  it('is ended', async () => {
    const onConnectionLost = () => {}
    const hurried = await openPostgres<Tables>({
      url,
      limits: { statementMs: 100 },
      onConnectionLost,
    })
    const endless = sql`select pg_sleep(30)`.execute(hurried.kysely)
    await assert.rejects(endless, { code: '57014' })
    await hurried.close()
  })

  it('is abandoned with its connection if the server does not cancel it', async () => {
    const onConnectionLost = () => {}
    const hurried = await openPostgres<Tables>({
      url,
      limits: { statementMs: 100 },
      onConnectionLost,
    })
    const began = performance.now()
    const endless = hurried.kysely.transaction().execute(async db => {
      await sql`set local statement_timeout = 0`.execute(db)
      await assert.rejects(sql`select pg_sleep(30)`.execute(db), { code: '08006' })
    })
    await assert.rejects(endless, 'nor is it committed')
    const durationMs = performance.now() - began
    assert.ok(durationMs > 3_000 && durationMs < 6_000, `${durationMs} ms`)
    await sql`select 1`.execute(hurried.kysely)
    await hurried.close()
  })
})

describe('connections that are lost without notice', () => {
  it('503 after the query timeout; idle ones are closed, and listeners reconnect', async t => {
    const list = () => server.request('GET', `/api/v3.3/properties?agencyUid=${agencyUid}`, { key })
    await Promise.all([list(), list(), list()])
    const heard: string[] = []
    t.after(await database.listen('tests', payload => void heard.push(payload)))
    for (const connection of proxy.connections) connection.setFault({ kind: 'lose' })
    const before = readLimitCounts().get('database_silent')!
    const began = performance.now()
    const refused = await list()
    const durationMs = performance.now() - began
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
    assert.ok(durationMs > 3_000 && durationMs < 6_000, `${durationMs} ms`)
    assert.equal(readLimitCounts().get('database_silent'), before + 1)
    const again = performance.now()
    assert.deepEqual([(await list()).status, (await rename()).status], [200, 200])
    assert.ok(performance.now() - again < 2_000, 'those that nobody used are given up, too')
    await eventually(async () => {
      await query(direct.href, `select pg_notify('tests', 'again')`)
      return heard.length > 0
    })
  })
})

describe('a server that does not respond to the heartbeat', () => {
  it('08006 long before the query timeout; other databases are unaffected', async t => {
    const open = () => openPostgres<Tables>({ url, onConnectionLost: () => {} })
    const [lost, other] = [await open(), await open()]
    t.after(() => Promise.all([lost.close(), other.close()]))
    const before = new Set(proxy.connections)
    await lost.listen('tests', () => {})
    await sql`select 1`.execute(lost.work)
    const opened = proxy.connections.filter(connection => !before.has(connection))
    for (const connection of opened) connection.setFault({ kind: 'lose' })
    const sleeping = sql`select pg_sleep(9)`.execute(other.kysely)
    const began = performance.now()
    await assert.rejects(sql`select 1`.execute(lost.work), { code: '08006' })
    const durationMs = performance.now() - began
    assert.ok(durationMs > 3_000 && durationMs < 9_000, `${durationMs} ms`)
    await sql`select 1`.execute(lost.work)
    await sleeping
  })
})

describe('connections for reads', () => {
  it('25006 for a write: its cache versions would not be bumped', async () => {
    const write = { name: 'write', text: 'delete from cache_tag_versions where agency_uid = $1' }
    await assert.rejects(database.readNow(write, [agencyUid]), { code: '25006' })
    const otherDatabase = await openPostgres<Tables>({ url, onConnectionLost: () => {} })
    await assert.rejects(otherDatabase.read(write, [agencyUid]), { code: '25006' })
    await otherDatabase.close()
  })
})

describe('a tenant that waits', () => {
  it('occupies half of the connections, and leaves the rest to other tenants', async () => {
    const release = await lockProperty()
    const waiting = Promise.all(Array.from({ length: 30 }, rename))
    await eventually(() => server.queues.rest.load.waiting > 0)
    const { running } = server.queues.rest.load
    const inUse = database.loads().find(({ pool }) => pool === 'write')!.inUse
    assert.deepEqual([running, inUse <= 10], [7, true], String(inUse))
    const path = `/api/v3.3/properties?agencyUid=${other.agencyUid}`
    assert.equal((await server.request('GET', path, { key: other.key })).status, 200)
    await release()
    await waiting
  })
})

describe('a pool without free connections', () => {
  it('does not delay authentication', async () => {
    const sleep = () => sql`select pg_sleep(10)`.execute(database.kysely)
    const slow = Promise.allSettled(Array.from({ length: 14 }, sleep))
    assert.equal((await server.request('GET', '/readyz')).status, 200)
    const unknown = await server.request('GET', '/api/v3.3/leads', { key: 'nobody-knows-this' })
    assert.equal(unknown.status, 401)
    assert.ok(database.loads().some(({ pool, inUse }) => pool === 'write' && inUse === 14))
    await sql`select pg_cancel_backend(pid) from pg_stat_activity
      where query = 'select pg_sleep(10)'`.execute(database.work)
    await slow
  })
})

describe('a replica that lags', () => {
  it('serves GraphQL only: calendars, quotes and feeds use the primary', async () => {
    const stay = { checkInDate: '2026-06-10', checkOutDate: '2026-06-12', guests: 1 }
    const body = { propertyUid, ...stay }
    const quote = await server.request('POST', '/api/v3.3/quotes', { key, body })
    assert.notEqual(quote.status, 500, quote.text)
    assert.equal(quote.body.code === undefined || quote.status === 409, true)
    const query = `{ leads(agencyUid: "${other.agencyUid}") { uid } }`
    const graphql = await server.request('POST', '/v2/leadsql', { key: other.key, body: query })
    assert.equal(graphql.status, 500, 'the replica has no tables')
  })
})
