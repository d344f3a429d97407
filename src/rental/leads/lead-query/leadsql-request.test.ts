import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead } from '../../../../test/fixtures/rows.ts'
import { raw } from '../../../../test/support/raw-http.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const uid = await makeLead(server, agencyUid)

const document = `{ leads(agencyUid: "${agencyUid}") { uid } }`
const withVariable = 'query Q($a: String) { leads(agencyUid: $a) { uid } }'
const expectedBody = { data: { leads: [{ uid }] } }

const post = (body: unknown, headers: Record<string, string> = {}, path = '/v2/leadsql') =>
  server.request('POST', path, { key, headers, body })

describe('POST /v2/leadsql, a JSON object', () => {
  for (const absent of [{}, { variables: null, operationName: null }, { variables: {} }]) {
    it(`200: accepts ${JSON.stringify(absent)} with the query`, async () => {
      const { status, headers, body } = await post({ query: document, ...absent })
      assert.equal(status, 200)
      assert.match(headers.get('content-type') ?? '', /^application\/json\b/)
      assert.deepEqual(body, expectedBody)
    })
  }

  it('200: ignores a wrong name of the only operation', async () => {
    for (const query of [document, `query Known ${document}`]) {
      assert.deepEqual((await post({ query, operationName: 'GetLeads' })).body, expectedBody)
    }
  })

  it('400: rejects JSON with more than 32 levels, whatever its document', async () => {
    const nestArrays = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
    const postNested = (depth: number) =>
      post({ query: document, variables: { a: nestArrays(depth) } })
    assert.deepEqual((await postNested(30)).body, expectedBody)
    const { status, body } = await postNested(31)
    assert.deepEqual([status, body.code], [400, 'MALFORMED_BODY'])
    const deep = `{ ${'... { '.repeat(33)}${'} '.repeat(33)}}`
    assert.equal((await post({ query: deep })).status, 200)
    const variables = `{"a":${JSON.stringify(nestArrays(32))}}`
    const path = `/v2/leadsql?${new URLSearchParams({ query: document, variables })}`
    assert.equal((await server.request('GET', path, { key })).status, 400)
  })

  it('400: rejects a body that is not UTF-8', async () => {
    const headers = { 'x-hostfully-apikey': key }
    const body = Buffer.from(document.replace('{', '{ # ü\n'), 'latin1')
    const response = await raw(server, '/v2/leadsql', { method: 'POST', headers, body })
    assert.deepEqual([response.status, response.body.code], [400, 'MALFORMED_BODY'])
    assert.equal(response.body.errors[0].message, 'The request body is not UTF-8')
  })

  it('200: accepts a variable and an operation name', async () => {
    const query = `${withVariable} query Other { leads { uid } }`
    const { body } = await post({ query, variables: { a: agencyUid }, operationName: 'Q' })
    assert.deepEqual(body, expectedBody)
  })

  it('200: ignores extensions', async () => {
    const { body } = await post({ query: document, extensions: { persistedQuery: 1 }, x: [1] })
    assert.deepEqual(body, expectedBody)
  })

  for (const type of ['application/json', 'text/plain', 'application/graphql', 'x/y; z']) {
    it(`200: accepts the content type ${type}`, async () => {
      const { body } = await post({ query: document }, { 'content-type': type })
      assert.deepEqual(body, expectedBody)
    })
  }

  it('200 after a byte order mark', async () => {
    const { body } = await post(`\uFEFF${JSON.stringify({ query: document })}`)
    assert.deepEqual(body, expectedBody)
  })
})

