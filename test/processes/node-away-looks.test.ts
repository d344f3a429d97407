/** What looks at all agencies, and what every node has, while a node of some is away. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { workers } from '../../src/workers.ts'
import { ask as asSignedIn, signInAs, visit } from '../fixtures/console.ts'
import { makeManager } from '../fixtures/oauth.ts'
import { makePartner } from '../fixtures/rows.ts'
import { makeWebhook } from '../fixtures/webhooks.ts'
import { doWork } from '../fixtures/workers.ts'
import { clusterUrl } from '../support/databases/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { query } from '../support/postgres.ts'
import { startReceiver, type TestReceiver } from '../support/receiver.ts'
import { openScene, type Scene, type Tenant } from './away-scene.ts'

/** What is done on time that waits for every node, and why. */
const needsAllNodes: Record<string, string> = {
  'forget-notices': 'every node has them',
  'forget-tokens': 'every node has them',
  'mail-notices': 'that one was told is noted on every node; there is one by now',
}

const skip = clusterUrl === null && 'TEST_CITUS_URL names no cluster'

interface Looks {
  scene: Scene
  near: Tenant
  far: Tenant
  receiver: TestReceiver
  /** Somebody of the agency that is away. */
  employeeUid: string
  pages: string[]
}

describe('while a worker node of a cluster is away', () => {
  let looks: Looks
  before(async () => {
    if (clusterUrl !== null) looks = await openLooks()
  })
  after(async () => {
    if (clusterUrl !== null) await looks.scene.end()
  })

  it('people of the others sign in, and those of its agencies get 503 and no refusal', {
    skip,
  }, async () => {
    const { scene } = looks
    const cookie = await signInAs(scene.server, 'near@cedarstays.example')
    const session = await asSignedIn(scene.server, cookie, 'GET', '/session')
    assert.equal(session.status, 200, session.text)
    const form = { email: 'far@cedarstays.example', password: 'whatever it is' }
    assert.equal((await visit(scene.server, '/sign-in', { form })).status, 503)
  })

  it('pages for guests of the others are shown', { skip }, async () => {
    const { url } = looks.scene.server
    const answers = await Promise.all(looks.pages.map(path => fetch(`${url}${path}`)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 503],
    )
  })

  it('a lead whose notice ends with it is changed, and the notice ends afterwards', { skip }, () =>
    endsNotice(looks),
  )

  it('that a webhook fails is noted, and that it does no more', { skip }, () => notesFailing(looks))

  it('a webhook that is gone is not asked again and again', { skip }, () => leavesGone(looks))

  it('everything on time is done for the others, but what is named', { skip }, async () => {
    const failed: string[] = []
    for (const { name, schedule } of workers) {
      if (schedule === undefined || name === 'sweep-leads') continue
      const error = await doWork(looks.scene.server, name).then(
        () => null,
        error => error,
      )
      if (error !== null) failed.push(name)
    }
    assert.deepEqual(failed.sort(), Object.keys(needsAllNodes).sort())
    assert.deepEqual(await oldOf(looks), { replies: 0, links: 0 })
  })

  it('a task of its agencies is put off for as long as it takes', { skip }, () => putsOff(looks))
})

/** Two agencies of which one is away. */
async function openLooks(): Promise<Looks> {
  const receiver = await startReceiver()
  const scene = await openScene()
  const near = await scene.tenant(isBehind => !isBehind)
  const far = await scene.tenant(isBehind => isBehind)
  const uids: string[] = []
  for (const [name, tenant] of Object.entries({ near, far })) {
    const email = `${name}@cedarstays.example`
    uids.push(await makeManager(scene.server, tenant.agencyUid, { email }))
    await scene.all(tenant)
  }
  const pages = [await publish(scene, near), await publish(scene, far)]
  await leaveOld(scene, near)
  await scene.proxy.close()
  return { scene, near, far, receiver, employeeUid: uids[1]!, pages }
}

/** Lets the node be reached again, and waits until what every node has can be written. */
async function mend(scene: Scene): Promise<void> {
  await scene.proxy.open()
  const canWrite = () =>
    makePartner(scene.server).then(
      () => true,
      () => false,
    )
  await eventually(canWrite)
}

/** A page of the property for everybody. */
async function publish(scene: Scene, tenant: Tenant): Promise<string> {
  const { agencyUid, propertyUid } = tenant
  await query(scene.url, `update properties set is_active = true where agency_uid = '${agencyUid}'`)
  const put = async (path: string, body: object) =>
    assert.equal((await scene.ask(tenant, 'PUT', `/api/v3.3/dbs/${path}`, body)).status, 200)
  await put(`agencies/${agencyUid}`, { dbsEnabled: true })
  await put(`properties/${propertyUid}`, { enabled: true, slug: 'cabin' })
  return `/p/${propertyUid}/cabin`
}

/** What is to be forgotten: a stored reply, and a link by which to set a password. */
async function leaveOld(scene: Scene, { agencyUid }: Tenant): Promise<void> {
  const { kysely: db } = scene.server.database
  const at = new Date('2020-01-01')
  await sql`insert into idempotency_keys (agency_uid, principal, key, fingerprint, created_at,
      status, body, completed_at)
    values (${agencyUid}, 'k', 'old', 'f', ${at}, 200, '', ${at})`.execute(db)
  await sql`insert into password_links (agency_uid, employee_uid, token_hash, created_at, expires_at)
    select agency_uid, uid, '\\x00', ${at}, ${at} from employees
    where agency_uid = ${agencyUid}`.execute(db)
}

