/** contract/versions.md §3: the version that a partner is on. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { basicOf } from '../../../../test/fixtures/oauth.ts'
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

const headers = () => ({ authorization: basicOf(partner) })
const get = () => server.request('GET', '/api/version', { headers: headers() })
const put = (body: unknown, path = '/api/version') =>
  server.request('PUT', path, { headers: headers(), body })

describe('GET /api/version', () => {
  it('200: the newest version from the start', async () => {
    const { status, body } = await get()
    assert.deepEqual([status, body], [200, { version: 'v3.3' }])
  })
})

describe('PUT /api/version', () => {
  it('200: one step up at a time, in every spelling; the same again is 200', async () => {
    await startAt('v3.0')
    const steps = [
      [{ version: 'v3' }, 'v3.0'],
      [{ version: 'v3.1' }, 'v3.1'],
      [{ apiVersion: '3.2' }, 'v3.2'],
      [{ version: 'V3_2' }, 'v3.2'],
      [{ version: 3.3 }, 'v3.3'],
    ] as const
    for (const [body, version] of steps) {
      const answer = await put(body, '/api/version/')
      assert.deepEqual([answer.status, answer.body], [200, { version }])
    }
    assert.equal((await get()).body.version, 'v3.3')
  })

  it('200 with the un-encoded pair', async () => {
    const { clientId, clientSecret } = partner
    const plain = { authorization: `${clientId}:${clientSecret}` }
    const answer = await server.request('PUT', '/api/version', {
      headers: plain,
      body: { version: 'v3.3' },
    })
    assert.equal(answer.status, 200)
  })

  it('400 VERSION_STEP_REFUSED for a skip and a step down, which change nothing', async () => {
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

  it('400 for an unknown version and for none', async () => {
    for (const version of ['v4', 'v2', 'v3.4', '']) {
      assert.equal((await put({ version })).body.code, 'INVALID_ENUM_VALUE', version)
    }
    for (const body of [{}, { version: null }]) {
      assert.equal((await put(body)).body.code, 'REQUIRED_PARAMETER')
    }
  })

  it('one of many who skip together goes only one step', async () => {
    await startAt('v3.0')
    const answers = await Promise.all(
      ['v3.1', 'v3.2', 'v3.1', 'v3.3'].map(version => put({ version })),
    )
    assert.ok(answers.every(({ status }) => status === 200 || status === 400))
    const { version } = (await get()).body
    const reached = answers.filter(({ status }) => status === 200).map(({ body }) => body.version)
    assert.equal(reached.sort().at(-1), version)
  })
})

describe('/api/version is for partners themselves', () => {
  it('403 for an agency key and an access token', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partner.partnerUid, agencyUid)
    for (const one of [key, token]) {
      for (const method of ['GET', 'PUT']) {
        const body = method === 'PUT' ? { version: 'v3.3' } : undefined
        const answer = await server.request(method, '/api/version', { key: one, body })
        assert.deepEqual([answer.status, answer.body.code], [403, 'OPERATION_NOT_PERMITTED'])
      }
    }
  })

  it('401 for a client id that no database holds', async () => {
    const authorization = `Basic ${Buffer.from('a\0b:c').toString('base64')}`
    const answer = await server.request('GET', '/api/version', { headers: { authorization } })
    assert.deepEqual([answer.status, answer.body.code], [401, 'INVALID_CLIENT'])
  })

  it('401 with a Basic challenge without credentials, 405 for another method', async () => {
    const nobody = await server.request('GET', '/api/version')
    assert.equal(nobody.status, 401)
    assert.equal(nobody.headers.get('www-authenticate'), 'Basic realm="lodgepole"')
    const other = await server.request('DELETE', '/api/version', { headers: headers() })
    assert.deepEqual([other.status, other.body.code], [405, 'METHOD_NOT_ALLOWED'])
  })
})
