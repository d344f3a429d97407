/** docs/operating.md, "When a node is away": what goes on meanwhile, and afterwards. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { workContext } from '../../src/process/start-work.ts'
import { sweepLeads } from '../../src/rental/leads/lead-actions/sweep-leads.ts'
import { feedOf, startAbroad } from '../fixtures/calendars-abroad.ts'
import { framesFrom } from '../fixtures/events/events.ts'
import { makePartner, makeProperty } from '../fixtures/rows.ts'
import { makeWebhook } from '../fixtures/webhooks.ts'
import { doWork } from '../fixtures/workers.ts'
import { clusterUrl } from '../support/databases/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { query } from '../support/postgres.ts'
import { startReceiver, type TestReceiver } from '../support/receiver.ts'
import { openScene, type Scene, type Tenant } from './away-scene.ts'

const log = { info: () => {}, error: console.error } as never

const skip = clusterUrl === null && 'TEST_CITUS_URL names no cluster'

describe('a worker node of a cluster', () => {
  let scene: Scene
  let near: Tenant
  let far: Tenant
  let receiver: TestReceiver
  let due: Due
  before(async () => {
    if (clusterUrl === null) return
    receiver = await startReceiver()
    scene = await openScene()
    near = await scene.tenant(isBehind => !isBehind)
    far = await scene.tenant(isBehind => isBehind)
    const hook = { eventType: 'NEW_BLOCKED_DATES', url: receiver.url }
    await makeWebhook(scene.server, { agencyUid: near.agencyUid, ...hook })
    due = await leaveDue(scene, near)
  })
  after(async () => {
    if (clusterUrl === null) return
    await scene.end()
  })

  it('that is cut off is 503 for its agencies, within a second, and nothing for others', {
    skip,
  }, async () => {
    assert.deepEqual((await scene.all(far)).statuses, [200, 200, 201])
    assert.deepEqual((await scene.all(near)).statuses, [200, 200, 201])
    await scene.proxy.close()
    const away = await scene.all(far)
    assert.deepEqual(away.statuses, [503, 503, 503])
    for (const { ms, body, headers } of away.answers) {
      assert.ok(ms < 1_000, `${ms} ms`)
      assert.equal(headers.get('retry-after'), '1')
      assert.equal(body.code, 'SERVICE_UNAVAILABLE')
    }
    assert.deepEqual((await scene.all(near)).statuses, [200, 200, 201])
    const settings = `/api/v3.3/agencies/${near.agencyUid}/settings`
    assert.equal((await scene.ask(near, 'PATCH', settings, { holdHours: 30 })).status, 200)
    const stay = { checkInDate: '2027-03-01', checkOutDate: '2027-03-03', guests: 1 }
    const quote = { propertyUid: near.propertyUid, ...stay }
    assert.equal((await scene.ask(near, 'POST', '/api/v3.3/quotes', quote)).status, 200)
    await assert.rejects(makePartner(scene.server), 'what every node has cannot be written')
  })

  it('lets work in the background go on for the others', { skip }, () =>
    worksOn(scene, near, receiver),
  )

  it('lets timers end, calendars be imported and streams go on for the others', { skip }, () =>
    comesDue(scene, near, due),
  )

  it('serves again when it is back, and has all that was acknowledged', { skip }, async () => {
    assert.equal((await scene.read(near)).body.leads.length, 8)
    await scene.proxy.open()
    await eventually(async () => (await scene.read(far)).status === 200)
    const { leads } = (await scene.read(far)).body
    assert.equal(leads.length, 1, 'what was refused was not done')
    assert.deepEqual((await scene.all(far)).statuses, [200, 200, 201])
    await makePartner(scene.server)
    assert.deepEqual(await query(scene.url, 'select gid from pg_prepared_xacts'), [])
  })

  it('that is slow is waited for up to a limit, others are not held up', { skip }, async () => {
    await waitsFor(scene, near, far)
    await givesUp(scene, { near, far, receiver })
  })
})

/** Events, also ones whose receiver fails, and a message are sent while another node is away. */
async function worksOn(scene: Scene, near: Tenant, receiver: TestReceiver): Promise<void> {
  const told = receiver.received.length
  await scene.all(near)
  await receiver.has(told + 1)
  // How webhooks fare is what every node has; that an attempt has failed is written all the same.
  receiver.answerOnce({ status: 500 })
  await scene.all(near)
  await receiver.has(told + 2)
  const outcomes = `select outcome from delivery_attempts where agency_uid = '${near.agencyUid}'
    and outcome <> 'SUCCESS'`
  await eventually(async () => (await query(scene.url, outcomes)).length === 1)
  scene.server.clock.advance(60_000)
  await receiver.has(told + 3)
  const stay = { checkInLocalDate: '2028-06-05', checkOutLocalDate: '2028-06-09' }
  const { agencyUid, propertyUid } = near
  const lead = { agencyUid, propertyUid, status: 'NEW', ...stay }
  const guestInformation = { firstName: 'Ada', email: 'ada@guest.example' }
  const made = await scene.ask(near, 'POST', '/api/v3.3/leads', { ...lead, guestInformation })
  const letter = { type: 'EMAIL', leadUid: made.body.lead.uid, content: { text: 'Hello' } }
  const { body } = await scene.ask(near, 'POST', '/api/v3.3/messages', letter)
  const message = `/api/v3.3/messages/${body.message.uid}`
  await eventually(async () => {
    return (await scene.ask(near, 'GET', message)).body.message.status === 'SENT'
  })
}

