/** contract/general.md §1: addresses and versions. */
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

const withKey = () => ({ headers: { 'x-hostfully-apikey': key } })

describe('the spellings of a version', () => {
  const spellings: Record<string, string[]> = {
    'v3.0': ['/api/v3', '/api/v3.0', '/v3', '/v3.0'],
    'v3.1': ['/api/v3.1', '/v3.1'],
    'v3.2': ['/api/v3.2', '/v3.2'],
    'v3.3': ['/api/v3.3', '/v3.3'],
    v2: ['/v2'],
  }
  for (const [version, prefixes] of Object.entries(spellings)) {
    for (const prefix of prefixes) {
      it(`200 from ${prefix}/agencies, which is ${version}`, async () => {
        const { status, headers } = await raw(server, `${prefix}/agencies`, withKey())
        assert.deepEqual([status, headers['x-api-version']], [200, version])
      })
    }
  }
})

describe('a path means the same', () => {
  const variants = (path: string) => [
    `/${path}`,
    path.replaceAll('/', '//'),
    `${path}/`,
    `${path}//`,
    `${path}/?x=1`,
    path.replace('agencies', '%61gencies'),
    path.replace('/v3', '/%763'),
    path.replace('/api', '/%61pi'),
  ]
  for (const variant of variants('/api/v3.3/agencies')) {
    it(`200 from ${variant}`, async () => {
      const { status, body } = await raw(server, variant, withKey())
      assert.equal(status, 200)
      assert.equal(body.agencies[0].uid, agencyUid)
    })
  }

  it('200 with a percent-encoded uid', async () => {
    const encoded = agencyUid.replaceAll('-', '%2D')
    const { status } = await raw(server, `/api/v3.3/agencies/${encoded}`, withKey())
    assert.equal(status, 200)
  })

  it('404 when percent-encoded twice: decoding happens once', async () => {
    const { status } = await raw(server, '/api/v3.3/%2561gencies', withKey())
    assert.equal(status, 404)
  })

  it('404 with the uid when what is decoded holds a slash', async () => {
    const { status, body } = await raw(server, '/api/v3.3/agencies/a%2Fb', withKey())
    assert.deepEqual([status, body.apiErrorMessage], [404, 'Agency not found: a/b'])
  })
})

describe('the query endpoints', () => {
  for (const path of ['/v2/leadsql', '//v2//leadsql/', '/v3.1/graphql', '/api/v3/graphql//']) {
    it(`200 from ${path}`, async () => {
      const sent = { method: 'POST', ...withKey(), body: '{ __typename }' }
      const { status, body } = await raw(server, path, sent)
      assert.equal(status, 200)
      assert.equal(typeof body.data.__typename, 'string')
    })
  }
})

describe('a path means something else', () => {
  const dotted = ['/api/v3.3/./agencies', '/api/v3.3/x/../agencies', '/api/v3.3/agencies/..']
  const encoded = ['/api/v3.3/%2e/agencies', '/api/v3.3/x/%2E%2e/agencies', '/v2/x/.%2e/agencies']
  for (const path of [...dotted, ...encoded, '/api/v3.3/agencies/%zz', '/..', '/./v2/agencies']) {
    it(`404 ENDPOINT_NOT_FOUND for ${path}`, async () => {
      const { status, body } = await raw(server, path, withKey())
      assert.deepEqual([status, body.code], [404, 'ENDPOINT_NOT_FOUND'])
    })
  }

  it('404 in other case', async () => {
    const { status, body } = await raw(server, '/api/v3.3/Agencies', withKey())
    assert.deepEqual([status, body.apiErrorMessage], [404, 'Unknown api: '])
  })

  for (const path of ['/API/v3.3/agencies', '/V2/agencies', '/anything', '/', '/v3x/agencies']) {
    it(`404 ENDPOINT_NOT_FOUND for ${path} without a credential`, async () => {
      const { status, body } = await raw(server, path)
      assert.deepEqual(
        [status, body.code, body.apiErrorMessage],
        [404, 'ENDPOINT_NOT_FOUND', 'Endpoint not found'],
      )
    })
  }
})

