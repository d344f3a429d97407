/** Tests of the retention of events and deliveries: contract/events.md §8.5, §9.15, §10. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emitTestEvents } from '../../../../test/fixtures/events/events.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer, type TestServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'
import { workContext } from '../../../server/start-workers.ts'
import { workers } from '../../../server/workers.ts'

const server = await startServer()
const retaining = await startServer({ EVENT_RETENTION_DAYS: '0', DELIVERY_RETENTION_DAYS: '0' })

/** Returns the time of a day, counted from 20 May 2026. */
const onDay = (days: number) => new Date(Date.parse('2026-05-20T15:00:00Z') + days * 86_400_000)

async function workOn(on: TestServer, name: string, day: number) {
  on.clock.set(onDay(day))
  const ctx = workContext(on, { info: () => {} } as never)
  const { signal } = new AbortController()
  const job = workers.find(worker => worker.name === name)!
  await job.work(ctx, { data: null as never, signal, isLastAttempt: false })
}

/** Creates an agency with an event on each of the days. */
async function makeLog(on: TestServer, days: number[]) {
  const { agencyUid, key } = await makeAgency(on)
  const property_uid = await makeProperty(on, agencyUid)
  for (const day of days) {
    on.clock.set(onDay(day))
    await emitTestEvents(on, agencyUid, [{ type: 'UPDATED_PROPERTY', keys: { property_uid } }])
  }
  return { agencyUid, key }
}

async function makeDelivery(
  on: TestServer,
  agencyUid: string,
  columns: { seq: number; status: string; completed_at: Date | null; due_at?: unknown },
) {
  const db = on.database.kysely
  const uid = newUid()
  const created_at = onDay(0)
  await db
    .insertInto('webhooks')
    .values({
      uid,
      agency_uid: agencyUid,
      creator_identifier: 'x',
      object_uid: agencyUid,
      event_type: 'UPDATED_PROPERTY',
      webhook_type: 'POST_JSON',
      callback_url: 'https://example.org',
      fingerprint: Buffer.from(uid),
      destination: 'x',
      api_version: '3.3',
      created_at,
    })
    .execute()
  const row = {
    agency_uid: agencyUid,
    uid: newUid(),
    webhook_uid: uid,
    destination: 'x',
    ordering_key: 'x',
    shows_personal: true,
    due_at: created_at,
    created_at,
    ...columns,
  }
  await db
    .insertInto('deliveries')
    .values(row as never)
    .execute()
  const attempt = { number: 1, started_at: created_at, duration_ms: 1, outcome: 'SUCCESS' }
  await db
    .insertInto('delivery_attempts')
    .values({ agency_uid: agencyUid, delivery_uid: row.uid, ...attempt })
    .execute()
}

const countRows = async (
  on: TestServer,
  table: 'deliveries' | 'delivery_attempts' | 'events',
  agencyUid: string,
) =>
  (
    await on.database.kysely
      .selectFrom(table)
      .select('agency_uid')
      .where('agency_uid', '=', agencyUid)
      .execute()
  ).length

async function readOldestSeq({ key }: { key: string }) {
  const { status, body } = await server.request('GET', '/api/v3.3/events', { key })
  return status === 410 ? body.oldestSeq - 1 : 0
}

describe('events', () => {
  it('are deleted after 400 days, and the log returns its new start', async () => {
    const log = await makeLog(server, [0, 1, 5])
    await workOn(server, 'forget-events', 400)
    assert.equal(await readOldestSeq(log), 0)
    await workOn(server, 'forget-events', 401.5)
    assert.equal(await readOldestSeq(log), 2)
    const { body } = await server.request('GET', '/api/v3.3/events?after=2', { key: log.key })
    assert.deepEqual([body.events.length, body.latestSeq], [1, 3])
    await workOn(server, 'forget-events', 500)
    assert.equal(await readOldestSeq(log), 3)
    const end = await server.request('GET', '/api/v3.3/events?after=3', { key: log.key })
    assert.deepEqual([end.status, end.body.nextAfter], [200, 3])
  })

  it('stay with all later events while they have open deliveries', async () => {
    const log = await makeLog(server, [0, 1, 2])
    await makeDelivery(server, log.agencyUid, {
      seq: 1,
      status: 'DELIVERED',
      completed_at: onDay(0),
    })
    await makeDelivery(server, log.agencyUid, { seq: 2, status: 'RETRYING', completed_at: null })
    await workOn(server, 'forget-events', 500)
    assert.equal(await readOldestSeq(log), 1)
    assert.equal(await countRows(server, 'deliveries', log.agencyUid), 1)
  })

  it('are never deleted with 0 days', async () => {
    const { agencyUid } = await makeLog(retaining, [0])
    await workOn(retaining, 'forget-events', 10_000)
    assert.equal(await countRows(retaining, 'events', agencyUid), 1)
  })
})

describe('deliveries', () => {
  it('are deleted with their attempts 90 days after they were completed', async () => {
    const { agencyUid } = await makeLog(server, [0])
    const completed_at = onDay(5)
    await makeDelivery(server, agencyUid, { seq: 1, status: 'DELIVERED', completed_at })
    await makeDelivery(server, agencyUid, { seq: 1, status: 'RETRYING', completed_at: null })
    const left = async (day: number) => {
      await workOn(server, 'forget-deliveries', day)
      const tables = ['deliveries', 'delivery_attempts', 'events'] as const
      return Promise.all(tables.map(table => countRows(server, table, agencyUid)))
    }
    assert.deepEqual(await left(94.9), [2, 2, 1])
    assert.deepEqual(await left(95.1), [1, 1, 1])
  })

  it('are deleted 90 days after they were held', async () => {
    const { agencyUid } = await makeLog(server, [0])
    const held = { seq: 1, status: 'PENDING', completed_at: null, due_at: 'infinity' }
    await makeDelivery(server, agencyUid, held)
    await workOn(server, 'forget-deliveries', 89)
    assert.equal(await countRows(server, 'deliveries', agencyUid), 1)
    await workOn(server, 'forget-deliveries', 91)
    assert.equal(await countRows(server, 'deliveries', agencyUid), 0)
  })

  it('are never deleted with 0 days', async () => {
    const { agencyUid } = await makeLog(retaining, [0])
    await makeDelivery(retaining, agencyUid, {
      seq: 1,
      status: 'DELIVERED',
      completed_at: onDay(0),
    })
    await workOn(retaining, 'forget-deliveries', 10_000)
    assert.equal(await countRows(retaining, 'deliveries', agencyUid), 1)
  })
})
