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

let made = 0
const fresh = () => `https://hooks.example.com/${made++}`
type Options = Parameters<typeof server.request>[2]
const register = (body: object, options: Options, path = '/api/v3.3/webhooks') =>
  server.request('POST', path, {
    ...options,
    body: { eventType: 'NEW_BOOKING', callbackUrl: fresh(), ...body },
  })

const mine = await makeAgency(server)
const objectUid = await makeProperty(server, mine.agencyUid)
await grant(server, { agencyUid: mine.agencyUid, partnerUid: partner.partnerUid, objectUid })
const own = await makeToken(server, partner.partnerUid, mine.agencyUid)
const ofAgency = [
  (await register({}, { key: mine.key })).body.webhook.uid,
  (await register({ objectUid }, { key: mine.key }, '/api/v3/webhooks')).body.webhook.uid,
]
const ofPartner = (await register({}, { key: own })).body.webhook.uid
const ofAccess = (await register({ eventType: 'CHANNEL_ACTIVATED' }, { headers: basic })).body
  .webhook.uid
const list = async (query: string, options: Options, version = '/api/v3.3') => {
  const { status, body } = await server.request('GET', `${version}/webhooks${query}`, options)
  assert.equal(status, 200)
  const webhooks = version === '/v2' ? body : body.webhooks
  return webhooks.map(({ uid }: { uid: string }) => uid)
}

