/** Whole lists whose snapshot fails: docs/decisions/0062-response-spooling.md. */
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

async function ask(query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/v2/leadsql`, {
    method: 'POST',
    headers: { 'x-hostfully-apikey': key, ...headers },
    body: query,
  })
  const { status, headers: told } = response
  return { status, headers: told, text: await response.text() }
}

const forgetAnswers = () => sql`update marks set mark = mark + 1`.execute(db)

/** Has the next snapshot do something before one of its pages is read. */
function inNextSnapshot(page: number, act: () => Promise<unknown>): void {
  const { snapshot } = server.database
  server.database.snapshot = use => {
    server.database.snapshot = snapshot
    let pages = 0
    return snapshot.call(server.database, run =>
      use(async (...asked) => {
        if (++pages === page) await act()
        return run(...asked)
      }),
    ) as never
  }
}

describe('a whole list whose snapshot fails', () => {
  const answers = { 'without a tag': {}, 'with a tag': { 'if-none-match': '"other"' } }
  for (const [name, headers] of Object.entries(answers)) {
    it(`503 when its connection ends before the first page, ${name}`, {
      skip: engine !== 'postgres',
    }, async () => {
      await forgetAnswers()
      inNextSnapshot(1, terminateOthers)
      const { status, headers: told, text } = await ask(query, headers)
      assert.deepEqual([status, JSON.parse(text).code], [503, 'SERVICE_UNAVAILABLE'])
      assert.ok(Number(told.get('retry-after')) > 0)
      const again = await ask(query, headers)
      assert.equal(JSON.parse(again.text).data.leads.length, rows)
    })

    it(`503 when the queue of the embedded database is full, ${name}`, {
      skip: engine !== 'pglite',
    }, async () => {
      await forgetAnswers()
      const waiting: Promise<unknown>[] = []
      const { snapshot } = server.database
      server.database.snapshot = use => {
        server.database.snapshot = snapshot
        for (let i = 0; i < 600; i++) {
          waiting.push(sql`select pg_sleep(0.002)`.execute(db).catch(() => null))
        }
        return snapshot.call(server.database, use) as never
      }
      const { status, headers: told, text } = await ask(query, headers)
      assert.deepEqual([status, JSON.parse(text).code], [503, 'SERVICE_UNAVAILABLE'])
      assert.ok(Number(told.get('retry-after')) > 0)
      await Promise.all(waiting)
      const again = await ask(query, headers)
      assert.equal(JSON.parse(again.text).data.leads.length, rows)
    })
  }

  it('503 when its connection ends after the first pages, and nothing is cached', {
    skip: engine !== 'postgres',
  }, async () => {
    await forgetAnswers()
    inNextSnapshot(3, terminateOthers)
    const { status, text } = await ask(query)
    assert.deepEqual([status, JSON.parse(text).code], [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(JSON.parse((await ask(query)).text).data.leads.length, rows)
  })
})

/** Ends all connections of the server, as a restart of PostgreSQL does. */
function terminateOthers() {
  return sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
}
