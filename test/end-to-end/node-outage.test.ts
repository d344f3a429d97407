/**
 * Operations during the outage of a node and afterwards: docs/cluster.md, "When a node is away".
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { expireDueLeads } from '../../src/rental/leads/lead-actions/expire-due-leads.ts'
import { workContext } from '../../src/server/start-workers.ts'
import { framesFrom } from '../fixtures/events/events.ts'
import { formatFeed, startAbroad } from '../fixtures/external-calendars.ts'
import { makePartner, makeProperty } from '../fixtures/rows.ts'
import { makeWebhook } from '../fixtures/webhooks.ts'
import { doWork } from '../fixtures/workers.ts'
import { clusterUrl } from '../support/databases/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { query } from '../support/postgres.ts'
import { startReceiver, type TestReceiver } from '../support/webhook-receiver/receiver.ts'
import { type ClusterFixture, openClusterFixture, type Tenant } from './cluster-fixture.ts'

const log = { info: () => {}, error: console.error } as never

const skip = clusterUrl === null && 'TEST_CITUS_URL names no cluster'

describe('a worker node of a cluster', () => {
  let fixture: ClusterFixture
  let reachable: Tenant
  let unreachable: Tenant
  let receiver: TestReceiver
  let due: Due
  before(async () => {
    if (clusterUrl === null) return
    receiver = await startReceiver()
    fixture = await openClusterFixture()
    reachable = await fixture.makeTenant(isProxied => !isProxied)
    unreachable = await fixture.makeTenant(isProxied => isProxied)
    const hook = { eventType: 'NEW_BLOCKED_DATES', url: receiver.url }
    await makeWebhook(fixture.server, { agencyUid: reachable.agencyUid, ...hook })
    due = await prepareDue(fixture, reachable)
  })
  after(async () => {
    if (clusterUrl === null) return
    await fixture.end()
  })

  it('503 within a second for its agencies when cut off, and no effect on others', {
    skip,
  }, async () => {
    assert.deepEqual((await fixture.sendAll(unreachable)).statuses, [200, 200, 201])
    assert.deepEqual((await fixture.sendAll(reachable)).statuses, [200, 200, 201])
    await fixture.proxy.close()
    const outage = await fixture.sendAll(unreachable)
    assert.deepEqual(outage.statuses, [503, 503, 503])
    for (const { ms, body, headers } of outage.responses) {
      assert.ok(ms < 1_000, `${ms} ms`)
      assert.equal(headers.get('retry-after'), '1')
      assert.equal(body.code, 'SERVICE_UNAVAILABLE')
    }
    assert.deepEqual((await fixture.sendAll(reachable)).statuses, [200, 200, 201])
    const path = `/api/v3.3/agencies/${reachable.agencyUid}/settings`
    assert.equal((await fixture.request(reachable, 'PATCH', path, { holdHours: 30 })).status, 200)
    const stay = { checkInDate: '2027-03-01', checkOutDate: '2027-03-03', guests: 1 }
    const quote = { propertyUid: reachable.propertyUid, ...stay }
    assert.equal((await fixture.request(reachable, 'POST', '/api/v3.3/quotes', quote)).status, 200)
    await assert.rejects(makePartner(fixture.server), 'what every node has cannot be written')
  })

  it('does not stop background work for other agencies', { skip }, () =>
    checkWorkers(fixture, reachable, receiver),
  )

  it('does not stop timers, imports and streams of other agencies', { skip }, () =>
    checkDueWork(fixture, reachable, due),
  )

  it('serves again when it returns, with all acknowledged data', { skip }, async () => {
    assert.equal((await fixture.read(reachable)).body.leads.length, 8)
    await fixture.proxy.open()
    await eventually(async () => (await fixture.read(unreachable)).status === 200)
    const { leads } = (await fixture.read(unreachable)).body
    assert.equal(leads.length, 1, 'what was refused was not done')
    assert.deepEqual((await fixture.sendAll(unreachable)).statuses, [200, 200, 201])
    await makePartner(fixture.server)
    assert.deepEqual(await query(fixture.url, 'select gid from pg_prepared_xacts'), [])
  })

  it('delays its agencies up to a timeout when slow, and no others', { skip }, async () => {
    await checkSlowNode(fixture, reachable, unreachable)
    await checkUnresponsiveNode(fixture, { reachable, unreachable, receiver })
  })
})

/**
 * Asserts that events, also those of a failing receiver, and a message are sent while another node
 * is unavailable.
 */
async function checkWorkers(
  fixture: ClusterFixture,
  reachable: Tenant,
  receiver: TestReceiver,
): Promise<void> {
  const receivedCount = receiver.received.length
  await fixture.sendAll(reachable)
  await receiver.has(receivedCount + 1)
  // The state of webhooks is a reference table; a failed attempt is recorded all the same.
  receiver.respondOnce({ status: 500 })
  await fixture.sendAll(reachable)
  await receiver.has(receivedCount + 2)
  const outcomes = `select outcome from delivery_attempts where agency_uid = '${reachable.agencyUid}'
    and outcome <> 'SUCCESS'`
  await eventually(async () => (await query(fixture.url, outcomes)).length === 1)
  fixture.server.clock.advance(60_000)
  await receiver.has(receivedCount + 3)
  const stay = { checkInLocalDate: '2028-06-05', checkOutLocalDate: '2028-06-09' }
  const { agencyUid, propertyUid } = reachable
  const lead = { agencyUid, propertyUid, status: 'NEW', ...stay }
  const guestInformation = { firstName: 'Ada', email: 'ada@guest.example' }
  const created = await fixture.request(reachable, 'POST', '/api/v3.3/leads', {
    ...lead,
    guestInformation,
  })
  const letter = { type: 'EMAIL', leadUid: created.body.lead.uid, content: { text: 'Hello' } }
  const { body } = await fixture.request(reachable, 'POST', '/api/v3.3/messages', letter)
  const message = `/api/v3.3/messages/${body.message.uid}`
  await eventually(async () => {
    return (await fixture.request(reachable, 'GET', message)).body.message.status === 'SENT'
  })
}

