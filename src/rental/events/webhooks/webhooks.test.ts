import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const partner = await makePartner(server)
await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
const token = await makeToken(server, partner.partnerUid, agencyUid)

const migration = join(import.meta.dirname, '../../../../migrations/0034-webhooks.sql')

let count = 0
const fresh = () => `https://hooks.example.com/${count++}`
type Options = Parameters<typeof server.request>[2]
const post = (body: object, options: Options = { key }, path = '/api/v3.3/webhooks') =>
  server.request('POST', path, { ...options, body })
const register = (body: object = {}, options: Options = { key }, path?: string) =>
  post({ eventType: 'NEW_BOOKING', callbackUrl: fresh(), ...body }, options, path)

describe('POST /api/v3.3/webhooks', () => {
  it('201: returns the webhook with its secret, which is not returned again', async () => {
    const { status, body } = await register({ description: 'to the ledger' })
    assert.equal(status, 201)
    const { uid, secret, createdUtcDateTime, creatorIdentifier, callbackUrl, ...rest } =
      body.webhook
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.match(createdUtcDateTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    assert.match(creatorIdentifier, /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, {
      agencyUid,
      objectUid: agencyUid,
      eventType: 'NEW_BOOKING',
      webhookType: 'POST_JSON',
      status: 'ACTIVE',
      disabledReason: null,
      payloadFormat: 'COMPATIBLE',
      description: 'to the ledger',
    })
    const read = await server.request('GET', `/api/v3.3/webhooks/${uid}`, { key })
    assert.equal(read.status, 200)
    assert.ok(!('secret' in read.body.webhook))
    assert.equal(read.body.webhook.callbackUrl, callbackUrl)
  })

  it('201: stores neither secret nor userinfo in the clear, and masks the userinfo', async () => {
    const { status, body } = await register({
      callbackUrl: 'https://me:pa55@hooks.example.com/a#x',
    })
    assert.equal(status, 201)
    assert.equal(body.webhook.callbackUrl, 'https://***@hooks.example.com/a')
    const rows = await server.database.kysely
      .selectFrom('webhooks as w')
      .innerJoin('webhook_secrets as s', 's.webhook_uid', 'w.uid')
      .selectAll()
      .where('w.uid', '=', body.webhook.uid)
      .execute()
    const stored = JSON.stringify(rows, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    assert.ok(rows.length === 1 && !stored.includes('pa55'))
    assert.ok(!stored.includes(body.webhook.secret))
  })

  it('201: accepts aliases of keys, and stores a query byte for byte', async () => {
    const url = `https://hooks.example.com/%7Eq?token=A%2fb+c&x=%41`
    const { status, body } = await post({
      eventType: 'UPDATED_PROPERTY',
      url,
      webHookType: 'POST_FORM',
      payloadFormat: 'EXTENDED',
      creatorIdentifier: 'ledger-1',
      objectUid: propertyUid.toUpperCase(),
      agencyUid: agencyUid.toUpperCase(),
    })
    assert.equal(status, 201)
    const { callbackUrl, webhookType, payloadFormat, creatorIdentifier, objectUid } = body.webhook
    assert.deepEqual(
      [callbackUrl, webhookType, payloadFormat, creatorIdentifier, objectUid],
      [url, 'POST_FORM', 'EXTENDED', 'ledger-1', propertyUid],
    )
  })
})

describe('registering again', () => {
  it('201: a repeated Idempotency-Key creates one webhook', async () => {
    const callbackUrl = fresh()
    const options = { key, headers: { 'idempotency-key': 'webhook-once' } }
    const first = await register({ callbackUrl }, options)
    const second = await register({ callbackUrl }, options)
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(second.body, first.body)
    const { bodies } = await server.database.kysely
      .selectFrom('idempotency_keys')
      .select(by => by.fn.agg<string>('string_agg', ['body', by.val(' ')]).as('bodies'))
      .where('agency_uid', '=', agencyUid)
      .executeTakeFirstOrThrow()
    assert.ok(!bodies.includes(first.body.webhook.secret), 'the stored reply is sealed')
  })
})

const url = 'https://Hooks.Example.com:443/Unique?a=1'
const same = { eventType: 'NEW_BOOKING', callbackUrl: url, creatorIdentifier: 'unique' }

describe('uniqueness', () => {
  it('409: rejects a duplicate in every version, whatever else differs', async () => {
    const { body } = await post(same)
    const { uid } = body.webhook
    const again = { ...same, callbackUrl: 'https://hooks.example.com/Unique?a=1#part' }
    for (const path of ['/v2/webhooks', '/api/v3/webhooks', '/api/v3.3/webhooks']) {
      const response = await post({ ...again, webhookType: 'POST_FORM' }, { key }, path)
      assert.equal(response.status, 409)
      assert.equal(response.body.code, 'DUPLICATE_WEBHOOK')
      assert.equal(response.body.webhookUid, uid)
      assert.equal(
        response.body.apiErrorMessage,
        `A webhook already exists for the same creatorIdentifier, objectUid, eventType and callbackUrl: ${uid}`,
      )
    }
  })

  it('201: accepts another type, path, userinfo, label or object', async () => {
    const variants = [
      { eventType: 'NEW_INQUIRY' },
      { callbackUrl: 'https://hooks.example.com/unique?a=1' },
      { callbackUrl: 'https://a:b@hooks.example.com/Unique?a=1' },
      { creatorIdentifier: 'unique-2' },
      { objectUid: propertyUid },
    ]
    for (const difference of variants) {
      assert.equal((await post({ ...same, ...difference })).status, 201)
    }
  })

  it('201 and 409: creates one webhook for concurrent requests', async () => {
    const callbackUrl = fresh()
    const responses = await Promise.all(Array.from({ length: 5 }, () => register({ callbackUrl })))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
  })

  it('201: accepts a duplicate of a deleted webhook', async () => {
    const callbackUrl = fresh()
    const { body } = await register({ callbackUrl })
    await server.request('DELETE', `/v2/webhooks/${body.webhook.uid}`, { key })
    assert.equal((await register({ callbackUrl })).status, 201)
  })

  it('409: rejects more than 500 webhooks of a caller in an agency', async () => {
    const crowded = await makeAgency(server)
    const { body } = await register({}, { key: crowded.key })
    const row = await server.database.kysely
      .selectFrom('webhooks')
      .selectAll()
      .where('uid', '=', body.webhook.uid)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 499 }, (_, i) => ({
      ...row,
      uid: crypto.randomUUID(),
      fingerprint: Buffer.from(`copy ${i}`),
    }))
    await server.database.kysely.insertInto('webhooks').values(copies).execute()
    const response = await register({}, { key: crowded.key })
    assert.equal(response.status, 409)
    assert.equal(response.body.code, 'STATE_CONFLICT')
    assert.equal(response.body.apiErrorMessage, 'Webhook limit reached: 500')
  })
})