describe('objects', () => {
  it('201: a hotel from v3.1 on; 403 before', async () => {
    for (const [path, status] of [
      ['/v2/webhooks', 403],
      ['/api/v3.0/webhooks', 403],
      ['/api/v3.1/webhooks', 201],
    ] as const) {
      assert.equal((await register({ objectUid: hotelUid }, { key }, path)).status, status)
    }
  })

  it('403: a partner gets nothing of what it was not granted', async () => {
    const options = { key: token }
    assert.equal((await register({ objectUid: propertyUid }, options)).status, 201)
    const hidden = await register({ objectUid: hiddenUid }, options)
    assert.equal(hidden.body.apiErrorMessage, `No access to objectUid ${hiddenUid}`)
    assert.equal((await register({ objectUid: hotelUid }, options)).status, 403)
  })

  it("201: a token's webhook is of its partner and agency", async () => {
    const { body } = await register({}, { key: token })
    assert.equal(body.webhook.creatorIdentifier, partner.clientId)
    assert.equal(body.webhook.agencyUid, agencyUid)
  })

  it("400: a partner's key has to name the agency", async () => {
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
    it(`201: with the client's secret in ${version}`, async () => {
      const path = `${version}/webhooks`
      const { status, body } = await register({ eventType, agencyUid }, { headers: basic }, path)
      assert.equal(status, 201)
      const webhook = version === '/v2' ? body : body.webhook
      assert.equal(webhook.agencyUid, null)
      assert.equal(webhook.objectUid, partner.clientId)
    })
  }

  it("201: with the partner's key, which is deprecated and never shown", async () => {
    const options = { key: partner.key }
    const answer = await register({ eventType, objectUid: partner.key }, options)
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.get('deprecation'), '@1740787200')
    assert.match(answer.headers.get('link')!, /rel="deprecation"/)
    assert.equal(answer.body.webhook.objectUid, partner.clientId)
    assert.ok(!answer.text.includes(partner.key))
  })

  it('403: for somebody else', async () => {
    for (const objectUid of [rival.clientId, rival.key, rival.partnerUid, agencyUid]) {
      const { status, body } = await register({ eventType, objectUid }, { headers: basic })
      assert.equal(status, 403)
      assert.equal(body.code, 'ACCESS_DENIED')
    }
  })

  it("403: with a token, and an agency's events with the client's secret", async () => {
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

  it('400: PROPERTY_ACCESS_GRANTED is younger than v3.3', async () => {
    const body = { eventType: 'PROPERTY_ACCESS_GRANTED' }
    assert.equal((await register(body, { headers: basic })).status, 201)
    const older = await register(body, { headers: basic }, '/api/v3.2/webhooks')
    assert.equal(older.body.code, 'INVALID_ENUM_VALUE')
  })
})

describe('who sees what', () => {
  it('200: an agency sees what its keys made, oldest first', async () => {
    const { body } = await server.request('GET', '/api/v3.3/webhooks', { key: mine.key })
    assert.deepEqual(Object.keys(body), ['webhooks', '_metadata'])
    assert.deepEqual(body._metadata, { count: 2, totalCount: 2 })
    const uids = body.webhooks.map(({ uid }: { uid: string }) => uid)
    assert.deepEqual(uids, ofAgency)
    assert.deepEqual(await list('?integrationWebhooks=true', { key: mine.key }), [])
    assert.deepEqual(await list(`?objectUid=${objectUid}`, { key: mine.key }), [ofAgency[1]])
    const query = `?agencyUid=${mine.agencyUid}&objectUid=${objectUid}`
    assert.deepEqual(await list(query, { key: mine.key }, '/v2'), [ofAgency[1]])
    assert.deepEqual(await list('?objectUid=x', { key: mine.key }, '/v2'), [])
  })

  it('200: a partner sees its own', async () => {
    assert.deepEqual(await list('', { key: own }), [ofPartner])
    const ofAccessOnly = await list('', { headers: basic })
    assert.ok(ofAccessOnly.includes(ofAccess) && !ofAccessOnly.includes(ofPartner))
    const query = `?integrationWebhooks=true&agencyUid=${mine.agencyUid}`
    assert.deepEqual(await list(query, { key: own }), ofAccessOnly)
    assert.deepEqual(await list('?integrationWebhooks=true', { key: partner.key }), ofAccessOnly)
    assert.deepEqual(await list('', { key: partner.key }, '/v2'), ofAccessOnly)
    assert.deepEqual(await list(`?agencyUid=${mine.agencyUid}`, { key: partner.key }), [ofPartner])
    const { status, body } = await server.request('GET', '/api/v3/webhooks', { key: partner.key })
    assert.equal(status, 400)
    assert.equal(body.apiErrorMessage, "One of ['agencyUid', 'integrationWebhooks'] is required")
  })

  it('200: objectUid takes whatever a partner may name itself by when it registers', async () => {
    const ofAccessOnly = await list('', { headers: basic })
    for (const name of [partner.key, partner.clientId, partner.partnerUid]) {
      const query = `?objectUid=${encodeURIComponent(name)}`
      assert.deepEqual(await list(query, { headers: basic }), ofAccessOnly)
      assert.deepEqual(await list(query, { key: partner.key }, '/v2'), ofAccessOnly)
      const inAll = `${query}&integrationWebhooks=true`
      assert.deepEqual(await list(inAll, { key: partner.key }, '/api/v3'), ofAccessOnly)
      assert.deepEqual(await list(query, { key: own }), [], 'no agency has it')
    }
    for (const name of [rival.key, rival.clientId]) {
      const query = `?objectUid=${encodeURIComponent(name)}`
      assert.deepEqual(await list(query, { headers: basic }), [])
    }
  })

  it('403: nobody lists a foreign agency', async () => {
    const path = `/api/v3/webhooks?agencyUid=${other.agencyUid}`
    assert.equal((await server.request('GET', path, { key: mine.key })).status, 403)
    assert.equal((await server.request('GET', path, { key: own })).status, 403)
  })
})

describe('what becomes of one webhook', () => {
  it('404: to others a webhook does not exist', async () => {
    const foreign: [uid: string, options: Options][] = [
      [ofAgency[0]!, { key: other.key }],
      [ofAgency[0]!, { key: own }],
      [ofPartner, { key: mine.key }],
      [ofPartner, { key: rivalToken }],
      [ofPartner, { headers: basic }],
      [ofAccess, { key: mine.key }],
      [ofAccess, { key: rival.key }],
      ['x', { key: mine.key }],
    ]
    for (const [uid, options] of foreign) {
      for (const [method, version] of [
        ['GET', '/v2'],
        ['DELETE', '/v2'],
        ['GET', '/api/v3'],
        ['DELETE', '/api/v3.3'],
      ] as const) {
        const answer = await server.request(method, `${version}/webhooks/${uid}`, options)
        assert.equal(answer.status, 404)
        assert.equal(answer.body.code, 'WEBHOOK_NOT_FOUND')
        assert.equal(answer.body.apiErrorMessage, `Webhook not found: ${uid}`)
      }
    }
  })

  it('204: whoever sees one deletes it, once, in any version', async () => {
    const gone: [uid: string, options: Options, version: string][] = [
      [ofAgency[0]!, { key: mine.key }, '/v2'],
      [ofPartner, { key: own }, '/api/v3'],
      [ofAccess, { headers: basic }, '/api/v3.2'],
    ]
    for (const [uid, options, version] of gone) {
      const path = `${version}/webhooks/${uid}`
      const answer = await server.request('DELETE', path, options)
      assert.deepEqual([answer.status, answer.text], [204, ''])
      assert.equal((await server.request('DELETE', path, options)).status, 404)
      assert.equal((await server.request('GET', path, options)).status, 404)
    }
    assert.deepEqual(await list('', { key: mine.key }), [ofAgency[1]])
  })
})
