/** Tests of events about objects that a partner may no longer access: contract/events.md §6.3. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { callsAnywhere, deliverDue } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'
import { startReceiver } from '../../../../test/support/webhook-receiver/receiver.ts'

const server = await startServer(callsAnywhere)
const receiver = await startReceiver()
const db = server.database.kysely
let own: { agencyUid: string; key: string; token: string; partnerUid: string }
let propertyUid: string
let leadUid: string
let hook: string

/** Partner with one property with personal data and one without, notified of all event types. */
beforeEach(async () => {
  receiver.clear()
  receiver.respond({ status: 200 })
  const agency = await makeAgency(server)
  const { partnerUid } = await makePartner(server)
  propertyUid = await makeProperty(server, agency.agencyUid)
  const grantedProperty = await makeProperty(server, agency.agencyUid)
  await grant(server, {
    agencyUid: agency.agencyUid,
    partnerUid,
    objectUid: propertyUid,
    personalData: true,
  })
  await grant(server, { agencyUid: agency.agencyUid, partnerUid, objectUid: grantedProperty })
  const token = await makeToken(server, partnerUid, agency.agencyUid)
  own = { ...agency, token, partnerUid }
  const registration = { eventType: 'BOOKING_UPDATED', payloadFormat: 'EXTENDED' }
  const body = { ...registration, callbackUrl: `${receiver.url}/hook` }
  hook = (await send('POST', '/webhooks', body)).body.webhook.uid
  leadUid = await makeLead(server, agency.agencyUid, { property_uid: propertyUid })
})

const send = (method: string, path: string, body?: object, key = own.token) =>
  server.request(method, `/api/v3.3${path}`, { key, body })
/** Events about leads contain no names; this test covers payloads that do. */
const rename = async (lastName: string) => {
  await send('PATCH', `/leads/${leadUid}`, { guestInformation: { lastName } }, own.key)
  await db
    .updateTable('events')
    .set({ changes: JSON.stringify({ lastName: [null, lastName] }) as never })
    .where('agency_uid', '=', own.agencyUid)
    .where('type', '=', 'BOOKING_UPDATED')
    .execute()
}
const listed = async () => (await send('GET', `/webhooks/${hook}/deliveries`)).body.deliveries
const sent = () => receiver.received.map(({ text }) => JSON.parse(text).changes.lastName)

async function endGrant(): Promise<void> {
  const { agencyUid } = own
  await db
    .deleteFrom('grants')
    .where('agency_uid', '=', agencyUid)
    .where('object_uid', '=', propertyUid)
    .execute()
}

async function hidePersonal(): Promise<void> {
  const { agencyUid } = own
  await db
    .updateTable('grants')
    .set({ personal_data: false })
    .where('agency_uid', '=', agencyUid)
    .execute()
}

const statuses = async () => {
  const query = db.selectFrom('deliveries').select(['status', 'attempt_count'])
  const rows = await query.where('agency_uid', '=', own.agencyUid).orderBy('seq').execute()
  return rows.map(({ status, attempt_count }) => [status, attempt_count])
}

