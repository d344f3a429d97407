/**
 * contract/versions.md §1, §2; contract/messaging.md §10: served, deprecated and removed versions.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { makeAgency } from '../fixtures/rows.ts'
import { raw } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
let key: string
let agencyUid: string

before(async () => {
  const agency = await makeAgency(server)
  key = agency.key
  agencyUid = agency.agencyUid
})

const versionsPage = '</docs/versions>'

describe('a version that never existed', () => {
  for (const version of ['v9', 'v2', 'v3.4', 'v3.', 'v3.03', 'foo', 'v33']) {
    for (const credential of ['', 'nonsense', 'good']) {
      it(`401 for /api/${version} with ${credential || 'no'} credential`, async () => {
        const sent = credential === 'good' ? key : credential
        const headers = { 'x-hostfully-apikey': sent }
        const response = await raw(server, `/api/${version}/leads`, { headers })
        assert.deepEqual([response.status, response.body.code], [401, 'UNKNOWN_API_VERSION'])
        assert.equal(response.body.apiErrorMessage, `Unknown api version: ${version}`)
        assert.equal(response.headers['www-authenticate'], 'Bearer realm="lodgepole"')
      })
    }
  }

  it('401 for every method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await raw(server, '/api/v9', { method, body: 'x' })
      assert.equal(status, 401, method)
    }
  })
})

describe('version 1', () => {
  const general = 'API version 1 was turned off'
  const messaging =
    'This operation was turned off on June 30th 2021; use /api/v3.3/messages and /api/v3.3/threads'
  const sunset = `${versionsPage}; rel="sunset"`
  const operations: [string, string, string, string | null][] = [
    ['GET', '/v1', general, null],
    ['GET', '/v1/leads', general, null],
    ['DELETE', '/v1/leads/x', general, null],
    ['PROPFIND', '/v1/leads', general, null],
    ['GET', '/v1/messages', general, null],
    ['GET', '/v1/threads/x', general, null],
    ['POST', '/v1/threads', general, null],
    ['GET', '/v1/messages/x', messaging, '/api/v3.3/messages'],
    ['POST', '/v1/messages', messaging, '/api/v3.3/messages'],
    ['GET', '/v1/threads', messaging, '/api/v3.3/threads'],
    ['GET', '//v1/threads/?leadUid=x', messaging, '/api/v3.3/threads'],
  ]
  for (const [method, path, text, successor] of operations) {
    it(`410 for ${method} ${path} without a credential`, async () => {
      const { status, body, headers } = await raw(server, path, { method })
      assert.deepEqual([status, body.code, body.apiErrorMessage], [410, 'API_VERSION_GONE', text])
      assert.equal(headers.deprecation, '@1711929600')
      assert.equal(headers.sunset, 'Tue, 30 Apr 2024 23:59:59 GMT')
      const twin = successor ? `<${successor}>; rel="successor-version", ` : ''
      assert.equal(headers.link, `${twin}${sunset}`)
    })
  }
})

describe('local spots', () => {
  const addresses: [string, string][] = [
    ['/v2/localspots', 'v2'],
    ['/v2/localspots/x', 'v2'],
    ['/api/v3/local-spots', 'v3.0'],
    ['/v3.2/local-spots/x/y', 'v3.2'],
    ['/api/v3.3/local-spots', 'v3.3'],
  ]
  for (const [path, version] of addresses) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      it(`410 for ${method} ${path} without a credential`, async () => {
        const { status, body, headers } = await raw(server, path, { method })
        assert.deepEqual([status, body.code], [410, 'ENDPOINT_REMOVED'])
        assert.equal(body.apiErrorMessage, 'This endpoint was removed in May 2025')
        assert.equal(headers.deprecation, '@1743465600')
        assert.equal(headers.sunset, 'Sat, 31 May 2025 23:59:59 GMT')
        assert.equal(headers.link, `${versionsPage}; rel="sunset"`)
        assert.equal(headers['x-api-version'], version)
      })
    }
  }
})

describe('v2 REST is deprecated', () => {
  const linkTo = (path: string) =>
    `${versionsPage}; rel="deprecation", </api/v3.3${path}>; rel="successor-version"`

  it('200 with the headers and the twin in v3.3', async () => {
    const { headers } = await server.request('GET', '/v2/agencies?limit=1', { key })
    assert.equal(headers.get('deprecation'), '@1711929600')
    assert.equal(headers.get('sunset'), null)
    assert.equal(headers.get('link'), linkTo('/agencies'))
  })

  it('404 with the headers too', async () => {
    const { status, headers } = await server.request('GET', '/v2/leads/x', { key })
    assert.equal(status, 404)
    assert.equal(headers.get('deprecation'), '@1711929600')
    assert.equal(headers.get('link'), linkTo('/leads/x'))
  })

  it('404 of a very long address without its twin, which clients could not read', async () => {
    const path = `/v2/leads/${'x'.repeat(20_000)}`
    const { status, headers } = await server.request('GET', path, { key })
    assert.equal(status, 404)
    assert.equal(headers.get('link'), `${versionsPage}; rel="deprecation"`)
  })

  for (const path of ['/v2/leadsql', '/api/v3.0/graphql', '/api/v3.3/graphql']) {
    it(`${path} is not`, async () => {
      const { headers } = await server.request('POST', path, { key, body: '{ __typename }' })
      assert.deepEqual([headers.get('deprecation'), headers.get('link')], [null, null])
    })
  }

  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`${version} is not`, async () => {
      const { headers } = await server.request('GET', `/api/${version}/agencies`, { key })
      assert.deepEqual([headers.get('deprecation'), headers.get('link')], [null, null])
    })
  }
})

describe('the page that the headers name', () => {
  it('200 from /docs/versions', async () => {
    const { status, text } = await server.request('GET', '/docs/versions')
    assert.equal(status, 200)
    assert.match(text, /v3\.3/)
  })
})

describe('GET /api/versions', () => {
  it('200 with v1 to v3.3, ascending, without a credential', async () => {
    const { status, body } = await server.request('GET', '/api/versions')
    assert.equal(status, 200)
    const states = body.versions.map((v: Record<string, unknown>) => [v.version, v.state])
    assert.deepEqual(states, [
      ['v1', 'GONE'],
      ['v2', 'DEPRECATED'],
      ['v3.0', 'SUPPORTED'],
      ['v3.1', 'SUPPORTED'],
      ['v3.2', 'SUPPORTED'],
      ['v3.3', 'CURRENT'],
    ])
  })

  it('each entry has the same keys', async () => {
    const { body } = await server.request('GET', '/api/versions')
    assert.deepEqual(body.versions.at(-1), {
      version: 'v3.3',
      basePath: '/api/v3.3',
      state: 'CURRENT',
      deprecatedAt: null,
      sunsetAt: null,
      openApiUrl: '/api/v3.3/openapi.json',
    })
    const keys = body.versions.map((v: object) => Object.keys(v).join())
    assert.equal(new Set(keys).size, 1)
  })

  it('405 for another method, 204 for OPTIONS', async () => {
    const posted = await server.request('POST', '/api/versions', { body: {} })
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
    const preflight = await server.request('OPTIONS', '/api/versions')
    assert.deepEqual(
      [preflight.status, preflight.headers.get('allow')],
      [204, 'GET, HEAD, OPTIONS'],
    )
  })
})

describe('the document of a version', () => {
  for (const label of ['v2', 'api/v3', 'api/v3.0', 'api/v3.1', 'api/v3.2', 'api/v3.3']) {
    it(`200 from /${label}/openapi.json without a credential`, async () => {
      const { status, body } = await server.request('GET', `/${label}/openapi.json`)
      assert.equal(status, 200)
      assert.match(body.openapi, /^3\.1/)
      const prefix = label === 'api/v3' ? '/api/v3.0' : `/${label}`
      assert.ok(Object.keys(body.paths).every(path => path.startsWith(`${prefix}/`)))
    })
  }

  it('lists an operation only where it exists', async () => {
    const path = '/agencies/{uid}/settings'
    const younger = await server.request('GET', '/api/v3.3/openapi.json')
    const older = await server.request('GET', '/api/v3.2/openapi.json')
    assert.ok(younger.body.paths[`/api/v3.3${path}`])
    assert.equal(older.body.paths[`/api/v3.2${path}`], undefined)
  })
})

describe('a field that is younger than the version', () => {
  for (const [version, isThere] of [
    ['v3', false],
    ['v3.2', false],
    ['v3.3', true],
  ] as const) {
    it(`is ${isThere ? 'there' : 'absent'} in ${version}`, async () => {
      const { body } = await server.request('GET', `/api/${version}/agencies/${agencyUid}`, { key })
      assert.equal('timeZone' in body.agency, isThere)
    })
  }
})
