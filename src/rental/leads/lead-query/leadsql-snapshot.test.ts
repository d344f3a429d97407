/** Unlimited lists with a failing snapshot: docs/decisions/0062-response-spooling.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { engine } from '../../../../test/support/database.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const rows = 1_700
await sql`insert into leads (agency_uid, uid, property_uid, type, status, source, channel,
    check_in_local, check_out_local, check_in_at, check_out_at, created_at, updated_at)
  select ${agencyUid}::uuid, gen_random_uuid(), ${propertyUid}::uuid, 'INQUIRY', 'NEW',
    'HOSTFULLY_API', 'HOSTFULLY', '2026-06-05 16:00', '2026-06-09 11:00',
    '2026-06-05 22:00Z', '2026-06-09 17:00Z', '2026-01-01'::timestamptz, now()
  from generate_series(1, ${sql.lit(rows)}) n`.execute(db)

const query = `{ leads(agencyUid: "${agencyUid}") { uid status } }`

async function post(query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/v2/leadsql`, {
    method: 'POST',
    headers: { 'x-hostfully-apikey': key, ...headers },
    body: query,
  })
  const { status, headers: responseHeaders } = response
  return { status, headers: responseHeaders, text: await response.text() }
}

const invalidateResponses = () =>
  sql`update cache_tag_versions set version = version + 1`.execute(db)

/** Runs a callback in the next snapshot before it reads one of its pages. */
function inNextSnapshot(page: number, disturb: () => Promise<unknown>): void {
  const { snapshot } = server.database
  server.database.snapshot = use => {
    server.database.snapshot = snapshot
    let pages = 0
    return snapshot.call(server.database, run =>
      use(async (...args) => {
        if (++pages === page) await disturb()
        return run(...args)
      }),
    ) as never
  }
}

describe('an unlimited list with a failing snapshot', () => {
  const cases = { 'without a tag': {}, 'with a tag': { 'if-none-match': '"other"' } }
  for (const [name, headers] of Object.entries(cases)) {
    it(`503: reports a connection that ends before the first page, ${name}`, {
      skip: engine !== 'postgres',
    }, async () => {
      await invalidateResponses()
      inNextSnapshot(1, terminateOtherConnections)
      const { status, headers: responseHeaders, text } = await post(query, headers)
      assert.deepEqual([status, JSON.parse(text).code], [503, 'SERVICE_UNAVAILABLE'])
      assert.ok(Number(responseHeaders.get('retry-after')) > 0)
      const again = await post(query, headers)
      assert.equal(JSON.parse(again.text).data.leads.length, rows)
    })

    it(`503: reports a full queue of the embedded database, ${name}`, {
      skip: engine !== 'pglite',
    }, async () => {
      await invalidateResponses()
      const waiting: Promise<unknown>[] = []
      const { snapshot } = server.database
      server.database.snapshot = use => {
        server.database.snapshot = snapshot
        for (let i = 0; i < 600; i++) {
          waiting.push(sql`select pg_sleep(0.002)`.execute(db).catch(() => null))
        }
        return snapshot.call(server.database, use) as never
      }
      const { status, headers: responseHeaders, text } = await post(query, headers)
      assert.deepEqual([status, JSON.parse(text).code], [503, 'SERVICE_UNAVAILABLE'])
      assert.ok(Number(responseHeaders.get('retry-after')) > 0)
      await Promise.all(waiting)
      const again = await post(query, headers)
      assert.equal(JSON.parse(again.text).data.leads.length, rows)
    })
  }

  it('503: reports a connection that ends after some pages, and caches nothing', {
    skip: engine !== 'postgres',
  }, async () => {
    await invalidateResponses()
    inNextSnapshot(3, terminateOtherConnections)
    const { status, text } = await post(query)
    assert.deepEqual([status, JSON.parse(text).code], [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(JSON.parse((await post(query)).text).data.leads.length, rows)
  })
})

/**
 * Closes all connections of the server, like a restart of PostgreSQL, and waits up to 5 s for
 * the end of each, so that the next request does not run on one of them.
 */
function terminateOtherConnections() {
  return sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
}