describe('an unknown resource', () => {
  for (const version of ['3.0', '3.1', '3.2', '3.3']) {
    for (const path of ['/nonsense', '/agencies/x/y/z', '']) {
      it(`404 'Unknown api: ' for /api/v${version}${path}`, async () => {
        const response = await raw(server, `/api/v${version}${path}`, withKey())
        const { status, body, headers } = response
        assert.deepEqual(
          [status, body.code, body.apiErrorMessage],
          [404, 'UNKNOWN_API', 'Unknown api: '],
        )
        assert.equal(headers['x-api-version'], `v${version}`)
      })
    }

    it(`401 without a credential in v${version}`, async () => {
      const { status, body } = await raw(server, `/api/v${version}/nonsense`)
      assert.deepEqual([status, body.code], [401, 'AUTHENTICATION_REQUIRED'])
    })
  }

  for (const path of ['/nonsense', '/propertiesql', '/employees', '']) {
    it(`404 'Endpoint not found' for /v2${path}`, async () => {
      const { status, body } = await raw(server, `/v2${path}`, withKey())
      assert.deepEqual(
        [status, body.code, body.apiErrorMessage],
        [404, 'ENDPOINT_NOT_FOUND', 'Endpoint not found'],
      )
    })
  }

  it('401 without a credential in v2', async () => {
    const { status, body } = await raw(server, '/v2/nonsense')
    assert.deepEqual([status, body.code], [401, 'AUTHENTICATION_REQUIRED'])
  })

  it('404 for an operation that is younger than the version', async () => {
    const path = `/api/v3.2/agencies/${agencyUid}/settings`
    const { status, body } = await raw(server, path, withKey())
    assert.deepEqual([status, body.apiErrorMessage], [404, 'Unknown api: '])
  })
})

describe('methods', () => {
  it('HEAD answers as GET without a body', async () => {
    const { status, text, headers } = await raw(server, '/api/v3.3/agencies', {
      method: 'HEAD',
      ...withKey(),
    })
    assert.deepEqual([status, text], [200, ''])
    assert.match(headers['content-type'] ?? '', /^application\/json/)
  })

  const allowedMethods: [string, string][] = [
    ['/api/v3.3/agencies', 'GET, HEAD, OPTIONS'],
    ['/api/v3.0/employees/x', 'GET, HEAD, OPTIONS, PUT'],
    ['/v2/leadsql', 'GET, HEAD, OPTIONS, POST'],
    ['/api/v3.3/agencies/x/settings', 'GET, HEAD, OPTIONS, PATCH'],
  ]
  const sorted = (allow: string | undefined) => allow?.split(', ').sort().join(', ')
  for (const [path, allow] of allowedMethods) {
    it(`204 with Allow from OPTIONS ${path}, no credential needed`, async () => {
      const { status, text, headers } = await raw(server, path, { method: 'OPTIONS' })
      assert.deepEqual([status, text, sorted(headers.allow)], [204, '', allow])
    })

    it(`405 with Allow from DELETE ${path}`, async () => {
      const response = await raw(server, path, { method: 'DELETE', ...withKey() })
      assert.deepEqual([response.status, response.body.code], [405, 'METHOD_NOT_ALLOWED'])
      assert.equal(sorted(response.headers.allow), allow)
    })
  }

  for (const prefix of ['/api/v3', '/v3.2']) {
    it(`405 at ${prefix} says from which version on a method exists`, async () => {
      const path = `${prefix}/agencies/${agencyUid}`
      const { status, body } = await raw(server, path, { method: 'PATCH', ...withKey() })
      assert.deepEqual([status, body.code, body.since], [405, 'METHOD_NOT_ALLOWED', 'v3.3'])
      const label = prefix.endsWith('3.2') ? 'v3.2' : 'v3.0'
      const text = `Method PATCH is not allowed here in ${label}, it exists from v3.3 on, allowed methods are: `
      assert.ok(body.apiErrorMessage.startsWith(text), body.apiErrorMessage)
    })
  }

  it('405 says nothing of a version where none has the method', async () => {
    const path = `/api/v3.2/agencies/${agencyUid}`
    const { status, body } = await raw(server, path, { method: 'DELETE', ...withKey() })
    assert.deepEqual([status, 'since' in body], [405, false])
    assert.match(body.apiErrorMessage, /^Method DELETE is not allowed here, allowed methods are: /)
  })

  it('405 for a method nobody has', async () => {
    const { status } = await raw(server, '/api/v3.3/leads', { method: 'PROPFIND', ...withKey() })
    assert.equal(status, 405)
  })
})