/** What was there before the node went, and becomes due while it is away. */
interface Due {
  holdUid: string
  feed: string
  calendar: Awaited<ReturnType<Awaited<ReturnType<typeof startAbroad>>['makeCalendar']>>
  stream: Awaited<ReturnType<typeof framesFrom>>
}

async function leaveDue(scene: Scene, near: Tenant): Promise<Due> {
  const { agencyUid } = near
  const propertyUid = await makeProperty(scene.server, agencyUid)
  const [{ token }] = (await query(
    scene.url,
    `select token from calendar_feeds where property_uid = '${propertyUid}'`,
  )) as [{ token: string }]
  const stay = { checkInLocalDate: '2028-07-05', checkOutLocalDate: '2028-07-09' }
  const lead = { agencyUid, propertyUid, status: 'ON_HOLD', ...stay }
  const guestInformation = { firstName: 'Ada', email: 'ada@guest.example' }
  const held = await scene.ask(near, 'POST', '/api/v3.3/leads', { ...lead, guestInformation })
  assert.equal(held.status, 201, held.text)
  const abroad = await startAbroad(scene.server, near)
  const calendar = await abroad.makeCalendar(feedOf(['a', '20280604', '20280608']))
  await eventually(async () => (await calendar.stays()).length === 1)
  const headers = { 'x-hostfully-apikey': near.key, accept: 'text/event-stream' }
  const stream = await framesFrom(`${scene.server.url}/api/v3.3/events`, headers)
  return { holdUid: held.body.lead.uid, feed: `/calendar/${token}.ics`, calendar, stream }
}

/** A hold ends, a calendar of which one event is no good is imported, a feed and a stream tell. */
async function comesDue(scene: Scene, near: Tenant, due: Due): Promise<void> {
  const { holdUid, feed, calendar, stream } = due
  const fed = async () => {
    const answer = await scene.server.request('GET', feed)
    assert.equal(answer.status, 200, answer.text)
    return answer.text.split('BEGIN:VEVENT').length - 1
  }
  assert.equal(await fed(), 1)
  scene.server.clock.advance(48 * 3_600_000)
  assert.equal((await sweepLeads(workContext(scene.server, log))).closed, 1)
  const stored = `select close_reason from leads where uid = '${holdUid}'
    and agency_uid = '${near.agencyUid}'`
  assert.deepEqual(await query(scene.url, stored), [{ close_reason: 'HOLD_EXPIRED' }])
  assert.equal(await fed(), 0)
  const unreadable = 'UID:c\nDTSTART;VALUE=DATE:20280801\nDTEND;VALUE=DATE:20280701'
  calendar.says(feedOf(['a', '20280604', '20280608'], ['b', '20280704', '20280708'], unreadable))
  await doWork(scene.server, 'sync-icals')
  assert.equal((await calendar.stays()).length, 2)
  const said = `select sync_status from icals where uid = '${calendar.uid}'
    and agency_uid = '${near.agencyUid}'`
  assert.deepEqual(await query(scene.url, said), [{ sync_status: 'ERROR' }], 'it is kept there')
  for (;;) {
    const { data } = await stream.nextEvent()
    if (data?.includes(holdUid) && data.includes('CLOSED')) break
  }
}

/** Longer, there and back, than a database is waited for that does not answer. */
async function waitsFor(scene: Scene, near: Tenant, far: Tenant): Promise<void> {
  scene.proxy.setFault({ kind: 'delay', ms: 2_500 })
  const [slow, quick] = await Promise.all([scene.read(far), scene.all(near)])
  scene.proxy.setFault(null)
  assert.equal(slow.status, 200, slow.text)
  assert.ok(slow.ms > 4_500, `${slow.ms} ms`)
  assert.deepEqual(quick.statuses, [200, 200, 201])
  assert.ok(Math.max(...quick.answers.map(({ ms }) => ms)) < slow.ms)
}

interface Told {
  near: Tenant
  far: Tenant
  receiver: TestReceiver
}

/** What the coordinator cannot end, for that needs the node, is ended by who has asked. */
async function givesUp(scene: Scene, { near, far, receiver }: Told): Promise<void> {
  const told = receiver.received.length
  scene.proxy.setFault({ kind: 'delay', ms: 600_000 })
  const silent = scene.read(far)
  assert.deepEqual((await scene.all(near)).statuses, [200, 200, 201])
  await receiver.has(told + 1)
  const refused = await silent
  assert.deepEqual([refused.status, refused.body.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.ok(refused.ms > 15_000 && refused.ms < 22_000, `${refused.ms} ms`)
  scene.proxy.setFault(null)
  await eventually(async () => (await scene.read(far)).status === 200)
  assert.deepEqual((await scene.all(near)).statuses, [200, 200, 201])
}
