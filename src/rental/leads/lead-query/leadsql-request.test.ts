import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead } from '../../../../test/fixtures/rows.ts'
import { raw } from '../../../../test/support/raw.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const uid = await makeLead(server, agencyUid)

const document = `{ leads(agencyUid: "${agencyUid}") { uid } }`
const withVariable = 'query Q($a: String) { leads(agencyUid: $a) { uid } }'
const answered = { data: { leads: [{ uid }] } }

const post = (body: unknown, headers: Record<string, string> = {}, path = '/v2/leadsql') =>
  server.request('POST', path, { key, headers, body })

describe('POST /v2/leadsql, a JSON object', () => {
  for (const absent of [{}, { variables: null, operationName: null }, { variables: {} }]) {
    it(`200 with ${JSON.stringify(absent)} beside the query`, async () => {
      const { status, headers, body } = await post({ query: document, ...absent })
      assert.equal(status, 200)
      assert.match(headers.get('content-type') ?? '', /^application\/json\b/)
      assert.deepEqual(body, answered)
    })
  }

  it('200 for one operation, sent with a name that is not its own', async () => {
    for (const query of [document, `query Known ${document}`]) {
      assert.deepEqual((await post({ query, operationName: 'GetLeads' })).body, answered)
    }
  })

  it('400 for JSON that nests deeper than 32, whatever a document in it does', async () => {
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
    const sent = (depth: number) => post({ query: document, variables: { a: nested(depth) } })
    assert.deepEqual((await sent(30)).body, answered)
    const { status, body } = await sent(31)
    assert.deepEqual([status, body.code], [400, 'MALFORMED_BODY'])
    const deep = `{ ${'... { '.repeat(33)}${'} '.repeat(33)}}`
    assert.equal((await post({ query: deep })).status, 200)
    const variables = `{"a":${JSON.stringify(nested(32))}}`
    const path = `/v2/leadsql?${new URLSearchParams({ query: document, variables })}`
    assert.equal((await server.request('GET', path, { key })).status, 400)
  })

  it('400 for a body that is no UTF-8', async () => {
    const headers = { 'x-hostfully-apikey': key }
    const body = Buffer.from(document.replace('{', '{ # ü\n'), 'latin1')
    const answer = await raw(server, '/v2/leadsql', { method: 'POST', headers, body })
    assert.deepEqual([answer.status, answer.body.code], [400, 'MALFORMED_BODY'])
    assert.equal(answer.body.errors[0].message, 'The request body is not UTF-8')
  })

  it('200 with a variable and an operation name', async () => {
    const query = `${withVariable} query Other { leads { uid } }`
    const { body } = await post({ query, variables: { a: agencyUid }, operationName: 'Q' })
    assert.deepEqual(body, answered)
  })

  it('200 with extensions ignored', async () => {
    const { body } = await post({ query: document, extensions: { persistedQuery: 1 }, x: [1] })
    assert.deepEqual(body, answered)
  })

  for (const type of ['application/json', 'text/plain', 'application/graphql', 'x/y; z']) {
    it(`200 whether or not the content type is ${type}`, async () => {
      const { body } = await post({ query: document }, { 'content-type': type })
      assert.deepEqual(body, answered)
    })
  }

  it('200 after a byte order mark', async () => {
    const { body } = await post(`\uFEFF${JSON.stringify({ query: document })}`)
    assert.deepEqual(body, answered)
  })
})

describe('POST /v2/leadsql, the document itself', () => {
  for (const type of ['application/graphql', 'application/json', 'application/xml']) {
    it(`200 as ${type}`, async () => {
      const { status, body } = await post(document, { 'content-type': type })
      assert.equal(status, 200)
      assert.deepEqual(body, answered)
    })
  }

  it('200 as a form whose text holds an equals sign', async () => {
    const type = 'application/x-www-form-urlencoded'
    const { body } = await post(`# a=b\n${document}`, { 'content-type': type })
    assert.deepEqual(body, answered)
  })

  it('200 without a content type', async () => {
    const body = new TextEncoder().encode(document)
    const headers = { 'x-hostfully-apikey': key }
    const response = await fetch(`${server.url}/v2/leadsql`, { method: 'POST', headers, body })
    assert.deepEqual(await response.json(), answered)
  })

  it('200 after a byte order mark', async () => {
    assert.deepEqual((await post(`\uFEFF${document}`)).body, answered)
  })

  for (const body of ['"{ leads { uid } }"', '42']) {
    it(`200 with a syntax error for ${body}`, async () => {
      const { status, body: answer } = await post(body)
      assert.equal(status, 200)
      assert.equal(answer.errors[0].extensions.code, 'GRAPHQL_PARSE_FAILED')
    })
  }
})