describe('uniqueness of a partner', () => {
  it('201: accepts the label of another owner', async () => {
    const other = await makePartner(server)
    await grant(server, { agencyUid, partnerUid: other.partnerUid, objectUid: propertyUid })
    const otherToken = await makeToken(server, other.partnerUid, agencyUid)
    for (const caller of [token, otherToken]) {
      const { status, body } = await post(same, { key: caller })
      assert.equal(status, 201)
      const again = await post(same, { key: caller })
      assert.deepEqual([again.status, again.body.webhookUid], [409, body.webhook.uid])
    }
    const moved = await register({ creatorIdentifier: 'unique' }, { key: token })
    const path = `/api/v3.3/webhooks/${moved.body.webhook.uid}`
    const changed = await server.request('PATCH', path, { key: token, body: { callbackUrl: url } })
    assert.equal(changed.body.code, 'DUPLICATE_WEBHOOK', 'of the partner itself')
  })

  it("409: rejects a duplicate of a partner's webhook from an earlier release", async () => {
    const callbackUrl = fresh()
    const { body } = await register({ callbackUrl }, { key: token })
    const { uid, creatorIdentifier } = body.webhook
    const identity = [agencyUid, creatorIdentifier, agencyUid, 'NEW_BOOKING', callbackUrl]
    const fingerprint = createHash('sha256').update(JSON.stringify(identity)).digest()
    const { kysely } = server.database
    await kysely.transaction().execute(async db => {
      await db.updateTable('webhooks').set({ fingerprint }).where('uid', '=', uid).execute()
      const [update] = (await readFile(migration, 'utf8')).split(';')
      await sql.raw(`${update} and uid = '${uid}'`).execute(db)
    })
    const again = await register({ callbackUrl }, { key: token })
    assert.deepEqual([again.status, again.body.webhookUid], [409, uid])
  })
})

describe('shapes', () => {
  const common = ['agencyUid', 'callbackUrl', 'eventType', 'objectUid', 'uid']
  const shapes: [path: string, keys: string[]][] = [
    ['/v2', [...common, 'creatorIdentifier', 'webHookType']],
    ['/api/v3', [...common, 'creatorIdentifier', 'webhookType']],
    ['/api/v3.1', [...common, 'creatorIdentifier', 'webhookType']],
    ['/api/v3.2', [...common, 'creatorIdentifier', 'webhookType']],
  ]
  for (const [version, keys] of shapes) {
    it(`200: ${version} returns its keys for a webhook of any version`, async () => {
      const response = await register({ payloadFormat: 'XML' }, { key }, `${version}/webhooks`)
      assert.equal(response.status, 201)
      const webhook = version === '/v2' ? response.body : response.body.webhook
      assert.deepEqual(Object.keys(webhook).sort(), keys.toSorted())
      const newest = await server.request('GET', `/api/v3.3/webhooks/${webhook.uid}`, { key })
      assert.equal(newest.body.webhook.payloadFormat, 'COMPATIBLE')
      const read = await server.request('GET', `${version}/webhooks/${webhook.uid}`, { key })
      assert.deepEqual(read.body, response.body)
    })
  }

  it('400: lists only the types of the version', async () => {
    const response = await register({ eventType: 'x' }, { key }, '/v2/webhooks')
    assert.ok(!response.body.allowedValues.includes('NEW_HOLD'))
    for (const eventType of ['PROPERTY_AVAILABILITY_UPDATED', 'PINCODE_UPDATED']) {
      assert.equal((await register({ eventType }, { key }, '/v2/webhooks')).status, 201)
    }
    const allowed = async (version: string) =>
      (await register({ eventType: 'x' }, { key }, `/api/v${version}/webhooks`)).body.allowedValues
    assert.ok(!(await allowed('3.0')).includes('UNIT_CHANGED'))
    assert.ok((await allowed('3.1')).includes('UNIT_CHANGED'))
    assert.ok(!(await allowed('3.2')).includes('HOTEL_UPDATED'))
    assert.ok((await allowed('3.0')).includes('LEAD_DATES_CHANGED'))
  })

  it('405: rejects changes below v3.3', async () => {
    const { body } = await register()
    for (const version of ['/v2', '/api/v3', '/api/v3.1', '/api/v3.2']) {
      for (const method of ['PUT', 'PATCH']) {
        const path = `${version}/webhooks/${body.webhook.uid}`
        const response = await server.request(method, path, { key, body: { description: 'x' } })
        assert.equal(response.status, 405)
        assert.equal(response.body.code, 'METHOD_NOT_ALLOWED')
      }
    }
  })
})
