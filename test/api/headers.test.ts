/** contract/general.md §10: headers of responses. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createServer } from '../../src/platform/rest/server.ts'
import { buildApp } from '../../src/server/app.ts'
import { makeAgency, makeLead } from '../fixtures/rows.ts'
import { raw } from '../support/raw-http.ts'
import { send, startServer } from '../support/server.ts'

const server = await startServer()
const open = await startServer({
  PUBLIC_URL: 'https://stay.example.org',
  CORS_ORIGINS: 'https://app.example.org, https://other.example.org',
  QUERY_PAGE: 'true',
})
let key: string
let agencyUid: string

before(async () => {
  const agency = await makeAgency(server)
  key = agency.key
  agencyUid = agency.agencyUid
  for (let i = 0; i < 20; i++) await makeLead(server, agencyUid)
})

const addresses: [string, number][] = [
  ['/api/v3.3/agencies', 200],
  ['/v2/agencies', 200],
  ['/api/v3.3/leads', 400],
  ['/api/v3.3/leads/x', 404],
  ['/api/v3.3/nonsense', 404],
  ['/api/v9', 401],
  ['/v1/leads', 410],
  ['/api/versions', 200],
  ['/api/v3.3/webhooks/event-types', 200],
  ['/nonsense', 404],
]

describe('every response', () => {
  for (const [path, expected] of addresses) {
    it(`${expected} from ${path} carries the fixed headers`, async () => {
      const { status, headers } = await server.request('GET', path, { key })
      assert.equal(status, expected)
      const vary =
        'origin, access-control-request-method, access-control-request-headers, accept-encoding'
      assert.equal(headers.get('vary'), vary)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('x-xss-protection'), '1; mode=block')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('strict-transport-security'), null)
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      assert.match(headers.get('x-trace-id') ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    })
  }

  it('has a trace id of its own', async () => {
    const ids = [1, 2].map(async () => {
      const { headers } = await server.request('GET', '/api/v3.3/agencies', { key })
      return headers.get('x-trace-id')
    })
    const [first, second] = await Promise.all(ids)
    assert.notEqual(first, second)
  })

  it('accepts a UUID sent as x-trace-id', async () => {
    const id = randomUUID()
    const headers = { 'x-trace-id': id }
    const response = await server.request('GET', '/api/v3.3/leads/x', { key, headers })
    assert.equal(response.headers.get('x-trace-id'), id)
  })

  it('ignores any other x-trace-id', async () => {
    const headers = { 'x-trace-id': 'my-trace' }
    const response = await server.request('GET', '/api/v3.3/agencies', { key, headers })
    assert.match(response.headers.get('x-trace-id') ?? '', /^[0-9a-f-]{36}$/)
  })

  it('is HSTS when the public address is https', async () => {
    const { headers } = await open.request('GET', '/api/v3.3/agencies')
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000')
  })
})

describe('HSTS_INCLUDE_SUBDOMAINS', () => {
  it('binds the hosts below that of the public address, too', async () => {
    const HSTS_INCLUDE_SUBDOMAINS = 'true'
    const wide = await startServer({ PUBLIC_URL: 'https://stay.example', HSTS_INCLUDE_SUBDOMAINS })
    const { headers } = await wide.request('GET', '/api/v3.3/agencies')
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains')
  })
})

describe('x-api-version', () => {
  const labels = { '/v2': 'v2', '/v3': 'v3.0', '/api/v3.1': 'v3.1', '/api/v3.3': 'v3.3' }
  for (const [prefix, label] of Object.entries(labels)) {
    it(`is ${label} below ${prefix}, refusals included`, async () => {
      for (const path of ['/agencies', '/leads', '/leads/x', '/nonsense']) {
        const { headers } = await server.request('GET', prefix + path, { key })
        assert.equal(headers.get('x-api-version'), label, path)
      }
      const refused = await server.request('GET', `${prefix}/agencies`)
      assert.deepEqual([refused.status, refused.headers.get('x-api-version')], [401, label])
    })
  }

  it('is absent outside the versions', async () => {
    for (const path of ['/api/versions', '/api/v9', '/nonsense']) {
      const { headers } = await server.request('GET', path)
      assert.equal(headers.get('x-api-version'), null)
    }
  })
})

describe('a page', () => {
  it('has a strict policy and no referrer at every address', async () => {
    const pageHeaders = await visitPages()
    const names = [...pageHeaders.keys()].map(path => path.replace(/v[23][.\d]*/, 'v*'))
    assert.deepEqual([...new Set(names)].sort(), pages)
    for (const [path, headers] of pageHeaders) {
      const policy = parsePolicy(headers['content-security-policy'])
      assert.match(policy['default-src'], /^'(none|self)'$/, path)
      assert.equal(policy['frame-ancestors'], "'none'", path)
      assert.equal(policy['base-uri'], "'none'", path)
      assert.match(policy['form-action'], /^('none'|'self'( https:)?)$/, path)
      assert.doesNotMatch(policy['script-src'] ?? policy['default-src'], /unsafe|https?:|\*/, path)
      assert.equal(headers['x-frame-options'], 'DENY', path)
      const isConsole = path.startsWith('/console') && !unknownAddresses.includes(path)
      assert.equal(headers['referrer-policy'], isConsole ? 'same-origin' : 'no-referrer', path)
    }
  })

  it('without a policy of its own may load nothing', async () => {
    const settings = { logLevel: 'silent', hsts: null, trustProxy: [], corsOrigins: [] }
    const app = await createServer({ ...settings, metrics: server.metrics })
    app.get('/', async (_request, reply) => reply.type('text/html').send('<p>Hello'))
    const { headers } = await app.inject('/')
    await app.close()
    const none = "'none'"
    assert.deepEqual(parsePolicy(headers['content-security-policy']), {
      'default-src': none,
      'form-action': none,
      'base-uri': none,
      'frame-ancestors': none,
    })
  })
})

