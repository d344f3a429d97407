import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeHotel,
  makeKey,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../test/fixtures.ts'
import { startServer } from '../../../test/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const { agencyUid, key } = await makeAgency(server)
const other = await makeAgency(server)
const hotelUid = await makeHotel(server, agencyUid)
const propertyUid = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
const hiddenUid = await makeProperty(server, agencyUid)
const foreignUid = await makeProperty(server, other.agencyUid)
const further = await makeKey(server, agencyUid)
const partner = await makePartner(server)
const rival = await makePartner(server)
await grant(server, agencyUid, partner.partnerUid, propertyUid)
await grant(server, agencyUid, rival.partnerUid, propertyUid)
const token = await makeToken(server, partner.partnerUid, agencyUid)
const rivalToken = await makeToken(server, rival.partnerUid, agencyUid)
const basic = {
  authorization: `Basic ${btoa(`${partner.clientId}:${partner.clientSecret}`)}`,
}

let made = 0
const fresh = () => `https://hooks.example.com/${made++}`
type Options = Parameters<typeof server.request>[2]
const post = (body: object, options: Options = { key }, path = '/api/v3.3/webhooks') =>
  server.request('POST', path, { ...options, body })
const register = (body: object = {}, options: Options = { key }, path?: string) =>
  post({ eventType: 'NEW_BOOKING', callbackUrl: fresh(), ...body }, options, path)

