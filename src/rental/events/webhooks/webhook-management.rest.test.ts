/** Tests of the management of webhooks in v3.3: contract/events.md §9. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere, deliverDue } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'
import { startReceiver } from '../../../../test/support/webhook-receiver/receiver.ts'

const server = await startServer(callsAnywhere)
const receiver = await startReceiver()

let key: string
let propertyUid: string
let uid: string
let secret: string

const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body === undefined ? {} : { body }) })
const hook = (method: string, path = '', body?: unknown) =>
  call(method, `/webhooks/${uid}${path}`, body)
const change = (name: string) => call('PATCH', `/properties/${propertyUid}`, { name })
const deliveries = async (query = '') => (await hook('GET', `/deliveries${query}`)).body.deliveries
const statuses = async () => (await deliveries()).map(({ status }: { status: string }) => status)

/** Returns the requests to this webhook; the receiver also gets those of others. */
const received = () =>
  receiver.received.filter(({ headers }) => headers['x-lodgepole-webhook-uid'] === uid)

beforeEach(async () => {
  const agency = await makeAgency(server)
  key = agency.key
  propertyUid = await makeProperty(server, agency.agencyUid)
  receiver.clear()
  receiver.respond({ status: 200 })
  const registration = { eventType: 'UPDATED_PROPERTY', callbackUrl: `${receiver.url}/hook` }
  const { body } = await call('POST', '/webhooks', registration)
  uid = body.webhook.uid
  secret = body.webhook.secret
})

describe('PATCH /webhooks/{uid}', () => {
  it('200: changes the fields in the body, and open deliveries go to the new URL', async () => {
    await change('North Cabin')
    const { status, body } = await hook('PATCH', '', {
      callbackUrl: `${receiver.url}/moved`,
      webhookType: 'POST_FORM',
      payloadFormat: 'EXTENDED',
      description: 'moved',
    })
    assert.equal(status, 200)
    const { callbackUrl, webhookType, payloadFormat, description } = body.webhook
    assert.deepEqual(
      [callbackUrl, webhookType, payloadFormat, description],
      [`${receiver.url}/moved`, 'POST_FORM', 'EXTENDED', 'moved'],
    )
    await deliverDue(server)
    assert.equal(received().length, 1)
    assert.match(received()[0]!.text, /event_seq=/)
  })

  it('409: rejects a duplicate of another webhook, but not of itself', async () => {
    const other = `${receiver.url}/other`
    await call('POST', '/webhooks', { eventType: 'UPDATED_PROPERTY', callbackUrl: other })
    const duplicate = await hook('PATCH', '', { callbackUrl: other })
    assert.deepEqual([duplicate.status, duplicate.body.code], [409, 'DUPLICATE_WEBHOOK'])
    assert.equal((await hook('PATCH', '', { url: `${receiver.url}/hook` })).status, 200)
    const wrong = await hook('PATCH', '', { callbackUrl: 'mailto:me@example.com' })
    assert.equal(
      wrong.body.apiErrorMessage,
      "Invalid parameter 'callbackUrl' must use the https protocol",
    )
  })
})