describe('a client that asks for application/graphql-response+json', () => {
  const responseType = 'application/graphql-response+json'
  const send = (accept: string, query: string, path = '/v2/leadsql') =>
    server.request('POST', path, { key, body: { query }, headers: { accept } })

  it('200 in that type for what is answered, and again from the cache', async () => {
    for (let i = 0; i < 3; i++) {
      const { status, headers, body } = await send(responseType, document)
      assert.deepEqual([status, headers.get('content-type')], [200, responseType])
      assert.deepEqual(body, answered)
    }
    const { headers } = await send('application/json', document)
    assert.equal(headers.get('content-type'), 'application/json')
  })

  it('400 without data for a document that is refused', async () => {
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
    it(`200 in application/json for ${accept}`, async () => {
      const { status, headers, body } = await send(accept, '{ nothing }')
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/json'])
      assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    })
  }
})

describe('POST /v2/leadsql, unreadable requests', () => {
  it('400 for truncated JSON, which is no document', async () => {
    const { status, body } = await post('{"query": "{ leads')
    assert.deepEqual([status, body.code], [400, 'MALFORMED_BODY'])
  })

  const isRefused = (answer: Awaited<ReturnType<typeof post>>, code: string, text: string) => {
    assert.equal(answer.status, 400)
    assert.equal(answer.body.apiErrorMessage, text)
    assert.equal(answer.body.code, code)
    assert.equal(answer.body.errors.length, 1)
    assert.equal(answer.body.errors[0].message, text)
    const { uid } = answer.body
    const { extensions } = answer.body.errors[0]
    assert.deepEqual({ ...extensions }, { ...extensions, code, status: 400, uid })
    assert.equal('data' in answer.body, false)
  }

  it('400 MALFORMED_BODY for JSON that is cut off', async () => {
    for (const body of ['{"query": "{ leads', ' { "query": 1', '[{"query":']) {
      isRefused(await post(body), 'MALFORMED_BODY', 'Malformed JSON request body')
    }
  })

  for (const body of ['[]', `[${JSON.stringify({ query: document })}]`]) {
    it(`400 for the array ${body.slice(0, 12)}`, async () => {
      isRefused(await post(body), 'INVALID_PARAMETER', 'Batched requests are not supported')
    })
  }

  for (const body of ['', ' \n', '\uFEFF', '{}', '{"query":null}', '{"query":["{ a }"]}']) {
    it(`400 for ${JSON.stringify(body)}, a request without a query`, async () => {
      isRefused(await post(body), 'REQUIRED_PARAMETER', 'query is required')
    })
  }

  for (const variables of ['{"a":1}', [1], 7]) {
    it(`400 for the variables ${JSON.stringify(variables)}, which are no object`, async () => {
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

  it('200 for a query', async () => {
    assert.deepEqual((await get({ query: document })).body, answered)
  })

  it('200 for a query with variables and an operation name', async () => {
    const query = `${withVariable} query Other { leads { uid } }`
    const variables = JSON.stringify({ a: agencyUid })
    assert.deepEqual((await get({ query, variables, operationName: 'Q' })).body, answered)
    assert.deepEqual((await get({ query: document, operationName: 'Q' })).body, answered)
  })

  it('200 with JSON for a query from a browser', async () => {
    const { headers, body } = await get({ query: document }, { accept: 'text/html' })
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/)
    assert.deepEqual(body, answered)
  })

  for (const parameters of [{}, { query: '' }, { variables: '{}' }]) {
    it(`400 for ${JSON.stringify(parameters)}, which has no query`, async () => {
      const { status, body } = await get(parameters as Record<string, string>)
      assert.equal(status, 400)
      assert.equal(body.apiErrorMessage, 'query is required')
      assert.equal(body.errors[0].extensions.code, 'REQUIRED_PARAMETER')
    })
  }

  it('400 for variables that are no JSON', async () => {
    const { status, body } = await get({ query: document, variables: '{a' })
    assert.equal(status, 400)
    assert.equal(body.parameter, 'variables')
  })
})

describe('/v2/leadsql, spellings of the address', () => {
  for (const path of ['/v2/leadsql/', '//v2//leadsql', '/v2/leadsql//']) {
    it(`200 at ${path}`, async () => {
      assert.deepEqual((await post(document, {}, path)).body, answered)
    })
  }

  it('405 for another method', async () => {
    const { status, headers } = await server.request('PUT', '/v2/leadsql', { key, body: document })
    assert.equal(status, 405)
    assert.match(headers.get('allow') ?? '', /POST/)
  })
})

describe('/v2/leadsql, queries only', () => {
  for (const operation of ['mutation', 'subscription']) {
    it(`200 with one validation error for a ${operation}`, async () => {
      const { status, body } = await leadQuery(server, key, `${operation} ${document}`)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['errors'])
      assert.equal(body.errors.length, 1)
      assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    })
  }

  it('200 for introspection with a credential', async () => {
    const { body } = await leadQuery(server, key, '{ __schema { queryType { name } } }')
    assert.deepEqual(body, { data: { __schema: { queryType: { name: 'leadQuery' } } } })
  })

  it('200 for introspection beside leads, in the order of the selection', async () => {
    const query = `{ __typename t: __type(name: "leadQuery") { name } ${document.slice(1)}`
    const { text } = await leadQuery(server, key, query)
    const leads = `"leads":[{"uid":"${uid}"}]`
    assert.equal(text, `{"data":{"__typename":"leadQuery","t":{"name":"leadQuery"},${leads}}}`)
  })

  it('401 for introspection without a credential', async () => {
    const query = '{ __schema { queryType { name } } }'
    const { status, body } = await server.request('POST', '/v2/leadsql', { body: query })
    assert.equal(status, 401)
    assert.equal('data' in body, false)
  })
})
