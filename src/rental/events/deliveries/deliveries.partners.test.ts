/** What a partner is told of changes that it may not see any more: contract/events.md §6.3. */
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
import { startReceiver } from '../../../../test/support/receiver.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const receiver = await startReceiver()
const db = server.database.kysely
let own: { agencyUid: string; key: string; token: string; partnerUid: string }
let propertyUid: string
let leadUid: string
let hook: string

/** A partner with one property with personal data and another without, told of all. */
beforeEach(async () => {
  receiver.forget()
  receiver.answer({ status: 200 })
  const agency = await makeAgency(server)
  const { partnerUid } = await makePartner(server)
  propertyUid = await makeProperty(server, agency.agencyUid)
  const kept = await makeProperty(server, agency.agencyUid)
  await grant(server, {
    agencyUid: agency.agencyUid,
    partnerUid,
    objectUid: propertyUid,
    personalData: true,
  })
  await grant(server, { agencyUid: agency.agencyUid, partnerUid, objectUid: kept })
  const token = await makeToken(server, partnerUid, agency.agencyUid)
  own = { ...agency, token, partnerUid }
  const wanted = { eventType: 'BOOKING_UPDATED', payloadFormat: 'EXTENDED' }
  const body = { ...wanted, callbackUrl: `${receiver.url}/hook` }
  hook = (await ask('POST', '/webhooks', body)).body.webhook.uid
  leadUid = await makeLead(server, agency.agencyUid, { property_uid: propertyUid })
})

const ask = (method: string, path: string, body?: object, key = own.token) =>
  server.request(method, `/api/v3.3${path}`, { key, body })
/** Events about leads keep no names; that they are not shown where there are some is shown here. */
const rename = async (lastName: string) => {
  await ask('PATCH', `/leads/${leadUid}`, { guestInformation: { lastName } }, own.key)
  await db
    .updateTable('events')
    .set({ changes: JSON.stringify({ lastName: [null, lastName] }) as never })
    .where('agency_uid', '=', own.agencyUid)
    .where('type', '=', 'BOOKING_UPDATED')
    .execute()
}
const listed = async () => (await ask('GET', `/webhooks/${hook}/deliveries`)).body.deliveries
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

describe('what was delivered to a partner', () => {
  it('is neither shown nor sent again once the grant has ended', async () => {
    await rename('Secret')
    await deliverDue(server)
    const [{ uid }] = await listed()
    await endGrant()
    receiver.forget()
    assert.deepEqual(await listed(), [])
    const total = await ask('GET', `/webhooks/${hook}/deliveries?_total=true`)
    assert.equal(total.body._metadata.totalCount, 0)
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/attempts'],
      ['POST', '/replay'],
    ] as const) {
      const answer = await ask(method, `/webhooks/${hook}/deliveries/${uid}${path}`)
      assert.equal(answer.body.code, 'DELIVERY_NOT_FOUND', `${method} ${path}`)
    }
    const range = { mode: 'RANGE', afterSeq: 0 }
    const { replay } = (await ask('POST', `/webhooks/${hook}/replays`, range)).body
    assert.equal(replay.matched, 0)
    await deliverDue(server)
    assert.deepEqual(receiver.received, [])
  })

  it('is shown and sent again without personal data that is withdrawn', async () => {
    await rename('Secret')
    await deliverDue(server)
    const [{ uid }] = await listed()
    await hidePersonal()
    const one = `/webhooks/${hook}/deliveries/${uid}`
    const { delivery } = (await ask('GET', one)).body
    assert.deepEqual(JSON.parse(delivery.requestBody).changes.lastName, [null, null])
    await ask('POST', `${one}/replay`)
    await ask('POST', `/webhooks/${hook}/replays`, { mode: 'RANGE', afterSeq: 0 })
    await deliverDue(server)
    assert.deepEqual(sent(), [
      [null, 'Secret'],
      [null, null],
      [null, null],
    ])
  })

  it('is sent again with personal data that is granted since, as by a range', async () => {
    await hidePersonal()
    await rename('Secret')
    await deliverDue(server)
    const [{ uid }] = await listed()
    await db.updateTable('grants').set({ personal_data: true }).execute()
    const { delivery } = (await ask('GET', `/webhooks/${hook}/deliveries/${uid}`)).body
    const { changes } = JSON.parse(delivery.requestBody)
    assert.deepEqual(changes.lastName, [null, null], 'what was sent')
    await ask('POST', `/webhooks/${hook}/deliveries/${uid}/replay`)
    await deliverDue(server)
    assert.deepEqual(sent(), [
      [null, null],
      [null, 'Secret'],
    ])
  })
})

describe('what waits to be delivered to a partner', () => {
  it('is skipped when it was to be tried again and the grant has ended', async () => {
    receiver.answer({ status: 500 })
    await rename('Secret')
    await deliverDue(server)
    receiver.forget()
    await endGrant()
    server.clock.advance(60_000)
    await deliverDue(server)
    assert.deepEqual(receiver.received, [])
    assert.deepEqual(await statuses(), [['SKIPPED', 1]])
  })

  it('is skipped when it was held and the grant has ended', async () => {
    await ask('POST', `/webhooks/${hook}/disable`)
    await rename('Secret')
    await endGrant()
    await ask('POST', `/webhooks/${hook}/enable`)
    await deliverDue(server)
    assert.deepEqual(receiver.received, [])
    assert.deepEqual(await statuses(), [['SKIPPED', 0]])
  })

  it('is sent without personal data that was withdrawn meanwhile', async () => {
    await ask('POST', `/webhooks/${hook}/disable`)
    await rename('Secret')
    await hidePersonal()
    await ask('POST', `/webhooks/${hook}/enable`)
    await deliverDue(server)
    assert.deepEqual(sent(), [[null, null]])
  })

  it('does not wait behind what is skipped', async () => {
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

describe('events of a release that kept the values of personal data', () => {
  it('lose them by a migration, and keep the rest', async () => {
    await rename('Secret')
    const changes = { lastName: ['Reed', 'Secret'], adultCount: [1, 2] }
    const ofAgency = () => db.updateTable('events').where('agency_uid', '=', own.agencyUid)
    await ofAgency()
      .set({ changes: JSON.stringify(changes) as never })
      .execute()
    const file = new URL('../../../../migrations/0018-events.sql', import.meta.url)
    await sql.raw(`/* every tenant */ ${await readFile(file, 'utf8')}`).execute(db)
    const { body } = await ask('GET', '/events', undefined, own.key)
    assert.deepEqual(body.events.at(-1).changes, { lastName: [null, null], adultCount: [1, 2] })
  })
})
