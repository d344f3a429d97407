/** Deletion of an agency from every table: docs/decisions/0117. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeDemo, readDemo } from '../demo/demo.ts'
import { deleteTenant } from '../src/platform/db/tenants/delete-tenant.ts'
import { makeAgency, makeLead, makeProperty } from './fixtures/rows.ts'
import { makeSignedIn } from './fixtures/sessions.ts'
import { makeWebhook } from './fixtures/webhooks.ts'
import { startServer } from './support/server.ts'

const server = await startServer()
const { database } = server
const options = { today: '2026-05-20', properties: 3, log: () => undefined }
await makeDemo(database, server.config, options)
const { agencyUid } = (await readDemo(server.config))!
await makeSignedIn(server, agencyUid, 'ADMIN')
await makeWebhook(server, { agencyUid, eventType: 'NEW_INQUIRY', url: 'http://127.0.0.1/hook' })
const other = await makeAgency(server, { name: 'Other' })
await makeLead(server, other.agencyUid, {
  property_uid: await makeProperty(server, other.agencyUid),
})
await server.tasks.send(database.kysely, 'sync-ical', { agencyUid, uid: agencyUid })
await server.tasks.send(database.kysely, 'sync-ical', {
  agencyUid: other.agencyUid,
  uid: agencyUid,
})

const { rows: tenantTables } = await sql<{ name: string }>`
  select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'agency_uid' order by 1`.execute(database.kysely)

/** Returns the number of rows of an agency by table, and a digest of them. */
async function contents(uid: string) {
  const counts: Record<string, number> = {}
  const hash = createHash('sha256')
  for (const { name } of tenantTables) {
    const { rows } = await sql<{ t: string }>`/* every tenant */ select to_jsonb(t)::text as t
      from ${sql.table(name)} t where t.agency_uid = ${uid} order by 1`.execute(database.kysely)
    counts[name] = rows.length
    hash.update(JSON.stringify(rows))
  }
  return { counts, digest: hash.digest('hex') }
}

const countOf = async (table: string) => {
  const { rows } = await sql<{ count: number }>`/* every tenant */
    select count(*)::int as count from ${sql.table(table)}`.execute(database.kysely)
  return rows[0]!.count
}

describe('the deletion of an agency', () => {
  it('leaves no row of it in any table, and every row of another agency', async () => {
    const before = await contents(agencyUid)
    const filled = Object.values(before.counts).filter(count => count > 0)
    assert.ok(filled.length > 40, `only ${filled.length} tables have rows`)
    const expected = await contents(other.agencyUid)
    assert.ok((await countOf('webhook_secrets')) > 0)
    const deleted = await deleteTenant(database as never, agencyUid)
    const total = Object.values(before.counts).reduce((sum, count) => sum + count, 0)
    assert.ok(deleted >= total - before.counts.cache_tag_versions! && total > 100)
    const after = await contents(agencyUid)
    assert.deepEqual(
      Object.entries(after.counts).filter(([, count]) => count > 0),
      [],
    )
    assert.deepEqual(await contents(other.agencyUid), expected)
    for (const table of ['webhook_secrets', 'webhook_failures', 'replays', 'refresh_tokens']) {
      assert.equal(await countOf(table), 0, table)
    }
    const { rows: tasks } = await sql<{ agency: string }>`/* every tenant */
      select data->>'agencyUid' as agency from worker.job
      where name = 'sync-ical'`.execute(database.kysely)
    assert.deepEqual(tasks, [{ agency: other.agencyUid }])
    const path = `/api/v3.3/properties?agencyUid=${other.agencyUid}`
    assert.equal((await server.request('GET', path, other)).status, 200)
  })

  it('of an unknown agency fails, and deletes nothing', async () => {
    const expected = await contents(other.agencyUid)
    await assert.rejects(deleteTenant(database as never, agencyUid), /Agency not found/)
    await assert.rejects(deleteTenant(database as never, "x' or 1=1"), /Not a uid/)
    assert.deepEqual(await contents(other.agencyUid), expected)
  })
})
