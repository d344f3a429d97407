/** Metrics that are read from the database on each scrape: docs/reference/metrics.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeAgency, makeLead, makeProperty } from '../../../test/fixtures/rows.ts'
import { readValues, sum } from '../../../test/support/metrics.ts'
import { startServer } from '../../../test/support/server.ts'
import { newUid } from '../../platform/uid.ts'
import { recordBackup } from '../../rental/access/backups/last-backups.ts'
import { openMetrics } from '../../rental/metrics.ts'
import { runningVersion } from '../../version.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const { kysely: db } = server.database
const read = async (name: string) => [...(await readValues(server, `lodgepole_${name}`))]

async function makeDueDelivery(dueAt: Date): Promise<void> {
  const webhookUid = newUid()
  await sql`insert into event_logs (agency_uid, last_seq) values (${agencyUid}, 1)`.execute(db)
  await sql`insert into webhooks (uid, agency_uid, creator_identifier, object_uid, event_type,
      webhook_type, callback_url, fingerprint, destination, api_version, created_at)
    values (${webhookUid}, ${agencyUid}, 'test', ${agencyUid}, 'NEW_BOOKING', 'POST_JSON',
      'https://hooks.example/', '\\x00', 'test', '3.3', ${dueAt})`.execute(db)
  await sql`insert into deliveries (agency_uid, uid, webhook_uid, sample, destination, ordering_key,
      shows_personal, due_at, created_at)
    values (${agencyUid}, ${newUid()}, ${webhookUid}, '{}', 'test', 'lead:', true, ${dueAt},
      ${dueAt})`.execute(db)
}

describe('deliveries and webhooks', () => {
  it('the age of the oldest due delivery, and the number of open ones', async () => {
    const age = async () => sum(await readValues(server, 'lodgepole_delivery_backlog_age_seconds'))
    assert.deepEqual([await age(), await read('deliveries_open')], [0, [['', 0]]])
    await makeDueDelivery(new Date(server.clock.now().getTime() - 90_000))
    assert.deepEqual([await age(), await read('deliveries_open')], [90, [['', 1]]])
    await sql`update deliveries set due_at = 'infinity' where agency_uid = ${agencyUid}`.execute(db)
    assert.deepEqual(await read('deliveries_open'), [['', 0]], 'held ones wait for an owner')
  })

  it('the number of failing webhooks, without disabled ones', async () => {
    assert.deepEqual(await read('webhooks_failing'), [['', 0]])
    await sql`insert into webhook_failures select uid, created_at from webhooks`.execute(db)
    assert.deepEqual(await read('webhooks_failing'), [['', 1]])
    await sql`update webhooks set status = 'DISABLED', disabled_reason = 'FAILING'`.execute(db)
    assert.deepEqual(await read('webhooks_failing'), [['', 0]])
  })
})

describe('mails', () => {
  const waiting = async () => Object.fromEntries(await read('mails_waiting'))

  it('the number of waiting ones, to guests and to agencies', async () => {
    assert.deepEqual(await waiting(), { 'to="guests"': 0, 'to="agencies"': 0 })
    const propertyUid = await makeProperty(server, agencyUid)
    const stay = { property_uid: propertyUid, email: 'ada@guest.example' }
    const leadUid = await makeLead(server, agencyUid, stay)
    const body = { type: 'EMAIL', leadUid, content: { text: 'Welcome' } }
    const sent = await server.request('POST', '/api/v3.3/messages', { key, body })
    assert.equal(sent.status, 201, sent.text)
    assert.deepEqual(await waiting(), { 'to="guests"': 1, 'to="agencies"': 0 })
    const mail = { uid: newUid(), to: { agencyUid }, subject: 'A', text: 'B', attempt: 2 }
    await server.tasks.send(db, 'send-mail', mail, { afterSeconds: 3_600 })
    assert.deepEqual(await waiting(), { 'to="guests"': 1, 'to="agencies"': 1 })
  })
})

describe('backups, disk and version', () => {
  it('the time of the newest backup, and nothing without one', async () => {
    const name = 'backup_last_success_timestamp_seconds'
    assert.deepEqual(await read(name), [])
    await recordBackup({ db }, new Date('2026-05-19T03:00:00Z'))
    assert.deepEqual(await read(name), [['', Date.UTC(2026, 4, 19, 3) / 1_000]])
    await recordBackup({ db }, new Date('2026-05-18T03:00:00Z'))
    assert.deepEqual(await read(name), [['', Date.UTC(2026, 4, 18, 3) / 1_000]])
  })

  it('the version, and the free space of the data folder', async () => {
    assert.deepEqual(await read('build_info'), [[`version="${runningVersion().version}"`, 1]])
    const [[, bytes] = []] = await read('data_folder_free_bytes')
    assert.ok(bytes! > 0)
  })
})

it('a value that is late is omitted', async () => {
  const metrics = openMetrics()
  metrics.deliveryBacklog.observe({}, () => new Promise(() => {}))
  metrics.plansCached.observe({ endpoint: '/a' }, () => Promise.reject(new Error('away')))
  const text = await metrics.registry.metrics()
  assert.doesNotMatch(text, /^lodgepole_(delivery_backlog_age_seconds|query_plans_cached)/m)
})