describe('POST /v2/leadsql, a bare document', () => {
  for (const type of ['application/graphql', 'application/json', 'application/xml']) {
    it(`200: accepts ${type}`, async () => {
      const { status, body } = await post(document, { 'content-type': type })
      assert.equal(status, 200)
      assert.deepEqual(body, expectedBody)
    })
  }

  it('200: accepts a form with an equals sign in its text', async () => {
    const type = 'application/x-www-form-urlencoded'
    const { body } = await post(`# a=b\n${document}`, { 'content-type': type })
    assert.deepEqual(body, expectedBody)
  })

  it('200: accepts a request without a content type', async () => {
    const body = new TextEncoder().encode(document)
    const headers = { 'x-hostfully-apikey': key }
    const response = await fetch(`${server.url}/v2/leadsql`, { method: 'POST', headers, body })
    assert.deepEqual(await response.json(), expectedBody)
  })

  it('200 after a byte order mark', async () => {
    assert.deepEqual((await post(`\uFEFF${document}`)).body, expectedBody)
  })

  for (const body of ['"{ leads { uid } }"', '42']) {
    it(`200: returns a syntax error for ${body}`, async () => {
      const { status, body: result } = await post(body)
      assert.equal(status, 200)
      assert.equal(result.errors[0].extensions.code, 'GRAPHQL_PARSE_FAILED')
    })
  }
})

describe('a client that accepts application/graphql-response+json', () => {
  const responseType = 'application/graphql-response+json'
  const send = (accept: string, query: string, path = '/v2/leadsql') =>
    server.request('POST', path, { key, body: { query }, headers: { accept } })

  it('200: returns that type, also from the cache', async () => {
    for (let i = 0; i < 3; i++) {
      const { status, headers, body } = await send(responseType, document)
      assert.deepEqual([status, headers.get('content-type')], [200, responseType])
      assert.deepEqual(body, expectedBody)
    }
    const { headers } = await send('application/json', document)
    assert.equal(headers.get('content-type'), 'application/json')
  })

  it('400: rejects an invalid document, without data', async () => {
    for (const path of ['/v2/leadsql', '/api/v3.3/graphql']) {
      for (const query of ['{ leads', '{ nothing }']) {
        const { status, headers, body } = await send(responseType, query, path)
        assert.deepEqual([status, headers.get('content-type')], [400, responseType])
        assert.deepEqual(Object.keys(body), ['errors'])
      }
    }
  })

  for (const accept of [
    `${responseType}, application/json`,
    `application/json;q=0.5, ${responseType}`,
    `${responseType}, */*;q=0.1`,
    '*/*',
    `${responseType};q=0`,
  ]) {
    it(`200: returns application/json for ${accept}`, async () => {
      const { status, headers, body } = await send(accept, '{ nothing }')
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/json'])
      assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    })
  }
})

describe('POST /v2/leadsql, unreadable requests', () => {
  it('400: rejects truncated JSON, which is not a document', async () => {
    const { status, body } = await post('{"query": "{ leads')
    assert.deepEqual([status, body.code], [400, 'MALFORMED_BODY'])
  })

  const assertRejected = (
    response: Awaited<ReturnType<typeof post>>,
    code: string,
    text: string,
  ) => {
    assert.equal(response.status, 400)
    assert.equal(response.body.apiErrorMessage, text)
    assert.equal(response.body.code, code)
    assert.equal(response.body.errors.length, 1)
    assert.equal(response.body.errors[0].message, text)
    const { uid } = response.body
    const { extensions } = response.body.errors[0]
    assert.deepEqual({ ...extensions }, { ...extensions, code, status: 400, uid })
    assert.equal('data' in response.body, false)
  }

  it('400 MALFORMED_BODY: rejects JSON that is cut off', async () => {
    for (const body of ['{"query": "{ leads', ' { "query": 1', '[{"query":']) {
      assertRejected(await post(body), 'MALFORMED_BODY', 'Malformed JSON request body')
    }
  })

  for (const body of ['[]', `[${JSON.stringify({ query: document })}]`]) {
    it(`400: rejects the array ${body.slice(0, 12)}`, async () => {
      assertRejected(await post(body), 'INVALID_PARAMETER', 'Batched requests are not supported')
    })
  }

  for (const body of ['', ' \n', '\uFEFF', '{}', '{"query":null}', '{"query":["{ a }"]}']) {
    it(`400: rejects ${JSON.stringify(body)}, which has no query`, async () => {
      assertRejected(await post(body), 'REQUIRED_PARAMETER', 'query is required')
    })
  }

  for (const variables of ['{"a":1}', [1], 7]) {
    it(`400: rejects variables other than an object: ${JSON.stringify(variables)}`, async () => {
      const { status, body } = await post({ query: document, variables })
      assert.equal(status, 400)
      assert.equal(body.code, 'INVALID_PARAMETER')
      assert.equal(body.parameter, 'variables')
      assert.equal(body.errors.length, 1)
    })
  }
})