describe('deliveries to a partner', () => {
  it('are neither listed nor replayed after the grant has ended', async () => {
    await rename('Secret')
    await deliverDue(server)
    const [{ uid }] = await listed()
    await endGrant()
    receiver.clear()
    assert.deepEqual(await listed(), [])
    const total = await send('GET', `/webhooks/${hook}/deliveries?_total=true`)
    assert.equal(total.body._metadata.totalCount, 0)
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/attempts'],
      ['POST', '/replay'],
    ] as const) {
      const response = await send(method, `/webhooks/${hook}/deliveries/${uid}${path}`)
      assert.equal(response.body.code, 'DELIVERY_NOT_FOUND', `${method} ${path}`)
    }
    const range = { mode: 'RANGE', afterSeq: 0 }
    const { replay } = (await send('POST', `/webhooks/${hook}/replays`, range)).body
    assert.equal(replay.matched, 0)
    await deliverDue(server)
    assert.deepEqual(receiver.received, [])
  })

  it('are listed and replayed without withdrawn personal data', async () => {
    await rename('Secret')
    await deliverDue(server)
    const [{ uid }] = await listed()
    await hidePersonal()
    const one = `/webhooks/${hook}/deliveries/${uid}`
    const { delivery } = (await send('GET', one)).body
    assert.deepEqual(JSON.parse(delivery.requestBody).changes.lastName, [null, null])
    await send('POST', `${one}/replay`)
    await send('POST', `/webhooks/${hook}/replays`, { mode: 'RANGE', afterSeq: 0 })
    await deliverDue(server)
    assert.deepEqual(sent(), [
      [null, 'Secret'],
      [null, null],
      [null, null],
    ])
  })

  it('are replayed with personal data granted since, also as a range', async () => {
    await hidePersonal()
    await rename('Secret')
    await deliverDue(server)
    const [{ uid }] = await listed()
    await db.updateTable('grants').set({ personal_data: true }).execute()
    const { delivery } = (await send('GET', `/webhooks/${hook}/deliveries/${uid}`)).body
    const { changes } = JSON.parse(delivery.requestBody)
    assert.deepEqual(changes.lastName, [null, null], 'what was sent')
    await send('POST', `/webhooks/${hook}/deliveries/${uid}/replay`)
    await deliverDue(server)
    assert.deepEqual(sent(), [
      [null, null],
      [null, 'Secret'],
    ])
  })
})

describe('an open delivery to a partner', () => {
  it('is skipped instead of retried after the grant has ended', async () => {
    receiver.respond({ status: 500 })
    await rename('Secret')
    await deliverDue(server)
    receiver.clear()
    await endGrant()
    server.clock.advance(60_000)
    await deliverDue(server)
    assert.deepEqual(receiver.received, [])
    assert.deepEqual(await statuses(), [['SKIPPED', 1]])
  })

  it('is skipped after it was held and the grant has ended', async () => {
    await send('POST', `/webhooks/${hook}/disable`)
    await rename('Secret')
    await endGrant()
    await send('POST', `/webhooks/${hook}/enable`)
    await deliverDue(server)
    assert.deepEqual(receiver.received, [])
    assert.deepEqual(await statuses(), [['SKIPPED', 0]])
  })

  it('is sent without personal data withdrawn since', async () => {
    await send('POST', `/webhooks/${hook}/disable`)
    await rename('Secret')
    await hidePersonal()
    await send('POST', `/webhooks/${hook}/enable`)
    await deliverDue(server)
    assert.deepEqual(sent(), [[null, null]])
  })

  it('does not wait behind a skipped delivery', async () => {
    await rename('Secret')
    await rename('Byron')
    const elsewhere = await makeProperty(server, own.agencyUid)
    await db
      .updateTable('events')
      .set({ property_uid: elsewhere })
      .where('agency_uid', '=', own.agencyUid)
      .where('seq', '=', 1)
      .execute()
    await deliverDue(server)
    assert.deepEqual(sent(), [[null, 'Byron']])
    assert.deepEqual(await statuses(), [
      ['SKIPPED', 0],
      ['DELIVERED', 1],
    ])
  })
})

describe('events of a release that stored values of personal data', () => {
  it('lose these values in a migration, and no other fields', async () => {
    await rename('Secret')
    const changes = { lastName: ['Reed', 'Secret'], adultCount: [1, 2] }
    const agencyEvents = () => db.updateTable('events').where('agency_uid', '=', own.agencyUid)
    await agencyEvents()
      .set({ changes: JSON.stringify(changes) as never })
      .execute()
    const file = new URL('../../../../migrations/0018-events.sql', import.meta.url)
    await sql.raw(`/* every tenant */ ${await readFile(file, 'utf8')}`).execute(db)
    const { body } = await send('GET', '/events', undefined, own.key)
    assert.deepEqual(body.events.at(-1).changes, { lastName: [null, null], adultCount: [1, 2] })
  })
})