describe('disabling and enabling', () => {
  it('200: delivers held deliveries in order', async () => {
    const { body } = await hook('POST', '/disable')
    assert.deepEqual([body.webhook.status, body.webhook.disabledReason], ['DISABLED', 'MANUAL'])
    assert.equal((await hook('POST', '/disable')).status, 200)
    await change('North Cabin')
    await change('South Cabin')
    await deliverDue(server)
    assert.deepEqual(await statuses(), ['HELD', 'HELD'])
    const { webhookStatus } = (await hook('GET', '/status')).body
    assert.deepEqual([webhookStatus.heldCount, webhookStatus.pendingCount], [2, 0])
    const enabled = await hook('POST', '/enable')
    assert.deepEqual(
      [enabled.body.webhook.status, enabled.body.webhook.disabledReason],
      ['ACTIVE', null],
    )
    assert.deepEqual(await statuses(), ['PENDING', 'PENDING'])
    await deliverDue(server)
    const seqs = received().map(({ headers }) => Number(headers['x-lodgepole-seq']))
    assert.deepEqual(
      seqs,
      seqs.toSorted((a, b) => a - b),
    )
    assert.deepEqual(await statuses(), ['DELIVERED', 'DELIVERED'])
  })

  it('200: drops held deliveries', async () => {
    await change('North Cabin')
    await hook('POST', '/disable')
    await hook('POST', '/enable', { backlog: 'SKIP' })
    await deliverDue(server)
    assert.deepEqual(await statuses(), ['SKIPPED'])
    assert.equal(received().length, 0)
  })

  it('409: rejects enabling while the access is revoked', async () => {
    await server.database.kysely
      .updateTable('webhooks')
      .set({ status: 'DISABLED', disabled_reason: 'ACCESS_REVOKED' })
      .where('uid', '=', uid)
      .execute()
    const { status, body } = await hook('POST', '/enable')
    assert.deepEqual([status, body.code], [409, 'STATE_CONFLICT'])
  })

  it('204: abandons open deliveries of a deleted webhook', async () => {
    await change('North Cabin')
    await hook('DELETE')
    await deliverDue(server)
    assert.equal(received().length, 0)
    const rows = await server.database.kysely
      .selectFrom('deliveries')
      .select('status')
      .where(by => by('agency_uid', 'in', by.selectFrom('agencies').select('agency_uid')))
      .where('webhook_uid', '=', uid)
      .execute()
    assert.deepEqual(rows, [{ status: 'ABANDONED' }])
  })
})

describe('secrets', () => {
  const rotate = async (overlapSeconds?: number) =>
    (await hook('POST', '/secrets', { overlapSeconds })).body.secret
  const live = async () => (await hook('GET', '/secrets')).body.secrets
  const signers = async (...secrets: string[]) => {
    receiver.clear()
    await hook('POST', '/test')
    const { text, headers } = received()[0]!
    const signatures = String(headers['webhook-signature']).split(' ')
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
    const expected = secrets.map(one =>
      new Webhook(one).sign(String(headers['webhook-id']), at, text),
    )
    assert.deepEqual(signatures, expected)
  }

  it('201: signs with both during the overlap, newest first; a third ends the first', async () => {
    const second = await rotate()
    assert.match(second.value, /^whsec_/)
    await signers(second.value, secret)
    const listed = await live()
    assert.equal(listed[0].uid, second.uid)
    assert.equal(listed[0].expiresUtcDateTime, null)
    assert.equal(listed[1].expiresUtcDateTime, '2026-05-21T15:00:00')
    assert.ok(!('value' in listed[0]))
    const third = await rotate(10)
    await signers(third.value, second.value)
    const last = await rotate(0)
    await signers(last.value)
  })

  it('201: a secret that was never returned expires with the first rotation', async () => {
    const registration = { eventType: 'UPDATED_PROPERTY', callbackUrl: `${receiver.url}/v2` }
    const created = await server.request('POST', '/v2/webhooks', { key, body: registration })
    uid = created.body.uid
    const { value } = await rotate()
    await signers(value)
    assert.equal((await live()).length, 1)
  })

  it('204: ends a secret; 409: rejects the last one', async () => {
    const second = await rotate()
    assert.equal((await hook('DELETE', `/secrets/${second.uid}`)).status, 204)
    await signers(secret)
    const [last] = await live()
    assert.equal(last.expiresUtcDateTime, null)
    const refused = await hook('DELETE', `/secrets/${last.uid}`)
    assert.deepEqual(
      [refused.status, refused.body.apiErrorMessage],
      [409, 'The last active secret of a webhook cannot be revoked; create another one first'],
    )
    const deleted = await hook('DELETE', `/secrets/${second.uid}`)
    assert.deepEqual([deleted.status, deleted.body.code], [404, 'SECRET_NOT_FOUND'])
  })

  it('400: rejects an overlap of more than a week', async () => {
    assert.equal((await hook('POST', '/secrets', { overlapSeconds: 604_801 })).status, 400)
  })
})
