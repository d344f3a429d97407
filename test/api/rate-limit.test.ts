/** contract/general.md §6: requests per credential and hour. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { buildApp } from '../../src/server/app.ts'
import * as make from '../fixtures/rows.ts'
import { exampleNow, send, startServer, type TestResponse } from '../support/server.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '3' })
const generous = await startServer()
const unlimited = await startServer({ RATE_LIMIT_PER_HOUR: '0' })

beforeEach(() => server.clock.set(exampleNow))

const path = '/api/v3.3/agencies'
const get = (key: string, to = path) => server.request('GET', to, { key })

const limitHeaders = ({ headers }: TestResponse) => [
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
  headers.get('ratelimit-policy'),
  headers.get('ratelimit'),
]

describe('the headers', () => {
  it('count down exactly', async () => {
    const { key } = await make.makeAgency(generous)
    for (const left of [9_999, 9_998, 9_997]) {
      const response = await generous.request('GET', path, { key })
      assert.deepEqual(limitHeaders(response), [
        '10000',
        String(left),
        '"hour";q=10000;w=3600',
        `"hour";r=${left};t=3600`,
      ])
    }
  })

  it('say how many seconds are left of the hour', async () => {
    const { key } = await make.makeAgency(server)
    await get(key)
    server.clock.set('2026-05-20T15:39:56Z')
    assert.equal((await get(key)).headers.get('ratelimit'), '"hour";r=1;t=1204')
  })

  it('are on refusals of authenticated requests too', async () => {
    const { key } = await make.makeAgency(generous)
    const paths = ['/api/v3.3/nonsense', '/api/v3.3/leads', '/v2/leads/x', '/v2/nonsense']
    for (const [i, to] of paths.entries()) {
      const response = await generous.request('GET', to, { key })
      assert.ok(response.status >= 400)
      assert.equal(response.headers.get('x-ratelimit-remaining'), String(9_999 - i), to)
    }
  })

  it('are absent without authentication', async () => {
    const refused = await generous.request('GET', path, { key: 'nonsense' })
    const open = await generous.request('GET', '/api/v3.3/openapi.json')
    for (const response of [refused, open]) {
      assert.deepEqual(limitHeaders(response), [null, null, null, null])
    }
  })

  it('without a limit say 1000000000 and leave the IETF fields out', async () => {
    const { key } = await make.makeAgency(unlimited)
    for (let i = 0; i < 3; i++) {
      const response = await unlimited.request('GET', path, { key })
      assert.deepEqual(limitHeaders(response), ['1000000000', '1000000000', null, null])
    }
  })
})

describe('over the limit', () => {
  it('429 with Retry-After, remaining 0, and the text', async () => {
    const { key } = await make.makeAgency(server)
    for (let i = 0; i < 3; i++) assert.equal((await get(key)).status, 200)
    server.clock.set('2026-05-20T15:10:00Z')
    const response = await get(key)
    assert.deepEqual([response.status, response.body.code], [429, 'RATE_LIMITED'])
    const text = 'Rate limit of 3 requests per hour exceeded'
    assert.equal(response.body.apiErrorMessage, text)
    assert.equal(response.headers.get('retry-after'), '3000')
    assert.deepEqual(limitHeaders(response), ['3', '0', '"hour";q=3;w=3600', '"hour";r=0;t=3000'])
  })

  it('200 again an hour after the first request, 429s not counted', async () => {
    const { key } = await make.makeAgency(server)
    for (let i = 0; i < 10; i++) await get(key)
    server.clock.set('2026-05-20T15:59:59.999Z')
    assert.equal((await get(key)).status, 429)
    server.clock.set('2026-05-20T16:00:00Z')
    const response = await get(key)
    assert.deepEqual([response.status, response.headers.get('x-ratelimit-remaining')], [200, '2'])
  })

  it('a GraphQL call counts one', async () => {
    const { key } = await make.makeAgency(server)
    const query = '{ a: __typename b: __typename c: __typename d: __typename }'
    for (const left of ['2', '1', '0']) {
      const { headers } = await server.request('POST', '/v2/leadsql', { key, body: query })
      assert.equal(headers.get('x-ratelimit-remaining'), left)
    }
    const refused = await server.request('POST', '/v2/leadsql', { key, body: query })
    assert.equal(refused.status, 429)
    assert.equal(refused.body.errors[0].extensions.code, 'RATE_LIMITED')
  })

  it('precedes all other errors of the request', async () => {
    const { key } = await make.makeAgency(server)
    for (let i = 0; i < 3; i++) await get(key)
    assert.equal((await get(key, '/api/v3.3/nonsense')).status, 429)
  })
})

describe('requests that are counted together', () => {
  it('a key on all versions', async () => {
    const { key } = await make.makeAgency(server)
    for (const version of ['api/v3', 'api/v3.2', 'v2']) await get(key, `/${version}/agencies`)
    assert.equal((await get(key)).status, 429)
  })

  it('not two keys of one agency', async () => {
    const { agencyUid, key } = await make.makeAgency(server)
    const further = await make.makeKey(server, agencyUid)
    for (let i = 0; i < 4; i++) await get(key)
    assert.equal((await get(further.secret)).status, 200)
  })

  it('all tokens of a partner for one agency', async () => {
    const { partnerUid } = await make.makePartner(server)
    const { agencyUid } = await make.makeAgency(server)
    const other = await make.makeAgency(server)
    const token = () => make.makeToken(server, partnerUid, agencyUid)
    const tokens = [await token(), await token()]
    for (let i = 0; i < 3; i++) await get(tokens[0]!)
    assert.equal((await get(tokens[1]!)).status, 429)
    const elsewhere = await make.makeToken(server, partnerUid, other.agencyUid)
    assert.equal((await get(elsewhere)).status, 200)
  })

  it("a partner's key and its client secret", async () => {
    const partner = await make.makePartner(server)
    const authorization = `${partner.clientId}:${partner.clientSecret}`
    for (let i = 0; i < 2; i++)
      await server.request('GET', '/v2/leads', { headers: { authorization } })
    const response = await get(partner.key, '/v2/agencies')
    assert.equal(response.headers.get('x-ratelimit-remaining'), '0')
  })

  it('a limit of its own of a key', async () => {
    const { agencyUid } = await make.makeAgency(server)
    const { uid, secret } = await make.makeKey(server, agencyUid)
    const { kysely } = server.database
    const own = { rate_limit_per_hour: 1 }
    await kysely.updateTable('api_keys').set(own).where('uid', '=', uid).execute()
    assert.equal((await get(secret)).headers.get('x-ratelimit-limit'), '1')
    assert.equal((await get(secret)).status, 429)
  })
})

describe('the count is exact', () => {
  it('under 50 concurrent requests', async () => {
    const { key } = await make.makeAgency(generous)
    const all = Array.from({ length: 50 }, () => generous.request('GET', path, { key }))
    const responses = await Promise.all(all)
    const left = responses.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    const expected = Array.from({ length: 50 }, (_, i) => 9_999 - i)
    assert.deepEqual(
      left.sort((a, b) => b - a),
      expected,
    )
  })

  it('for a process whose clock is a little behind', async () => {
    const { key } = await make.makeAgency(generous)
    const left: string[] = []
    for (const behindMs of [0, 5, 10]) {
      generous.clock.set(new Date(new Date(exampleNow).getTime() - behindMs))
      const { headers } = await generous.request('GET', path, { key })
      left.push(headers.get('x-ratelimit-remaining')!)
    }
    generous.clock.set(exampleNow)
    assert.deepEqual(left, ['9999', '9998', '9997'])
  })

  it('over two servers on one database', async () => {
    const app = await buildApp(server)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      const { key } = await make.makeAgency(server)
      const both = Array.from({ length: 10 }, (_, i) =>
        send(`${i % 2 === 0 ? url : server.url}${path}`, 'GET', { key }),
      )
      const statuses = (await Promise.all(both)).map(({ status }) => status)
      assert.deepEqual(statuses.sort(), [...Array(3).fill(200), ...Array(7).fill(429)])
    } finally {
      await app.close()
    }
  })
})
