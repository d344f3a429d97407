/** API version of a partner: contract/versions.md §3. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { basicHeader } from '../../../../test/fixtures/oauth.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
  type TestPartner,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
let partner: TestPartner

beforeEach(async () => {
  partner = await makePartner(server)
})

async function startAt(api_version: string): Promise<void> {
  await server.database.kysely
    .updateTable('partners')
    .set({ api_version })
    .where('partner_uid', '=', partner.partnerUid)
    .execute()
}

const headers = () => ({ authorization: basicHeader(partner) })
const get = () => server.request('GET', '/api/version', { headers: headers() })
const put = (body: unknown, path = '/api/version') =>
  server.request('PUT', path, { headers: headers(), body })

describe('GET /api/version', () => {
  it('200: returns the newest version by default', async () => {
    const { status, body } = await get()
    assert.deepEqual([status, body], [200, { version: 'v3.3' }])
  })
})

describe('PUT /api/version', () => {
  it('200: accepts the next version in every spelling, and the same version again', async () => {
    await startAt('v3.0')
    const steps = [
      [{ version: 'v3' }, 'v3.0'],
      [{ version: 'v3.1' }, 'v3.1'],
      [{ apiVersion: '3.2' }, 'v3.2'],
      [{ version: 'V3_2' }, 'v3.2'],
      [{ version: 3.3 }, 'v3.3'],
    ] as const
    for (const [body, version] of steps) {
      const response = await put(body, '/api/version/')
      assert.deepEqual([response.status, response.body], [200, { version }])
    }
    assert.equal((await get()).body.version, 'v3.3')
  })

  it('200: accepts unencoded credentials', async () => {
    const { clientId, clientSecret } = partner
    const plain = { authorization: `${clientId}:${clientSecret}` }
    const response = await server.request('PUT', '/api/version', {
      headers: plain,
      body: { version: 'v3.3' },
    })
    assert.equal(response.status, 200)
  })

  it('400 VERSION_STEP_REFUSED: rejects a skip and a step down, and changes nothing', async () => {
    await startAt('v3.1')
    for (const version of ['v3.3', 'v3.0']) {
      const { status, body } = await put({ version })
      assert.deepEqual([status, body.code], [400, 'VERSION_STEP_REFUSED'])
      assert.deepEqual([body.current, body.next], ['v3.1', 'v3.2'])
    }
    assert.equal((await get()).body.version, 'v3.1')
    await startAt('v3.3')
    assert.equal((await put({ version: 'v3.2' })).body.next, null)
  })

  it('400: rejects an unknown and a missing version', async () => {
    for (const version of ['v4', 'v2', 'v3.4', '']) {
      assert.equal((await put({ version })).body.code, 'INVALID_ENUM_VALUE', version)
    }
    for (const body of [{}, { version: null }]) {
      assert.equal((await put(body)).body.code, 'REQUIRED_PARAMETER')
    }
  })

  it('allows only one step to concurrent requests', async () => {
    await startAt('v3.0')
    const responses = await Promise.all(
      ['v3.1', 'v3.2', 'v3.1', 'v3.3'].map(version => put({ version })),
    )
    assert.ok(responses.every(({ status }) => status === 200 || status === 400))
    const { version } = (await get()).body
    const versions = responses
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.version)
    assert.equal(versions.sort().at(-1), version)
  })
})

describe('/api/version is for partners themselves', () => {
  it('403: rejects an API key of an agency and an access token', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partner.partnerUid, agencyUid)
    for (const credential of [key, token]) {
      for (const method of ['GET', 'PUT']) {
        const body = method === 'PUT' ? { version: 'v3.3' } : undefined
        const response = await server.request(method, '/api/version', { key: credential, body })
        assert.deepEqual([response.status, response.body.code], [403, 'OPERATION_NOT_PERMITTED'])
      }
    }
  })

  it('401: rejects a client id that PostgreSQL cannot store', async () => {
    const authorization = `Basic ${Buffer.from('a\0b:c').toString('base64')}`
    const response = await server.request('GET', '/api/version', { headers: { authorization } })
    assert.deepEqual([response.status, response.body.code], [401, 'INVALID_CLIENT'])
  })

  it('401: returns a Basic challenge without credentials; 405 for another method', async () => {
    const nobody = await server.request('GET', '/api/version')
    assert.equal(nobody.status, 401)
    assert.equal(nobody.headers.get('www-authenticate'), 'Basic realm="lodgepole"')
    const other = await server.request('DELETE', '/api/version', { headers: headers() })
    assert.deepEqual([other.status, other.body.code], [405, 'METHOD_NOT_ALLOWED'])
  })
})
