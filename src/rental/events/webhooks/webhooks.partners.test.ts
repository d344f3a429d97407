import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeHotel,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const { agencyUid, key } = await makeAgency(server)
const other = await makeAgency(server)
const hotelUid = await makeHotel(server, agencyUid)
const propertyUid = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
const hiddenUid = await makeProperty(server, agencyUid)
const partner = await makePartner(server)
const rival = await makePartner(server)
await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
await grant(server, { agencyUid, partnerUid: rival.partnerUid, objectUid: propertyUid })
const token = await makeToken(server, partner.partnerUid, agencyUid)
const rivalToken = await makeToken(server, rival.partnerUid, agencyUid)
const secret = `Basic ${btoa(`${partner.clientId}:${partner.clientSecret}`)}`
const basic = { authorization: secret }

let count = 0
const fresh = () => `https://hooks.example.com/${count++}`
type Options = Parameters<typeof server.request>[2]
const register = (body: object, options: Options, path = '/api/v3.3/webhooks') =>
  server.request('POST', path, {
    ...options,
    body: { eventType: 'NEW_BOOKING', callbackUrl: fresh(), ...body },
  })

const agency = await makeAgency(server)
const objectUid = await makeProperty(server, agency.agencyUid)
await grant(server, { agencyUid: agency.agencyUid, partnerUid: partner.partnerUid, objectUid })
const own = await makeToken(server, partner.partnerUid, agency.agencyUid)
const agencyUids = [
  (await register({}, { key: agency.key })).body.webhook.uid,
  (await register({ objectUid }, { key: agency.key }, '/api/v3/webhooks')).body.webhook.uid,
]
const partnerWebhookUid = (await register({}, { key: own })).body.webhook.uid
const accessWebhook = (await register({ eventType: 'CHANNEL_ACTIVATED' }, { headers: basic })).body
  .webhook.uid
const list = async (query: string, options: Options, version = '/api/v3.3') => {
  const { status, body } = await server.request('GET', `${version}/webhooks${query}`, options)
  assert.equal(status, 200)
  const webhooks = version === '/v2' ? body : body.webhooks
  return webhooks.map(({ uid }: { uid: string }) => uid)
}

describe('objects', () => {
  it('201: accepts a hotel since v3.1; 403 before', async () => {
    for (const [path, status] of [
      ['/v2/webhooks', 403],
      ['/api/v3.0/webhooks', 403],
      ['/api/v3.1/webhooks', 201],
    ] as const) {
      assert.equal((await register({ objectUid: hotelUid }, { key }, path)).status, status)
    }
  })

  it('403: rejects properties without a grant', async () => {
    const options = { key: token }
    assert.equal((await register({ objectUid: propertyUid }, options)).status, 201)
    const hidden = await register({ objectUid: hiddenUid }, options)
    assert.equal(hidden.body.apiErrorMessage, `No access to objectUid ${hiddenUid}`)
    assert.equal((await register({ objectUid: hotelUid }, options)).status, 403)
  })

  it('201: a token creates a webhook of its partner and agency', async () => {
    const { body } = await register({}, { key: token })
    assert.equal(body.webhook.creatorIdentifier, partner.clientId)
    assert.equal(body.webhook.agencyUid, agencyUid)
  })

  it("400: requires the agency for a partner's key", async () => {
    const { status, body } = await register({}, { key: partner.key })
    assert.equal(status, 400)
    assert.equal(body.code, 'REQUIRED_PARAMETER')
    assert.equal(body.apiErrorMessage, 'agencyUid is required')
    assert.equal((await register({ agencyUid }, { key: partner.key })).status, 201)
  })
})

describe('webhooks for changes of access', () => {
  const eventType = 'INTEGRATION_ACTIVATED'

  for (const version of ['/v2', '/api/v3', '/api/v3.1', '/api/v3.2', '/api/v3.3']) {
    it(`201: accepts the client's secret in ${version}`, async () => {
      const path = `${version}/webhooks`
      const { status, body } = await register({ eventType, agencyUid }, { headers: basic }, path)
      assert.equal(status, 201)
      const webhook = version === '/v2' ? body : body.webhook
      assert.equal(webhook.agencyUid, null)
      assert.equal(webhook.objectUid, partner.clientId)
    })
  }

  it("201: accepts the partner's key, which is deprecated and never returned", async () => {
    const options = { key: partner.key }
    const response = await register({ eventType, objectUid: partner.key }, options)
    assert.equal(response.status, 201)
    assert.equal(response.headers.get('deprecation'), '@1740787200')
    assert.match(response.headers.get('link')!, /rel="deprecation"/)
    assert.equal(response.body.webhook.objectUid, partner.clientId)
    assert.ok(!response.text.includes(partner.key))
  })

  it('403: rejects another party', async () => {
    for (const objectUid of [rival.clientId, rival.key, rival.partnerUid, agencyUid]) {
      const { status, body } = await register({ eventType, objectUid }, { headers: basic })
      assert.equal(status, 403)
      assert.equal(body.code, 'ACCESS_DENIED')
    }
  })

  it("403: rejects tokens, and agency events with the client's secret", async () => {
    const byToken = await register({ eventType }, { key: token })
    assert.equal(
      byToken.body.apiErrorMessage,
      "Access-change webhooks need the partner's own credentials",
    )
    const bySecret = await register({ agencyUid }, { headers: basic })
    assert.equal(bySecret.status, 403)
    assert.equal(
      bySecret.body.apiErrorMessage,
      'Agency webhooks need an agency key or an access token',
    )
  })

  it('400: rejects PROPERTY_ACCESS_GRANTED below v3.3', async () => {
    const body = { eventType: 'PROPERTY_ACCESS_GRANTED' }
    assert.equal((await register(body, { headers: basic })).status, 201)
    const older = await register(body, { headers: basic }, '/api/v3.2/webhooks')
    assert.equal(older.body.code, 'INVALID_ENUM_VALUE')
  })
})

