/** Pollers of all agencies, and reference tables, while a node of the cluster is unavailable. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { workers } from '../../src/server/workers.ts'
import { consoleRequest as asSignedIn, signInAs, visit } from '../fixtures/console.ts'
import { makeManager } from '../fixtures/oauth.ts'
import { makePartner } from '../fixtures/rows.ts'
import { makeWebhook } from '../fixtures/webhooks.ts'
import { doWork } from '../fixtures/workers.ts'
import { clusterUrl } from '../support/databases/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { query } from '../support/postgres.ts'
import { startReceiver, type TestReceiver } from '../support/webhook-receiver/receiver.ts'
import { type ClusterFixture, openClusterFixture, type Tenant } from './cluster-fixture.ts'

/** Periodic tasks that require every node, with the reason. */
const needsAllNodes: Record<string, string> = {
  'forget-notices': 'every node has them',
  'forget-tokens': 'every node has them',
  'mail-notices': 'that one was told is noted on every node; there is one by now',
}

const skip = clusterUrl === null && 'TEST_CITUS_URL names no cluster'

interface OutageContext {
  fixture: ClusterFixture
  reachable: Tenant
  unreachable: Tenant
  receiver: TestReceiver
  /** An employee of the agency on the unavailable node. */
  employeeUid: string
  pages: string[]
}

describe('while a worker node of a cluster is unavailable', () => {
  let context: OutageContext
  before(async () => {
    if (clusterUrl !== null) context = await openContext()
  })
  after(async () => {
    if (clusterUrl !== null) await context.fixture.end()
  })

  it('employees of other agencies sign in, and those of its agencies get 503', {
    skip,
  }, async () => {
    const { fixture } = context
    const cookie = await signInAs(fixture.server, 'reachable@cedarstays.example')
    const session = await asSignedIn(fixture.server, cookie, 'GET', '/session')
    assert.equal(session.status, 200, session.text)
    const form = { email: 'unreachable@cedarstays.example', password: 'whatever it is' }
    assert.equal((await visit(fixture.server, '/sign-in', { form })).status, 503)
  })

  it('booking pages of other agencies are served', { skip }, async () => {
    const { url } = context.fixture.server
    const responses = await Promise.all(context.pages.map(path => fetch(`${url}${path}`)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 503],
    )
  })

  it('a lead with a notice is changed, and the notice ends afterwards', { skip }, () =>
    checkNoticeEnds(context),
  )

  it('failures of a webhook are recorded, and reset when it succeeds', { skip }, () =>
    checkFailingWebhook(context),
  )

  it('a webhook that responds with 410 is not called repeatedly', { skip }, () =>
    checkGoneWebhook(context),
  )

  it('scheduled tasks run for other agencies, except those listed', { skip }, async () => {
    const failed: string[] = []
    for (const { name, schedule } of workers) {
      if (schedule === undefined || name === 'sweep-leads') continue
      const error = await doWork(context.fixture.server, name).then(
        () => null,
        error => error,
      )
      if (error !== null) failed.push(name)
    }
    assert.deepEqual(failed.sort(), Object.keys(needsAllNodes).sort())
    assert.deepEqual(await countExpired(context), { replies: 0, links: 0 })
  })

  it('a task of its agencies is deferred until the node returns', { skip }, () =>
    checkDeferredTask(context),
  )
})

/** Creates two agencies, one of them on the unavailable node. */
async function openContext(): Promise<OutageContext> {
  const receiver = await startReceiver()
  const fixture = await openClusterFixture()
  const reachable = await fixture.makeTenant(isProxied => !isProxied)
  const unreachable = await fixture.makeTenant(isProxied => isProxied)
  const uids: string[] = []
  for (const [name, tenant] of Object.entries({ reachable, unreachable })) {
    const email = `${name}@cedarstays.example`
    uids.push(await makeManager(fixture.server, tenant.agencyUid, { email }))
    await fixture.sendAll(tenant)
  }
  const pages = [await publish(fixture, reachable), await publish(fixture, unreachable)]
  await insertExpired(fixture, reachable)
  await fixture.proxy.close()
  return { fixture, reachable, unreachable, receiver, employeeUid: uids[1]!, pages }
}

/** Reconnects the node, and waits until reference tables can be written. */
async function reconnectNode(fixture: ClusterFixture): Promise<void> {
  await fixture.proxy.open()
  const canWrite = () =>
    makePartner(fixture.server).then(
      () => true,
      () => false,
    )
  await eventually(canWrite)
}

/** Publishes a page of the property. */
async function publish(fixture: ClusterFixture, tenant: Tenant): Promise<string> {
  const { agencyUid, propertyUid } = tenant
  await query(
    fixture.url,
    `update properties set is_active = true where agency_uid = '${agencyUid}'`,
  )
  const put = async (path: string, body: object) =>
    assert.equal((await fixture.request(tenant, 'PUT', `/api/v3.3/dbs/${path}`, body)).status, 200)
  await put(`agencies/${agencyUid}`, { dbsEnabled: true })
  await put(`properties/${propertyUid}`, { enabled: true, slug: 'cabin' })
  return `/p/${propertyUid}/cabin`
}

/** Inserts data to purge: a stored reply, and a link to set a password. */
async function insertExpired(fixture: ClusterFixture, { agencyUid }: Tenant): Promise<void> {
  const { kysely: db } = fixture.server.database
  const at = new Date('2020-01-01')
  await sql`insert into idempotency_keys (agency_uid, principal, key, fingerprint, created_at,
      status, body, completed_at)
    values (${agencyUid}, 'k', 'old', 'f', ${at}, 200, '', ${at})`.execute(db)
  await sql`insert into password_links (agency_uid, employee_uid, token_hash, created_at, expires_at)
    select agency_uid, uid, '\\x00', ${at}, ${at} from employees
    where agency_uid = ${agencyUid}`.execute(db)
}