describe('POST /api/v3.3/webhooks', () => {
  it('201: gives the webhook with its secret, which is not shown again', async () => {
    const { status, body } = await register({ description: 'to the ledger' })
    assert.equal(status, 201)
    const { uid, secret, createdUtcDateTime, creatorIdentifier, callbackUrl, ...rest } =
      body.webhook
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.match(createdUtcDateTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
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
    const { status, body } = await register({ callbackUrl: 'https://me:pa55@hooks.example.com/a#x' })
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

  it('201: takes the other names of keys, and keeps a query byte for byte', async () => {
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

  it('201: one that is repeated under its key is made once', async () => {
    const callbackUrl = fresh()
    const options = { key, headers: { 'idempotency-key': 'webhook-once' } }
    const first = await register({ callbackUrl }, options)
    const second = await register({ callbackUrl }, options)
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(second.body, first.body)
  })

  const refusals: [outcome: string, body: object, status: number, code: string, text: RegExp][] = [
    ['no type', { eventType: undefined }, 400, 'REQUIRED_PARAMETER', /^Invalid parameter 'eventType' must not be null$/],
    ['no URL', { callbackUrl: undefined }, 400, 'REQUIRED_PARAMETER', /^Invalid parameter 'callbackUrl' must not be null$/],
    ['a type that there is not', { eventType: 'NEW_MOON' }, 400, 'INVALID_ENUM_VALUE', /^Wrong enum value, allowed values are: NEW_INQUIRY, NEW_HOLD, /],
    ['a wrong webhookType', { webhookType: 'GET' }, 400, 'INVALID_ENUM_VALUE', /^Wrong enum value, allowed values are: POST_JSON, POST_FORM$/],
    ['a wrong payloadFormat', { payloadFormat: 'XML' }, 400, 'INVALID_ENUM_VALUE', /^Wrong enum value, allowed values are: COMPATIBLE, EXTENDED$/],
    ['two types', { webhookType: 'POST_JSON', webHookType: 'POST_FORM' }, 400, 'CONFLICTING_PARAMETERS', /^Exactly one of \['webhookType', 'webHookType'\] must be given$/],
    ['a label with blanks', { creatorIdentifier: 'a b' }, 400, 'INVALID_PARAMETER', /visible ASCII/],
    ['a label that is empty', { creatorIdentifier: '' }, 400, 'INVALID_PARAMETER', /visible ASCII/],
    ['a label that is too long', { creatorIdentifier: 'x'.repeat(256) }, 400, 'INVALID_PARAMETER', /visible ASCII/],
    ['a description that is too long', { description: 'x'.repeat(256) }, 400, 'INVALID_PARAMETER', /at most 255/],
    ['a foreign agency', { agencyUid: other.agencyUid }, 403, 'ACCESS_DENIED', /^No access to objectUid /],
    ['an agency that there is not', { agencyUid: 'x' }, 403, 'ACCESS_DENIED', /^No access to objectUid x$/],
    ['a foreign property', { objectUid: foreignUid }, 403, 'ACCESS_DENIED', /^No access to objectUid /],
    ['an object that there is not', { objectUid: 'x' }, 403, 'ACCESS_DENIED', /^No access to objectUid x$/],
    ["another key's label", { creatorIdentifier: further.uid }, 403, 'ACCESS_DENIED', /creatorIdentifier/],
    ["a partner's label", { creatorIdentifier: partner.clientId }, 403, 'ACCESS_DENIED', /creatorIdentifier/],
    ['a change of access', { eventType: 'CHANNEL_ACTIVATED' }, 403, 'OPERATION_NOT_PERMITTED', /^Access-change webhooks need the partner's own credentials$/],
  ]
  for (const [outcome, given, status, code, text] of refusals) {
    it(`${status}: refuses ${outcome}`, async () => {
      const answer = await register(given)
      assert.equal(answer.status, status)
      assert.equal(answer.body.code, code)
      assert.match(answer.body.apiErrorMessage, text)
    })
  }

  it('400: names the types of its version only', async () => {
    const answer = await register({ eventType: 'x' }, { key }, '/v2/webhooks')
    assert.ok(!answer.body.allowedValues.includes('NEW_HOLD'))
    const allowed = async (version: string) =>
      (await register({ eventType: 'x' }, { key }, `/api/v${version}/webhooks`)).body.allowedValues
    assert.ok(!(await allowed('3.0')).includes('UNIT_CHANGED'))
    assert.ok((await allowed('3.1')).includes('UNIT_CHANGED'))
    assert.ok(!(await allowed('3.2')).includes('HOTEL_UPDATED'))
    assert.ok((await allowed('3.0')).includes('LEAD_DATES_CHANGED'))
  })
})

describe('callback URLs', () => {
  const malformed = 'is not a valid URL'
  const insecure = 'must use the https protocol'
  const refused = 'points to an address that is not allowed'
  const hostile: [url: string, reason: string][] = [
    ['', malformed],
    ['hooks', malformed],
    ['/hooks', malformed],
    ['//hooks.example.com', malformed],
    ['https://', malformed],
    [`https://hooks.example.com/${'x'.repeat(2_048)}`, malformed],
    ['https://hooks.example.com/a b', malformed],
    ['https://hooks.example.com\\@10.0.0.1/', malformed],
    ['https://hooks.example.com/\r\nhost: x', malformed],
    ['http://hooks.example.com/', insecure],
    ['ftp://hooks.example.com/', insecure],
    ['file:///etc/passwd', insecure],
    ['javascript:alert(1)', insecure],
    ['https://127.0.0.1/', refused],
    ['https://127.1/', refused],
    ['https://2130706433/', refused],
    ['https://0x7f.0.0.1/', refused],
    ['https://10.1.2.3/', refused],
    ['https://172.16.0.1/', refused],
    ['https://192.168.0.1/', refused],
    ['https://169.254.169.254/latest/meta-data', refused],
    ['https://100.64.0.1/', refused],
    ['https://0.0.0.0/', refused],
    ['https://224.0.0.1/', refused],
    ['https://[::1]/', refused],
    ['https://[::ffff:10.0.0.1]/', refused],
    ['https://[64:ff9b::a00:1]/', refused],
    ['https://[fd00::1]/', refused],
    ['https://[fe80::1]/', refused],
    ['https://localhost/', refused],
    ['https://intranet/', refused],
    ['https://db.internal/', refused],
    ['https://printer.local./', refused],
    ['https://x.localhost/', refused],
    ['https://hooks.example.com:22/', refused],
    ['https://user:password@127.0.0.1/', refused],
  ]
  for (const [callbackUrl, reason] of hostile) {
    it(`400: refuses ${JSON.stringify(callbackUrl.slice(0, 50))}`, async () => {
      const { status, body } = await register({ callbackUrl })
      assert.equal(status, 400)
      assert.equal(body.code, 'INVALID_PARAMETER')
      assert.equal(body.apiErrorMessage, `Invalid parameter 'callbackUrl' ${reason}`)
    })
  }
})

describe('uniqueness', () => {
  const url = 'https://Hooks.Example.com:443/Unique?a=1'
  const same = { eventType: 'NEW_BOOKING', callbackUrl: url, creatorIdentifier: 'unique' }

  it('409: refuses the same again in every version, whatever else differs', async () => {
    const { body } = await post(same)
    const { uid } = body.webhook
    const again = { ...same, callbackUrl: 'https://hooks.example.com/Unique?a=1#part' }
    for (const path of ['/v2/webhooks', '/api/v3/webhooks', '/api/v3.3/webhooks']) {
      const answer = await post({ ...again, webhookType: 'POST_FORM' }, { key }, path)
      assert.equal(answer.status, 409)
      assert.equal(answer.body.code, 'DUPLICATE_WEBHOOK')
      assert.equal(answer.body.webhookUid, uid)
      assert.equal(
        answer.body.apiErrorMessage,
        `A webhook already exists for the same creatorIdentifier, objectUid, eventType and callbackUrl: ${uid}`,
      )
    }
  })

  it('409: tells the uid only to those who see the webhook', async () => {
    const { status, body } = await post(same, { key: token })
    assert.equal(status, 409)
    assert.ok(!('webhookUid' in body))
    assert.match(body.apiErrorMessage, /callbackUrl$/)
  })

  it('201: another type, path, userinfo, label or object is another webhook', async () => {
    const others = [
      { eventType: 'NEW_INQUIRY' },
      { callbackUrl: 'https://hooks.example.com/unique?a=1' },
      { callbackUrl: 'https://a:b@hooks.example.com/Unique?a=1' },
      { creatorIdentifier: 'unique-2' },
      { objectUid: propertyUid },
    ]
    for (const difference of others) {
      assert.equal((await post({ ...same, ...difference })).status, 201)
    }
  })

  it('201 and 409: of several at once one is made', async () => {
    const callbackUrl = fresh()
    const answers = await Promise.all(Array.from({ length: 5 }, () => register({ callbackUrl })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
  })

  it('201: what was deleted is no more in the way', async () => {
    const callbackUrl = fresh()
    const { body } = await register({ callbackUrl })
    await server.request('DELETE', `/v2/webhooks/${body.webhook.uid}`, { key })
    assert.equal((await register({ callbackUrl })).status, 201)
  })

  it('409: a caller has at most 500 in an agency', async () => {
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
    const answer = await register({}, { key: crowded.key })
    assert.equal(answer.status, 409)
    assert.equal(answer.body.code, 'STATE_CONFLICT')
    assert.equal(answer.body.apiErrorMessage, 'Webhook limit reached: 500')
  })
})

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

describe('shapes', () => {
  const common = ['agencyUid', 'callbackUrl', 'eventType', 'objectUid', 'uid']
  const shapes: [path: string, keys: string[]][] = [
    ['/v2', [...common, 'webHookType']],
    ['/api/v3', [...common, 'creatorIdentifier', 'webhookType']],
    ['/api/v3.1', [...common, 'creatorIdentifier', 'webhookType']],
    ['/api/v3.2', [...common, 'creatorIdentifier', 'webhookType']],
  ]
  for (const [version, keys] of shapes) {
    it(`200: ${version} shows its keys, of a webhook of any version`, async () => {
      const answer = await register({ payloadFormat: 'XML' }, { key }, `${version}/webhooks`)
      assert.equal(answer.status, 201)
      const inMade = version === '/v2' ? answer.body : answer.body.webhook
      assert.deepEqual(Object.keys(inMade).sort(), keys.toSorted())
      const newest = await server.request('GET', `/api/v3.3/webhooks/${inMade.uid}`, { key })
      assert.equal(newest.body.webhook.payloadFormat, 'COMPATIBLE')
      const read = await server.request('GET', `${version}/webhooks/${inMade.uid}`, { key })
      assert.deepEqual(read.body, answer.body)
    })
  }

  it('405: nothing changes a webhook below v3.3', async () => {
    const { body } = await register()
    for (const version of ['/v2', '/api/v3', '/api/v3.1', '/api/v3.2']) {
      for (const method of ['PUT', 'PATCH']) {
        const path = `${version}/webhooks/${body.webhook.uid}`
        const answer = await server.request(method, path, { key, body: { description: 'x' } })
        assert.equal(answer.status, 405)
        assert.equal(answer.body.code, 'METHOD_NOT_ALLOWED')
      }
    }
  })
})

describe('who sees what', async () => {
  const mine = await makeAgency(server)
  const objectUid = await makeProperty(server, mine.agencyUid)
  await grant(server, mine.agencyUid, partner.partnerUid, objectUid)
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
    assert.equal(
      body.apiErrorMessage,
      "One of ['agencyUid', 'integrationWebhooks'] is required",
    )
  })

  it('403: nobody lists a foreign agency', async () => {
    const path = `/api/v3/webhooks?agencyUid=${other.agencyUid}`
    assert.equal((await server.request('GET', path, { key: mine.key })).status, 403)
    assert.equal((await server.request('GET', path, { key: own })).status, 403)
  })

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
