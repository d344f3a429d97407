/** Statements for a cluster, run on one server: docs/decisions/0112. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { queryTenants, topologyOf } from '../src/platform/db/cluster/topology.ts'
import { transaction } from '../src/platform/db/transaction.ts'
import { endNotices, openNotice } from '../src/rental/events/notices/notices.ts'
import { makeAgency, makeProperty } from './fixtures/rows.ts'
import { callsAnywhere, deliverDue, makeWebhook } from './fixtures/webhooks.ts'
import { doQueued } from './fixtures/workers.ts'
import { createDatabaseUrl } from './support/database.ts'
import { openAsCluster } from './support/databases/as-cluster.ts'
import { startServer } from './support/server.ts'
import { startReceiver } from './support/webhook-receiver/receiver.ts'

const database = await openAsCluster(await createDatabaseUrl())
const server = await startServer(callsAnywhere, { database })
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid, { daily_rate: '100' })
const receiver = await startReceiver()
const db = database.kysely

async function request(method: string, path: string, body?: object) {
  const options = body ? { key, body } : { key }
  const response = await server.request(method, `/api/v3.3${path}`, options)
  assert.ok(response.status < 300, response.text)
  return response.body
}

function createBooking(email: string, tens: number): Promise<unknown> {
  const stay = {
    checkInLocalDate: `2027-06-${tens}1`,
    checkOutLocalDate: `2027-06-${tens}5`,
  }
  const lead = { agencyUid, propertyUid, status: 'BOOKED' }
  return request('POST', '/leads', { ...lead, ...stay, guestInformation: { email } })
}

it('a transaction has the topology of its database', async () => {
  assert.equal(topologyOf(db), database.topology)
  await transaction({ db }, async ctx => assert.equal(topologyOf(ctx.db), database.topology))
})

it('one guest has two bookings with the same address, and each event is delivered once', async () => {
  await makeWebhook(server, { agencyUid, eventType: 'NEW_BOOKING', url: receiver.url })
  await createBooking('ada@guests.example', 0)
  await createBooking('Ada@guests.example', 1)
  assert.equal((await db.selectFrom('guests').selectAll().execute()).length, 1)
  assert.equal((await db.selectFrom('lead_guests').selectAll().execute()).length, 2)
  await deliverDue(server)
  await deliverDue(server)
  assert.equal(receiver.received.length, 2)
})

it('a write invalidates cached responses', async () => {
  const name = async () => (await request('GET', `/properties/${propertyUid}`)).property.name
  const before = await name()
  assert.equal(await name(), before)
  await request('PATCH', `/properties/${propertyUid}`, { name: 'Lakeside' })
  assert.equal(await name(), 'Lakeside')
})

it('a task ends notices', async () => {
  const { clock, tasks } = server
  const notice = { agencyUid, type: 'CALENDAR_FAILING', topic: 'calendars' } as const
  await openNotice({ db, clock }, { ...notice, objectUid: propertyUid })
  await transaction({ db }, ({ db }) => endNotices({ db, clock, tasks }, agencyUid, [propertyUid]))
  const open = db.selectFrom('notices').selectAll().where('resolved_at', 'is', null)
  assert.equal((await open.execute()).length, 1)
  assert.equal(await doQueued(server, 'end-notices'), 1)
  assert.equal((await open.execute()).length, 0)
})

it('rows of all tenants are read by one statement while all nodes are available', async () => {
  const { rows, missing } = await queryTenants(
    db,
    of => sql`/* every tenant */ select l.uid from leads l where ${of('l')}`,
  )
  assert.deepEqual([rows.length, missing], [2, undefined])
})
