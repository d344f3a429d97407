/** Data that background work purges after its retention time: contract/general.md §6, §11. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { workContext } from '../../src/server/start-workers.ts'
import { workers } from '../../src/server/workers.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { exampleNow, startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const db = server.database.kysely
const purgeWorker = workers.find(({ name }) => name === 'forget-requests')!

const purgeAt = async (now: string) => {
  server.clock.set(now)
  const log = { info: () => {} } as never
  const ctx = workContext(server, log)
  const { signal } = new AbortController()
  await purgeWorker.work(ctx, { data: null as never, signal, isLastAttempt: false })
}

const countKeys = async () => {
  const rows = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('agency_uid', '=', agencyUid)
    .execute()
  return rows.length
}

const countWindows = async () => (await db.selectFrom('rate_windows').selectAll().execute()).length

describe('the purge of requests', () => {
  it('retains stored replies for 72 hours and counts for one', async () => {
    server.clock.set(exampleNow)
    const path = `/api/v3.3/agencies/${agencyUid}/settings`
    const headers = { 'idempotency-key': 'first' }
    await server.request('PATCH', path, { key, headers, body: { holdHours: 5 } })
    assert.deepEqual([await countKeys(), await countWindows()], [1, 1])
    await purgeAt('2026-05-20T15:59:59Z')
    assert.deepEqual([await countKeys(), await countWindows()], [1, 1])
    await purgeAt('2026-05-20T16:00:00Z')
    assert.deepEqual([await countKeys(), await countWindows()], [1, 0])
    await purgeAt('2026-05-23T15:00:00Z')
    assert.equal(await countKeys(), 1)
    await purgeAt('2026-05-23T15:00:01Z')
    assert.equal(await countKeys(), 0)
  })
})