async function countExpired({ fixture, reachable: { agencyUid } }: OutageContext) {
  const [counts] = await query(
    fixture.url,
    `select (select count(*)::int from idempotency_keys where agency_uid = '${agencyUid}'
        and key = 'old') as replies,
      (select count(*)::int from password_links where agency_uid = '${agencyUid}') as links`,
  )
  return counts
}

async function checkNoticeEnds({ fixture, reachable }: OutageContext): Promise<void> {
  const { agencyUid, propertyUid } = reachable
  const stay = { checkInLocalDate: '2028-06-05', checkOutLocalDate: '2028-06-09' }
  const guestInformation = { firstName: 'Ada', email: 'ada@guest.example' }
  const lead = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
  const created = await fixture.request(reachable, 'POST', '/api/v3.3/leads', lead)
  const { uid } = created.body.lead
  const letter = { type: 'EMAIL', leadUid: uid, content: { text: 'Hello' } }
  const sent = await fixture.request(reachable, 'POST', '/api/v3.3/messages', letter)
  const threadUid = sent.body.message.threadUid
  await reconnectNode(fixture)
  await query(
    fixture.url,
    `insert into notices (uid, agency_uid, type, topic, object_uid, since, created_at, updated_at)
     values (gen_random_uuid(), '${agencyUid}', 'MAIL_FAILING', 'mails to guests', '${threadUid}',
       '2020-01-01', '2020-01-01', '2020-01-01')`,
  )
  const isOpen = async () => {
    const list = `/api/v3.3/notices?agencyUid=${agencyUid}&isResolved=false`
    return (await fixture.request(reachable, 'GET', list)).body.notices.length === 1
  }
  await fixture.proxy.close()
  const other = { guestInformation: { email: 'ada@elsewhere.example' } }
  const changed = await fixture.request(reachable, 'PATCH', `/api/v3.3/leads/${uid}`, other)
  assert.equal(changed.status, 200, changed.text)
  assert.ok(changed.ms < 1_000, `${changed.ms} ms`)
  assert.ok(await isOpen(), 'no node can be told of it')
  await reconnectNode(fixture)
  await eventually(async () => !(await isOpen()))
  await fixture.proxy.close()
}

/** Creates a webhook for blocks, while all nodes are available. */
async function makeHook(
  { fixture, reachable, receiver }: Pick<OutageContext, 'fixture' | 'reachable' | 'receiver'>,
  path: string,
): Promise<string> {
  await reconnectNode(fixture)
  const hook = { eventType: 'NEW_BLOCKED_DATES', url: `${receiver.url}/${path}` }
  const { uid } = await makeWebhook(fixture.server, { agencyUid: reachable.agencyUid, ...hook })
  await fixture.proxy.close()
  return uid
}

async function checkFailingWebhook({ fixture, reachable, receiver }: OutageContext): Promise<void> {
  const uid = await makeHook({ fixture, reachable, receiver }, 'ill')
  const readFailingSince = async () => {
    const path = `/api/v3.3/webhooks/${uid}/status`
    return (await fixture.request(reachable, 'GET', path)).body.webhookStatus
      .failingSinceUtcDateTime
  }
  receiver.respondOnce({ status: 500 })
  await fixture.sendAll(reachable)
  await eventually(async () => (await readFailingSince()) !== null)
  fixture.server.clock.advance(60_000)
  await eventually(async () => (await readFailingSince()) === null)
  await reconnectNode(fixture)
  assert.equal(
    (await fixture.request(reachable, 'DELETE', `/api/v3.3/webhooks/${uid}`)).status,
    204,
  )
  await fixture.proxy.close()
}

async function checkGoneWebhook({ fixture, reachable, receiver }: OutageContext): Promise<void> {
  const { agencyUid } = reachable
  const uid = await makeHook({ fixture, reachable, receiver }, 'gone')
  receiver.respond({ status: 410 })
  const receivedCount = receiver.received.length
  await fixture.sendAll(reachable)
  await receiver.has(receivedCount + 1)
  const attempts = `select 1 from delivery_attempts a join deliveries d
      on d.agency_uid = '${agencyUid}' and d.uid = a.delivery_uid
    where a.agency_uid = '${agencyUid}' and d.webhook_uid = '${uid}'`
  await eventually(async () => (await query(fixture.url, attempts)).length === 1)
  await fixture.sendAll(reachable)
  await receiver.has(receivedCount + 2)
  assert.equal(receiver.received.length, receivedCount + 2)
  await reconnectNode(fixture)
  fixture.server.clock.advance(60_000)
  const status = `/api/v3.3/webhooks/${uid}/status`
  await eventually(async () => {
    const { webhookStatus } = (await fixture.request(reachable, 'GET', status)).body
    return webhookStatus.disabledReason === 'GONE'
  })
  await fixture.proxy.close()
}

/**
 * Checks that a task is deferred without using up its attempts: its queue is on the coordinator.
 */
async function checkDeferredTask({
  fixture,
  unreachable,
  employeeUid,
}: OutageContext): Promise<void> {
  const { kysely: db } = fixture.server.database
  const { agencyUid } = unreachable
  const link = { agencyUid, employeeUid, purpose: 'RESET', attempt: 1 }
  await fixture.server.tasks.send(db, 'send-password-link', link)
  const listDeferred = async () =>
    query(
      fixture.url,
      `select retry_count from worker.job where name = 'send-password-link'
       and state in ('created', 'retry') and start_after > now()`,
    )
  await eventually(async () => (await listDeferred()).length === 1)
  assert.deepEqual(await listDeferred(), [{ retry_count: 0 }], 'it is as if it had not been tried')
}