async function oldOf({ scene, near: { agencyUid } }: Looks) {
  const [counts] = await query(
    scene.url,
    `select (select count(*)::int from idempotency_keys where agency_uid = '${agencyUid}'
        and key = 'old') as replies,
      (select count(*)::int from password_links where agency_uid = '${agencyUid}') as links`,
  )
  return counts
}

async function endsNotice({ scene, near }: Looks): Promise<void> {
  const { agencyUid, propertyUid } = near
  const stay = { checkInLocalDate: '2028-06-05', checkOutLocalDate: '2028-06-09' }
  const guestInformation = { firstName: 'Ada', email: 'ada@guest.example' }
  const lead = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
  const made = await scene.ask(near, 'POST', '/api/v3.3/leads', lead)
  const { uid } = made.body.lead
  const letter = { type: 'EMAIL', leadUid: uid, content: { text: 'Hello' } }
  const said = await scene.ask(near, 'POST', '/api/v3.3/messages', letter)
  const threadUid = said.body.message.threadUid
  await mend(scene)
  await query(
    scene.url,
    `insert into notices (uid, agency_uid, type, topic, object_uid, since, created_at, updated_at)
     values (gen_random_uuid(), '${agencyUid}', 'MAIL_FAILING', 'mails to guests', '${threadUid}',
       '2020-01-01', '2020-01-01', '2020-01-01')`,
  )
  const isOpen = async () => {
    const list = `/api/v3.3/notices?agencyUid=${agencyUid}&isResolved=false`
    return (await scene.ask(near, 'GET', list)).body.notices.length === 1
  }
  await scene.proxy.close()
  const other = { guestInformation: { email: 'ada@elsewhere.example' } }
  const changed = await scene.ask(near, 'PATCH', `/api/v3.3/leads/${uid}`, other)
  assert.equal(changed.status, 200, changed.text)
  assert.ok(changed.ms < 1_000, `${changed.ms} ms`)
  assert.ok(await isOpen(), 'no node can be told of it')
  await mend(scene)
  await eventually(async () => !(await isOpen()))
  await scene.proxy.close()
}

/** A webhook for blocks, made while all nodes are there. */
async function makeHook(
  { scene, near, receiver }: Pick<Looks, 'scene' | 'near' | 'receiver'>,
  path: string,
): Promise<string> {
  await mend(scene)
  const hook = { eventType: 'NEW_BLOCKED_DATES', url: `${receiver.url}/${path}` }
  const { uid } = await makeWebhook(scene.server, { agencyUid: near.agencyUid, ...hook })
  await scene.proxy.close()
  return uid
}

async function notesFailing({ scene, near, receiver }: Looks): Promise<void> {
  const uid = await makeHook({ scene, near, receiver }, 'ill')
  const since = async () => {
    const path = `/api/v3.3/webhooks/${uid}/status`
    return (await scene.ask(near, 'GET', path)).body.webhookStatus.failingSinceUtcDateTime
  }
  receiver.answerOnce({ status: 500 })
  await scene.all(near)
  await eventually(async () => (await since()) !== null)
  scene.server.clock.advance(60_000)
  await eventually(async () => (await since()) === null)
  await mend(scene)
  assert.equal((await scene.ask(near, 'DELETE', `/api/v3.3/webhooks/${uid}`)).status, 204)
  await scene.proxy.close()
}

async function leavesGone({ scene, near, receiver }: Looks): Promise<void> {
  const { agencyUid } = near
  const uid = await makeHook({ scene, near, receiver }, 'gone')
  receiver.answer({ status: 410 })
  const asked = receiver.received.length
  await scene.all(near)
  await receiver.has(asked + 1)
  const attempts = `select 1 from delivery_attempts a join deliveries d
      on d.agency_uid = '${agencyUid}' and d.uid = a.delivery_uid
    where a.agency_uid = '${agencyUid}' and d.webhook_uid = '${uid}'`
  await eventually(async () => (await query(scene.url, attempts)).length === 1)
  await scene.all(near)
  await receiver.has(asked + 2)
  assert.equal(receiver.received.length, asked + 2)
  await mend(scene)
  scene.server.clock.advance(60_000)
  const status = `/api/v3.3/webhooks/${uid}/status`
  await eventually(async () => {
    const { webhookStatus } = (await scene.ask(near, 'GET', status)).body
    return webhookStatus.disabledReason === 'GONE'
  })
  await scene.proxy.close()
}

/** The queue lies on the coordinator: attempts at a task would be used up by a node that is away. */
async function putsOff({ scene, far, employeeUid }: Looks): Promise<void> {
  const { kysely: db } = scene.server.database
  const { agencyUid } = far
  const link = { agencyUid, employeeUid, purpose: 'RESET', attempt: 1 }
  await scene.server.tasks.send(db, 'send-password-link', link)
  const left = async () =>
    query(
      scene.url,
      `select retry_count from worker.job where name = 'send-password-link'
       and state in ('created', 'retry') and start_after > now()`,
    )
  await eventually(async () => (await left()).length === 1)
  assert.deepEqual(await left(), [{ retry_count: 0 }], 'it is as if it had not been tried')
}