function parsePolicy(header: unknown) {
  const directives = String(header).split('; ')
  return Object.fromEntries(directives.map(directive => directive.split(/ (.*)/, 2)))
}

/** Requests every page that a browser without a credential may see, and returns the headers. */
async function visitPages() {
  const app = await buildApp(open)
  const pageHeaders = new Map<string, Record<string, unknown>>()
  const paths = parsePaths(app.printRoutes({ commonPrefix: false }))
  for (const [i, path] of paths.entries()) {
    const url = path.replace(/:\w+/g, agencyUid)
    // An address with many failures is delayed at each further failure.
    const remoteAddress = `10.0.${Math.floor(i / 250)}.${i % 250}`
    const { headers } = await app.inject({ url, remoteAddress, headers: { accept: 'text/html' } })
    if (String(headers['content-type']).startsWith('text/html')) pageHeaders.set(path, headers)
  }
  await app.close()
  return pageHeaders
}

const pages = [
  '/api/auth/oauth/access',
  '/api/auth/oauth/authorize',
  '/api/v*/auth/oauth/access',
  '/api/v*/auth/oauth/authorize',
  '/api/v*/graphql',
  '/console*',
  '/console/assets/:file',
  '/console/new-agency/:token',
  '/console/password',
  '/console/sign-in',
  '/console/welcome/:token',
  '/docs',
  '/docs/',
  '/docs/query-page/:build/:file',
  '/docs/reference/:build/:file',
  '/docs/unversioned',
  '/docs/v*',
  '/p/:propertyUid',
  '/p/:propertyUid/:slug',
  '/v*/leadsql',
]

/** Addresses below /console without a page or file, at which a browser gets a plain page. */
const unknownAddresses = ['/console*', '/console/assets/:file']

/** Parses the GET patterns of the tree that Fastify prints: four columns a level. */
function parsePaths(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, indent = '', part, methods = ''] = /^(.*?── )(\S+)(?: \((.*)\))?/.exec(line) ?? []
    if (part === undefined) return []
    const depth = indent.length / 4
    above.splice(depth - 1, Infinity, part)
    return methods.split(', ').includes('GET') ? [above.join('')] : []
  })
}

describe('gzip', () => {
  const path = () => `/api/v3.3/leads?agencyUid=${agencyUid}`

  it('is used on request, with one entry in vary', async () => {
    const response = await fetch(server.url + path(), {
      headers: { 'x-hostfully-apikey': key, 'accept-encoding': 'gzip' },
    })
    assert.equal(response.headers.get('content-encoding'), 'gzip')
    assert.equal(response.headers.get('vary')?.match(/accept-encoding/g)?.length, 1)
  })

  it('is what it says it is', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const { get } = await import('node:http')
    const headers = { 'x-hostfully-apikey': key, 'accept-encoding': 'gzip' }
    get(server.url + path(), { headers, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    })
    assert.equal(JSON.parse(gunzipSync(await promise).toString()).leads.length, 20)
  })

  for (const encoding of ['', 'identity', 'br', 'nonsense', 'gzip;q=0']) {
    it(`is not for '${encoding}', and nothing else is`, async () => {
      const headers = { 'x-hostfully-apikey': key, 'accept-encoding': encoding }
      const response = await raw(server, path(), { headers })
      assert.equal(response.headers['content-encoding'], undefined)
      assert.equal(response.body.leads.length, 20)
    })
  }
})

describe('CORS', () => {
  const origin = 'https://app.example.org'
  const preflight = {
    origin,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'x-hostfully-apikey',
  }

  it('is off by default', async () => {
    const { headers } = await server.request('GET', '/api/v3.3/agencies', {
      key,
      headers: { origin },
    })
    assert.equal(headers.get('access-control-allow-origin'), null)
  })

  for (const one of [origin, 'https://other.example.org']) {
    it(`lets ${one} read responses`, async () => {
      const { headers } = await open.request('GET', '/api/v3.3/agencies', {
        headers: { origin: one },
      })
      assert.equal(headers.get('access-control-allow-origin'), one)
    })
  }

  it('lets no other origin', async () => {
    const headers = { origin: 'https://evil.example.org' }
    const response = await send(`${open.url}/api/v3.3/agencies`, 'GET', { headers })
    assert.equal(response.headers.get('access-control-allow-origin'), null)
  })

  it('lets those origins send credentials, Idempotency-Key, If-Match and Content-Type', async () => {
    const path = '/api/v3.3/agencies/x'
    const { status, headers } = await raw(open, path, { method: 'OPTIONS', headers: preflight })
    assert.equal(status, 204)
    assert.equal(headers['access-control-allow-origin'], origin)
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(/, */)
    const requiredHeaders = ['authorization', 'content-type', 'idempotency-key', 'if-match']
    assert.deepEqual(allowed.sort(), [...requiredHeaders, 'x-hostfully-apikey'])
    assert.match(String(headers['access-control-allow-methods']), /PATCH/)
  })

  it('leaves the fixed vary header', async () => {
    const { headers } = await open.request('GET', '/api/v3.3/agencies', { headers: { origin } })
    const varyFields = headers.get('vary')?.toLowerCase().split(/, */) ?? []
    assert.deepEqual([varyFields.length, new Set(varyFields).size], [4, 4])
  })
})
