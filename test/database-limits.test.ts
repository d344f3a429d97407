/** What nobody takes of a PostgreSQL server: docs/decisions/0018-bulkheads.md. */

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openPostgres } from '../src/platform/db/postgres.ts'
import { limitsReached } from '../src/platform/limits/reached.ts'
import type { Tables } from '../src/rental/tables.ts'
import { makeAgency, makeProperty } from './fixtures/rows.ts'
import { createDatabaseUrl, createEmptyDatabaseUrl } from './support/database.ts'
import { eventually } from './support/eventually.ts'
import { openFaultProxy } from './support/outside/fault-proxy.ts'
import { query } from './support/postgres.ts'
import { startServer } from './support/server.ts'

const direct = new URL(await createDatabaseUrl())
const proxy = await openFaultProxy({ host: direct.hostname, port: Number(direct.port) })
after(() => proxy.close())
const url = Object.assign(new URL(direct), { port: proxy.port }).href
const replica = Object.assign(new URL(await createEmptyDatabaseUrl()), { port: proxy.port })
const database = openPostgres<Tables>({
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

/** Holds the row of the property until it is told to end. */
async function hold(): Promise<() => Promise<unknown>> {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const done = database.kysely.transaction().execute(async db => {
    const { kysely: _, ...names } = { kysely: db, agencyUid, propertyUid }
    await sql`select 1 from properties where agency_uid = ${names.agencyUid}
      and uid = ${names.propertyUid} for update`.execute(db)
    held.resolve()
    await over.promise
  })
  await held.promise
  return () => {
    over.resolve()
    return done.catch(error => error)
  }
}

describe('a row that somebody holds', () => {
  it('503 with Retry-After for others, after a while, and a figure of it', async () => {
    const before = limitsReached().get('database_lock')!
    const release = await hold()
    const started = performance.now()
    const refused = await rename()
    assert.deepEqual([refused.status, refused.body.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.ok(performance.now() - started < 2_000)
    assert.equal(limitsReached().get('database_lock'), before + 1)
    await release()
    assert.equal((await rename()).status, 200)
  })

  it('is free when its holder has done nothing for too long', async () => {
    const release = await hold()
    await eventually(async () => (await rename()).status === 200)
    assert.match(String(await release()), /not queryable|terminat/)
  })
})

describe('a statement that takes too long', () => {
  it('is ended', async () => {
    const onConnectionLost = () => {}
    const hurried = openPostgres<Tables>({ url, limits: { statementMs: 100 }, onConnectionLost })
    const endless = sql`select pg_sleep(30)`.execute(hurried.kysely)
    await assert.rejects(endless, { code: '57014' })
    await hurried.close()
  })

  it('is given up, connection and all, when the server does not end it', async () => {
    const onConnectionLost = () => {}
    const hurried = openPostgres<Tables>({ url, limits: { statementMs: 100 }, onConnectionLost })
    const began = performance.now()
    const endless = hurried.kysely.transaction().execute(async db => {
      await sql`set local statement_timeout = 0`.execute(db)
      await assert.rejects(sql`select pg_sleep(30)`.execute(db), { code: '08006' })
    })
    await assert.rejects(endless, 'nor is it committed')
    const tookMs = performance.now() - began
    assert.ok(tookMs > 3_000 && tookMs < 6_000, `${tookMs} ms`)
    await sql`select 1`.execute(hurried.kysely)
    await hurried.close()
  })
})

describe('connections that are dead without a word', () => {
  it('503 within 6 s for one request; slow statements go on, listeners hear again', async t => {
    const list = () => server.request('GET', `/api/v3.3/properties?agencyUid=${agencyUid}`, { key })
    await Promise.all([list(), list(), list()])
    const heard: string[] = []
    t.after(await database.listen('tests', payload => void heard.push(payload)))
    for (const connection of proxy.connections) connection.setFault({ kind: 'lose' })
    const slow = openPostgres<Tables>({ url, onConnectionLost: () => {} })
    t.after(() => slow.close())
    const sleeping = sql`select pg_sleep(6.5)`.execute(slow.kysely)
    const before = limitsReached().get('database_silent')!
    const began = performance.now()
    const refused = await list()
    const tookMs = performance.now() - began
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
    assert.ok(tookMs > 3_000 && tookMs < 6_000, `${tookMs} ms`)
    assert.equal(limitsReached().get('database_silent'), before + 1)
    const again = performance.now()
    assert.deepEqual([(await list()).status, (await rename()).status], [200, 200])
    assert.ok(performance.now() - again < 2_000, 'those that nobody used are given up, too')
    await sleeping
    await eventually(async () => {
      await query(direct.href, `select pg_notify('tests', 'again')`)
      return heard.length > 0
    })
  })
})

describe('a tenant that waits', () => {
  it('waits on half of the connections, and the others find the rest', async () => {
    const release = await hold()
    const waiting = Promise.all(Array.from({ length: 30 }, rename))
    await eventually(() => server.turns.rest.load.waiting > 0)
    const { running } = server.turns.rest.load
    const inUse = database.loads().find(({ pool }) => pool === 'write')!.inUse
    assert.deepEqual([running, inUse <= 10], [7, true], String(inUse))
    const path = `/api/v3.3/properties?agencyUid=${other.agencyUid}`
    assert.equal((await server.request('GET', path, { key: other.key })).status, 200)
    await release()
    await waiting
  })
})

describe('connections that are all taken', () => {
  it('keep nobody from being let in, or refused', async () => {
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
  it('answers GraphQL only: calendars, quotes and feeds are of now', async () => {
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
