/** contract/general.md §2.1: credentials. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { revokeKey } from '../../src/rental/access/agencies/api-keys.sql.ts'
import * as make from '../fixtures/rows.ts'
import { raw } from '../support/raw-http.ts'
import { exampleNow, send, startServer, type TestServer } from '../support/server.ts'

const server = await startServer()
const sandbox = await startServer({ SANDBOX: '1' })
let key: string
let agencyUid: string
let propertyUid: string
let partner: make.TestPartner
let token: string

before(async () => {
  const agency = await make.makeAgency(server)
  key = agency.key
  agencyUid = agency.agencyUid
  propertyUid = await make.makeProperty(server, agencyUid)
  partner = await make.makePartner(server)
  await make.grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
  token = await make.makeToken(server, partner.partnerUid, agencyUid)
})

beforeEach(() => server.clock.set(exampleNow))

const agencies = '/api/v3.3/agencies'

async function requestWith(headers: Record<string, string | string[]>, path = agencies) {
  const { status, body, headers: responseHeaders } = await raw(server, path, { headers })
  return {
    status,
    code: body?.code,
    text: body?.apiErrorMessage,
    challenge: responseHeaders['www-authenticate'],
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const pair = () => `${partner.clientId}:${partner.clientSecret}`

describe('an agency key', () => {
  const forms: Record<string, () => Record<string, string>> = {
    'X-HOSTFULLY-APIKEY': () => ({ 'X-HOSTFULLY-APIKEY': key }),
    'the header in lower case': () => ({ 'x-hostfully-apikey': key }),
    'the header in mixed case': () => ({ 'X-Hostfully-ApiKey': key }),
    'blanks around it': () => ({ 'x-hostfully-apikey': `  ${key} \t ` }),
    'a bearer scheme': () => ({ authorization: `Bearer ${key}` }),
    'an ignored Authorization beside it': () => ({
      authorization: 'Digest whatever',
      'x-hostfully-apikey': key,
    }),
    'an empty Authorization beside it': () => ({ authorization: ' ', 'x-hostfully-apikey': key }),
  }
  for (const [name, headers] of Object.entries(forms)) {
    it(`200 with ${name}`, async () => assert.equal((await requestWith(headers())).status, 200))
  }
})

describe('an access token', () => {
  const forms: Record<string, () => Record<string, string>> = {
    Bearer: () => ({ authorization: `Bearer ${token}` }),
    'bearer in lower case and blanks': () => ({ authorization: ` bearer   ${token} ` }),
    'X-HOSTFULLY-APIKEY': () => ({ 'x-hostfully-apikey': token }),
    'no scheme word': () => ({ authorization: token }),
  }
  for (const [name, headers] of Object.entries(forms)) {
    it(`200 with ${name}`, async () => {
      assert.equal((await requestWith(headers())).status, 200)
      assert.equal((await requestWith(headers(), '/v2/agencies')).status, 200)
    })
  }

  it('401 TOKEN_EXPIRED a day later', async () => {
    server.clock.set('2026-05-21T14:59:59Z')
    assert.equal((await requestWith({ authorization: `Bearer ${token}` })).status, 200)
    server.clock.set('2026-05-21T15:00:00Z')
    const { status, code, text, challenge } = await requestWith({
      authorization: `Bearer ${token}`,
    })
    assert.deepEqual([status, code, text], [401, 'TOKEN_EXPIRED', 'Access token expired'])
    assert.equal(challenge, 'Bearer realm="lodgepole"')
  })

  it('401 on the next request after it was revoked', async () => {
    const revoked = await make.makeToken(server, partner.partnerUid, agencyUid)
    for (let i = 0; i < 3; i++) {
      assert.equal((await requestWith({ authorization: revoked })).status, 200)
    }
    const { kysely } = server.database
    const { jti } = JSON.parse(Buffer.from(revoked.split('.')[1]!, 'base64url').toString())
    await kysely
      .updateTable('access_tokens')
      .set({ revoked_at: new Date() })
      .where('uid', '=', jti)
      .execute()
    assert.equal((await requestWith({ authorization: revoked })).code, 'INVALID_CREDENTIALS')
  })

  it('401 when its signature is another', async () => {
    const [head, claims] = token.split('.')
    const forged = `${head}.${claims}.${Buffer.alloc(32).toString('base64url')}`
    assert.equal((await requestWith({ authorization: forged })).code, 'INVALID_CREDENTIALS')
  })

  it('401 when it says that it needs no signature', async () => {
    const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const forged = `${head}.${token.split('.')[1]}.x`
    assert.equal(
      (await requestWith({ authorization: `Bearer ${forged}` })).code,
      'INVALID_CREDENTIALS',
    )
  })
})

describe('a client secret', () => {
  const forms: Record<string, () => string> = {
    'Basic base64': () => `Basic ${base64(pair())}`,
    'Basic without base64': () => `Basic ${pair()}`,
    'basic in lower case': () => `basic ${base64(pair())}`,
    'no scheme': () => pair(),
  }
  for (const [name, value] of Object.entries(forms)) {
    it(`is known as ${name}, though it may not read leads`, async () => {
      const { status, code } = await requestWith(
        { authorization: value() },
        '/v2/leadsql?query={__typename}',
      )
      assert.deepEqual([status, code], [403, 'OPERATION_NOT_PERMITTED'])
    })
  }

  const bad = ['Basic %%%', 'Basic Og==', 'Basic a:b', `Basic ${base64('a:b')}`]
  for (const value of [...bad, 'a:b']) {
    it(`401 INVALID_CLIENT with '${value}'`, async () => {
      const { status, code, text, challenge } = await requestWith({ authorization: value })
      assert.deepEqual([status, code, text], [401, 'INVALID_CLIENT', 'Invalid client credentials'])
      assert.match(challenge ?? '', /^(Basic|Bearer) realm="lodgepole"$/)
    })
  }

  const operations = ['/api/v3/agencies', '/api/v3.3/leads', '/v2/agencies', '/v2/leads/x']
  for (const path of [
    ...operations,
    ...['v2/leadsql', 'v3.3/graphql'].map(to => `/${to}?query={__typename}`),
  ]) {
    it(`403 on ${path}: it is for partner-only operations`, async () => {
      const { status, code } = await requestWith({ authorization: pair() }, path)
      assert.deepEqual([status, code], [403, 'OPERATION_NOT_PERMITTED'])
    })
  }
})

describe('no credential', () => {
  const nothing: Record<string, Record<string, string>> = {
    'no header': {},
    'an empty key': { 'x-hostfully-apikey': '' },
    'a blank key': { 'x-hostfully-apikey': '   ' },
    'another scheme': { authorization: 'Digest abc' },
    'a word that is none of ours': { authorization: 'abcdefgh' },
    'a key in another header': { 'x-api-key': 'abcdefgh' },
  }
  for (const [name, headers] of Object.entries(nothing)) {
    it(`401 with ${name}`, async () => {
      const { status, code, text, challenge } = await requestWith(headers)
      assert.deepEqual([status, code], [401, 'AUTHENTICATION_REQUIRED'])
      assert.equal(text, 'Missing API key or access token')
      assert.equal(challenge, 'Bearer realm="lodgepole"')
    })
  }

  it('401 with a key in the query', async () => {
    const query = `?apiKey=${key}&X-HOSTFULLY-APIKEY=${key}&access_token=${token}`
    assert.equal((await requestWith({}, agencies + query)).code, 'AUTHENTICATION_REQUIRED')
  })
})

describe('a bad credential', () => {
  const values: Record<string, string> = {
    unknown: 'abcdefghijkl',
    'very long': 'a'.repeat(10_000),
    'not ASCII': 'schlüssel',
    'like a token': 'eyJhbGciOiJIUzI1NiJ9.e30.abc',
  }
  for (const [name, value] of Object.entries(values)) {
    it(`401 when it is ${name}`, async () => {
      const { status, code, text, challenge } = await requestWith({ 'x-hostfully-apikey': value })
      assert.deepEqual([status, code], [401, 'INVALID_CREDENTIALS'])
      assert.equal(text, 'Invalid API key or access token')
      assert.equal(challenge, 'Bearer realm="lodgepole"')
    })
  }

  const pairs: Record<string, () => Record<string, string>> = {
    'bearer before key': () => ({ authorization: 'Bearer nonsense', 'x-hostfully-apikey': key }),
    'basic before key': () => ({ authorization: 'Basic nonsense', 'x-hostfully-apikey': key }),
    'bare pair before key': () => ({ authorization: 'a:b', 'x-hostfully-apikey': key }),
    'bare token before key': () => ({ authorization: `${token}x`, 'x-hostfully-apikey': key }),
  }
  for (const [name, headers] of Object.entries(pairs)) {
    it(`401 without falling through, ${name}`, async () => {
      assert.equal((await requestWith(headers())).status, 401)
    })
  }

  it('200 when it comes second', async () => {
    const headers = { authorization: `Bearer ${token}`, 'x-hostfully-apikey': 'nonsense' }
    assert.equal((await requestWith(headers)).status, 200)
  })
})

describe('a key that ends', () => {
  it('401 from the moment it expires', async () => {
    const expiresAt = new Date('2026-05-20T16:00:00Z')
    const { secret } = await make.makeKey(server, agencyUid, { expiresAt })
    server.clock.set('2026-05-20T15:59:59.999Z')
    assert.equal((await requestWith({ 'x-hostfully-apikey': secret })).status, 200)
    server.clock.set('2026-05-20T16:00:00Z')
    assert.equal((await requestWith({ 'x-hostfully-apikey': secret })).code, 'INVALID_CREDENTIALS')
  })

  it('401 on the next request after it was revoked', async () => {
    const { uid, secret } = await make.makeKey(server, agencyUid)
    for (let i = 0; i < 3; i++) {
      assert.equal((await requestWith({ 'x-hostfully-apikey': secret })).status, 200)
    }
    await revokeKey({ db: server.database.kysely }, uid, new Date())
    assert.equal((await requestWith({ 'x-hostfully-apikey': secret })).code, 'INVALID_CREDENTIALS')
  })
})

describe('a read-only key', () => {
  it('200 for reads and queries, 403 READ_ONLY_CREDENTIAL for writes', async () => {
    const { secret } = await make.makeKey(server, agencyUid, { readOnly: true })
    const path = `${agencies}/${agencyUid}/settings`
    const read = await server.request('GET', path, { key: secret })
    const queried = await server.request('POST', '/v2/leadsql', {
      key: secret,
      body: `{ leads(agencyUid: "${agencyUid}") { uid } }`,
    })
    const write = await server.request('PATCH', path, { key: secret, body: { holdHours: 1 } })
    assert.deepEqual([read.status, queried.status], [200, 200])
    assert.deepEqual(queried.body.data, { leads: [] })
    assert.deepEqual([write.status, write.body.code], [403, 'READ_ONLY_CREDENTIAL'])
  })
})

describe('a partner key', () => {
  const keyHeader = ({ key }: make.TestPartner) => ({ 'x-hostfully-apikey': key })

  it('200 on v2', async () => {
    assert.equal((await requestWith(keyHeader(partner), '/v2/agencies')).status, 200)
  })

  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`403 PARTNER_KEY_NOT_ALLOWED on ${version}`, async () => {
      const { status, code } = await requestWith(keyHeader(partner), `/api/${version}/agencies`)
      assert.deepEqual([status, code], [403, 'PARTNER_KEY_NOT_ALLOWED'])
    })
  }

  it('200 on v3.3 in sandbox mode, with every agency that granted it something', async () => {
    const sandboxPartner = await make.makePartner(sandbox)
    const granting = [
      await grantingAgency(sandbox, sandboxPartner),
      await grantingAgency(sandbox, sandboxPartner),
    ]
    await make.makeAgency(sandbox)
    const { status, body } = await send(`${sandbox.url}${agencies}`, 'GET', {
      key: sandboxPartner.key,
    })
    assert.equal(status, 200)
    const uids = body.agencies.map(({ uid }: { uid: string }) => uid)
    assert.deepEqual(uids.sort(), granting.sort())
  })
})

async function grantingAgency(on: TestServer, to: make.TestPartner): Promise<string> {
  const { agencyUid } = await make.makeAgency(on)
  await make.grant(on, {
    agencyUid,
    partnerUid: to.partnerUid,
    objectUid: await make.makeProperty(on, agencyUid),
  })
  return agencyUid
}