describe('GET /v2/leadsql', () => {
  const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
    server.request('GET', `/v2/leadsql?${new URLSearchParams(parameters)}`, { key, headers })

  it('200: accepts a query', async () => {
    assert.deepEqual((await get({ query: document })).body, expectedBody)
  })

  it('200: accepts a query with variables and an operation name', async () => {
    const query = `${withVariable} query Other { leads { uid } }`
    const variables = JSON.stringify({ a: agencyUid })
    assert.deepEqual((await get({ query, variables, operationName: 'Q' })).body, expectedBody)
    assert.deepEqual((await get({ query: document, operationName: 'Q' })).body, expectedBody)
  })

  it('200: returns JSON for a query from a browser', async () => {
    const { headers, body } = await get({ query: document }, { accept: 'text/html' })
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/)
    assert.deepEqual(body, expectedBody)
  })

  for (const parameters of [{}, { query: '' }, { variables: '{}' }]) {
    it(`400: rejects ${JSON.stringify(parameters)}, which has no query`, async () => {
      const { status, body } = await get(parameters as Record<string, string>)
      assert.equal(status, 400)
      assert.equal(body.apiErrorMessage, 'query is required')
      assert.equal(body.errors[0].extensions.code, 'REQUIRED_PARAMETER')
    })
  }

  it('400: rejects variables that are not JSON', async () => {
    const { status, body } = await get({ query: document, variables: '{a' })
    assert.equal(status, 400)
    assert.equal(body.parameter, 'variables')
  })
})

describe('/v2/leadsql, spellings of the address', () => {
  for (const path of ['/v2/leadsql/', '//v2//leadsql', '/v2/leadsql//']) {
    it(`200: serves ${path}`, async () => {
      assert.deepEqual((await post(document, {}, path)).body, expectedBody)
    })
  }

  it('405: rejects another method', async () => {
    const { status, headers } = await server.request('PUT', '/v2/leadsql', { key, body: document })
    assert.equal(status, 405)
    assert.match(headers.get('allow') ?? '', /POST/)
  })
})

describe('/v2/leadsql, queries only', () => {
  for (const operation of ['mutation', 'subscription']) {
    it(`200: returns one validation error for a ${operation}`, async () => {
      const { status, body } = await leadQuery(server, key, `${operation} ${document}`)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['errors'])
      assert.equal(body.errors.length, 1)
      assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    })
  }

  it('200: accepts introspection with a credential', async () => {
    const { body } = await leadQuery(server, key, '{ __schema { queryType { name } } }')
    assert.deepEqual(body, { data: { __schema: { queryType: { name: 'leadQuery' } } } })
  })

  it('200: returns introspection and leads, in the order of the selection', async () => {
    const query = `{ __typename t: __type(name: "leadQuery") { name } ${document.slice(1)}`
    const { text } = await leadQuery(server, key, query)
    const leads = `"leads":[{"uid":"${uid}"}]`
    assert.equal(text, `{"data":{"__typename":"leadQuery","t":{"name":"leadQuery"},${leads}}}`)
  })

  it('401: rejects introspection without a credential', async () => {
    const query = '{ __schema { queryType { name } } }'
    const { status, body } = await server.request('POST', '/v2/leadsql', { body: query })
    assert.equal(status, 401)
    assert.equal('data' in body, false)
  })
})