describe('visibility of webhooks', () => {
  it('200: an agency gets the webhooks created with its keys, oldest first', async () => {
    const { body } = await server.request('GET', '/api/v3.3/webhooks', { key: agency.key })
    assert.deepEqual(Object.keys(body), ['webhooks', '_metadata'])
    assert.deepEqual(body._metadata, { count: 2, totalCount: 2 })
    const uids = body.webhooks.map(({ uid }: { uid: string }) => uid)
    assert.deepEqual(uids, agencyUids)
    assert.deepEqual(await list('?integrationWebhooks=true', { key: agency.key }), [])
    assert.deepEqual(await list(`?objectUid=${objectUid}`, { key: agency.key }), [agencyUids[1]])
    const query = `?agencyUid=${agency.agencyUid}&objectUid=${objectUid}`
    assert.deepEqual(await list(query, { key: agency.key }, '/v2'), [agencyUids[1]])
    assert.deepEqual(await list('?objectUid=x', { key: agency.key }, '/v2'), [])
  })

  it('200: a partner gets its own webhooks', async () => {
    assert.deepEqual(await list('', { key: own }), [partnerWebhookUid])
    const accessWebhooks = await list('', { headers: basic })
    assert.ok(accessWebhooks.includes(accessWebhook) && !accessWebhooks.includes(partnerWebhookUid))
    const query = `?integrationWebhooks=true&agencyUid=${agency.agencyUid}`
    assert.deepEqual(await list(query, { key: own }), accessWebhooks)
    assert.deepEqual(await list('?integrationWebhooks=true', { key: partner.key }), accessWebhooks)
    assert.deepEqual(await list('', { key: partner.key }, '/v2'), accessWebhooks)
    assert.deepEqual(await list(`?agencyUid=${agency.agencyUid}`, { key: partner.key }), [
      partnerWebhookUid,
    ])
    const { status, body } = await server.request('GET', '/api/v3/webhooks', { key: partner.key })
    assert.equal(status, 400)
    assert.equal(body.apiErrorMessage, "One of ['agencyUid', 'integrationWebhooks'] is required")
  })

  it('200: objectUid accepts every identifier that a registration accepts', async () => {
    const accessWebhooks = await list('', { headers: basic })
    for (const name of [partner.key, partner.clientId, partner.partnerUid]) {
      const query = `?objectUid=${encodeURIComponent(name)}`
      assert.deepEqual(await list(query, { headers: basic }), accessWebhooks)
      assert.deepEqual(await list(query, { key: partner.key }, '/v2'), accessWebhooks)
      const inAll = `${query}&integrationWebhooks=true`
      assert.deepEqual(await list(inAll, { key: partner.key }, '/api/v3'), accessWebhooks)
      assert.deepEqual(await list(query, { key: own }), [], 'no agency has it')
    }
    for (const name of [rival.key, rival.clientId]) {
      const query = `?objectUid=${encodeURIComponent(name)}`
      assert.deepEqual(await list(query, { headers: basic }), [])
    }
  })

  it('403: rejects another agency', async () => {
    const path = `/api/v3/webhooks?agencyUid=${other.agencyUid}`
    assert.equal((await server.request('GET', path, { key: agency.key })).status, 403)
    assert.equal((await server.request('GET', path, { key: own })).status, 403)
  })
})

describe('one webhook', () => {
  it('404: rejects callers that cannot access the webhook', async () => {
    const foreign: [uid: string, options: Options][] = [
      [agencyUids[0]!, { key: other.key }],
      [agencyUids[0]!, { key: own }],
      [partnerWebhookUid, { key: agency.key }],
      [partnerWebhookUid, { key: rivalToken }],
      [partnerWebhookUid, { headers: basic }],
      [accessWebhook, { key: agency.key }],
      [accessWebhook, { key: rival.key }],
      ['x', { key: agency.key }],
    ]
    for (const [uid, options] of foreign) {
      for (const [method, version] of [
        ['GET', '/v2'],
        ['DELETE', '/v2'],
        ['GET', '/api/v3'],
        ['DELETE', '/api/v3.3'],
      ] as const) {
        const response = await server.request(method, `${version}/webhooks/${uid}`, options)
        assert.equal(response.status, 404)
        assert.equal(response.body.code, 'WEBHOOK_NOT_FOUND')
        assert.equal(response.body.apiErrorMessage, `Webhook not found: ${uid}`)
      }
    }
  })

  it('204: callers with access delete it once, in any version', async () => {
    const deletions: [uid: string, options: Options, version: string][] = [
      [agencyUids[0]!, { key: agency.key }, '/v2'],
      [partnerWebhookUid, { key: own }, '/api/v3'],
      [accessWebhook, { headers: basic }, '/api/v3.2'],
    ]
    for (const [uid, options, version] of deletions) {
      const path = `${version}/webhooks/${uid}`
      const response = await server.request('DELETE', path, options)
      assert.deepEqual([response.status, response.text], [204, ''])
      assert.equal((await server.request('DELETE', path, options)).status, 404)
      assert.equal((await server.request('GET', path, options)).status, 404)
    }
    assert.deepEqual(await list('', { key: agency.key }), [agencyUids[1]])
  })
})