/** Data from before the outage that becomes due during it. */
interface Due {
  holdUid: string
  feed: string
  calendar: Awaited<ReturnType<Awaited<ReturnType<typeof startAbroad>>['makeCalendar']>>
  stream: Awaited<ReturnType<typeof framesFrom>>
}

async function prepareDue(fixture: ClusterFixture, reachable: Tenant): Promise<Due> {
  const { agencyUid } = reachable
  const propertyUid = await makeProperty(fixture.server, agencyUid)
  const [{ token }] = (await query(
    fixture.url,
    `select token from calendar_feeds where property_uid = '${propertyUid}'`,
  )) as [{ token: string }]
  const stay = { checkInLocalDate: '2028-07-05', checkOutLocalDate: '2028-07-09' }
  const lead = { agencyUid, propertyUid, status: 'ON_HOLD', ...stay }
  const guestInformation = { firstName: 'Ada', email: 'ada@guest.example' }
  const hold = await fixture.request(reachable, 'POST', '/api/v3.3/leads', {
    ...lead,
    guestInformation,
  })
  assert.equal(hold.status, 201, hold.text)
  const abroad = await startAbroad(fixture.server, reachable)
  const calendar = await abroad.makeCalendar(formatFeed(['a', '20280604', '20280608']))
  await eventually(async () => (await calendar.stays()).length === 1)
  const headers = { 'x-hostfully-apikey': reachable.key, accept: 'text/event-stream' }
  const stream = await framesFrom(`${fixture.server.url}/api/v3.3/events`, headers)
  return { holdUid: hold.body.lead.uid, feed: `/calendar/${token}.ics`, calendar, stream }
}

/**
 * Asserts that a hold expires, that a calendar with one invalid event is imported, and that a feed
 * and a stream are served.
 */
async function checkDueWork(fixture: ClusterFixture, reachable: Tenant, due: Due): Promise<void> {
  const { holdUid, feed, calendar, stream } = due
  const countFeedEvents = async () => {
    const response = await fixture.server.request('GET', feed)
    assert.equal(response.status, 200, response.text)
    return response.text.split('BEGIN:VEVENT').length - 1
  }
  assert.equal(await countFeedEvents(), 1)
  fixture.server.clock.advance(48 * 3_600_000)
  assert.equal((await expireDueLeads(workContext(fixture.server, log))).closed, 1)
  const closeReason = `select close_reason from leads where uid = '${holdUid}'
    and agency_uid = '${reachable.agencyUid}'`
  assert.deepEqual(await query(fixture.url, closeReason), [{ close_reason: 'HOLD_EXPIRED' }])
  assert.equal(await countFeedEvents(), 0)
  const unreadable = 'UID:c\nDTSTART;VALUE=DATE:20280801\nDTEND;VALUE=DATE:20280701'
  calendar.setFeed(
    formatFeed(['a', '20280604', '20280608'], ['b', '20280704', '20280708'], unreadable),
  )
  await doWork(fixture.server, 'sync-icals')
  assert.equal((await calendar.stays()).length, 2)
  const syncStatus = `select sync_status from icals where uid = '${calendar.uid}'
    and agency_uid = '${reachable.agencyUid}'`
  assert.deepEqual(
    await query(fixture.url, syncStatus),
    [{ sync_status: 'ERROR' }],
    'it is kept there',
  )
  for (;;) {
    const { data } = await stream.nextEvent()
    if (data?.includes(holdUid) && data.includes('CLOSED')) break
  }
}

/** Checks that a round trip longer than the database timeout delays only its agencies. */
async function checkSlowNode(
  fixture: ClusterFixture,
  reachable: Tenant,
  unreachable: Tenant,
): Promise<void> {
  fixture.proxy.setFault({ kind: 'delay', ms: 2_500 })
  const [slow, quick] = await Promise.all([fixture.read(unreachable), fixture.sendAll(reachable)])
  fixture.proxy.setFault(null)
  assert.equal(slow.status, 200, slow.text)
  assert.ok(slow.ms > 4_500, `${slow.ms} ms`)
  assert.deepEqual(quick.statuses, [200, 200, 201])
  assert.ok(Math.max(...quick.responses.map(({ ms }) => ms)) < slow.ms)
}

interface OutageContext {
  reachable: Tenant
  unreachable: Tenant
  receiver: TestReceiver
}

/** Checks that clients end transactions that the coordinator cannot end without the node. */
async function checkUnresponsiveNode(
  fixture: ClusterFixture,
  { reachable, unreachable, receiver }: OutageContext,
): Promise<void> {
  const receivedCount = receiver.received.length
  fixture.proxy.setFault({ kind: 'delay', ms: 600_000 })
  const silent = fixture.read(unreachable)
  assert.deepEqual((await fixture.sendAll(reachable)).statuses, [200, 200, 201])
  await receiver.has(receivedCount + 1)
  const refused = await silent
  assert.deepEqual([refused.status, refused.body.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.ok(refused.ms > 15_000 && refused.ms < 22_000, `${refused.ms} ms`)
  fixture.proxy.setFault(null)
  await eventually(async () => (await fixture.read(unreachable)).status === 200)
  assert.deepEqual((await fixture.sendAll(reachable)).statuses, [200, 200, 201])
}
