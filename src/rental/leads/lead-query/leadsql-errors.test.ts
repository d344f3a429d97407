import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  makeAgency,
  makeKey,
  makeLead,
  makePartner,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer, type TestResponse } from '../../../../test/support/server.ts'

const server = await startServer()
const strict = await startServer({ RATE_LIMIT_PER_HOUR: '2' })
const { agencyUid, key } = await makeAgency(server)
const uid = await makeLead(server, agencyUid)
const document = `{ leads(agencyUid: "${agencyUid}") { uid } }`

/** Asserts an error body of contract/general.md §7 with a matching GraphQL error and no data. */
function assertHttpError(
  response: TestResponse,
  status: number,
  code: string,
  message: string,
): void {
  const { body } = response
  assert.equal(response.status, status)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json\b/)
  assert.equal(body.apiErrorMessage, message)
  assert.equal(body.detail, message)
  assert.equal(body.code, code)
  assert.equal(body.status, status)
  assert.equal(body.type, `urn:lodgepole:problem:${code.toLowerCase().replaceAll('_', '-')}`)
  assert.match(body.uid, /^[0-9a-f-]{36}$/)
  assert.equal(body.errors.length, 1)
  const [error] = body.errors
  assert.equal(error.message, message)
  assert.deepEqual(
    { code: error.extensions.code, status: error.extensions.status, uid: error.extensions.uid },
    { code, status, uid: body.uid },
  )
  assert.equal('data' in body, false)
}

/** Asserts status 200 and only `errors`, each with its code, without `apiErrorMessage`. */
function assertQueryError({ status, body }: TestResponse, code: string): void {
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['errors'])
  for (const { message, extensions } of body.errors) {
    assert.ok(message.length > 0)
    assert.match(extensions.uid, /^[0-9a-f-]{36}$/)
    assert.deepEqual(extensions, { code, status: 400, uid: extensions.uid })
  }
}

const withHeaders = (headers: Record<string, string>) =>
  server.request('POST', '/v2/leadsql', { headers, body: document })

describe('POST /v2/leadsql, credentials', () => {
  it('401: rejects a request without one', async () => {
    const response = await withHeaders({})
    const text = 'Missing API key or access token'
    assertHttpError(response, 401, 'AUTHENTICATION_REQUIRED', text)
    assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="lodgepole"')
  })

  it('401: rejects an unknown one before it parses the body', async () => {
    const response = await server.request('POST', '/v2/leadsql', { key: 'unknown', body: '[' })
    assertHttpError(response, 401, 'INVALID_CREDENTIALS', 'Invalid API key or access token')
  })

  it('401: rejects an expired access token', async () => {
    const { partnerUid } = await makePartner(server)
    const token = await makeToken(server, partnerUid, agencyUid)
    const before = server.clock.now()
    server.clock.advance(86_400_001)
    const response = await withHeaders({ authorization: `Bearer ${token}` })
    server.clock.set(before)
    assertHttpError(response, 401, 'TOKEN_EXPIRED', 'Access token expired')
  })

  it('401: rejects an invalid client secret', async () => {
    const response = await withHeaders({ authorization: 'Basic YTpi' })
    assertHttpError(response, 401, 'INVALID_CLIENT', 'Invalid client credentials')
  })

  it('401: rejects an unknown version', async () => {
    const response = await server.request('POST', '/api/v9/graphql', { key, body: document })
    assertHttpError(response, 401, 'UNKNOWN_API_VERSION', 'Unknown api version: v9')
  })

  it('200: accepts a read-only key', async () => {
    const { secret } = await makeKey(server, agencyUid, { readOnly: true })
    const { body } = await leadQuery(server, secret, document)
    assert.deepEqual(body, { data: { leads: [{ uid }] } })
  })
})

describe('POST /v2/leadsql, sizes', () => {
  it('413: rejects a body of more than 1 MiB', async () => {
    const response = await leadQuery(server, key, `${document}#`.padEnd(1_048_577, 'x'))
    assertHttpError(response, 413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 1048576 bytes')
    assert.equal(response.body.limit, 1_048_576)
    assert.equal(response.body.errors[0].extensions.limit, 1_048_576)
  })

  it('200: accepts a body of 1 MiB', async () => {
    const request = { query: document, extensions: '' }
    const room = 1_048_576 - JSON.stringify(request).length
    const response = await leadQuery(server, key, {
      ...request,
      extensions: 'x'.repeat(room),
    } as never)
    assert.deepEqual(response.body, { data: { leads: [{ uid }] } })
  })

  it('414: rejects a GET of more than 32 KiB', async () => {
    const query = encodeURIComponent(`${document}#`.padEnd(33_000, 'x'))
    const response = await server.request('GET', `/v2/leadsql?query=${query}`, { key })
    assert.equal(response.status, 414)
    assert.equal(response.body.errors[0].extensions.code, 'URI_TOO_LONG')
  })

  it('does not fail with 5xx for deeply nested variables', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const query = JSON.stringify('query Q($a: [String]) { leads(propertyUids: $a) { uid } }')
    const { status } = await leadQuery(server, key, `{"query":${query},"variables":{"a":${deep}}}`)
    assert.ok(status < 500, String(status))
  })
})

describe('POST /v2/leadsql, syntax errors', () => {
  for (const [text, line, column] of [
    ['{ leads(', 1, 9],
    ['query {\n  leads { uid }\n  %\n}', 3, 3],
    ['{ leads { } }', 1, 11],
    ['query { }', 1, 9],
    ['nonsense', 1, 1],
  ] as const) {
    it(`200: returns GRAPHQL_PARSE_FAILED with location for ${JSON.stringify(text)}`, async () => {
      const response = await leadQuery(server, key, text)
      assertQueryError(response, 'GRAPHQL_PARSE_FAILED')
      const { errors } = response.body
      assert.equal(errors.length, 1)
      assert.match(errors[0].message, /^Syntax Error: /)
      assert.deepEqual(errors[0].locations, [{ line, column }])
      assert.deepEqual(Object.keys(errors[0]), ['message', 'locations', 'extensions'])
    })
  }
})

describe('POST /v2/leadsql, validation errors', () => {
  const agencyLeads = `leads(agencyUid: "${agencyUid}")`
  const documents: Record<string, string> = {
    'an unknown field': `{ ${agencyLeads} { nothing } }`,
    'an unknown root field': '{ lead { uid } }',
    'an unknown argument': `{ leads(agency: "${agencyUid}") { uid } }`,
    'a wrong argument type': '{ leads(agencyUid: 5) { uid } }',
    'a limit that is not an integer': `{ leads(agencyUid: "${agencyUid}", _limit: "5") { uid } }`,
    'a limit beyond 32 bits': `{ leads(agencyUid: "${agencyUid}", _limit: 2147483648) { uid } }`,
    'an enum value for a boolean': `{ leads(agencyUid: "x", isActiveOrHasActiveSubUnits: YES) { uid } }`,
    'an object without a selection': `{ ${agencyLeads} }`,
    'a scalar with a selection': `{ ${agencyLeads} { uid { x } } }`,
    'an unknown fragment': `{ ${agencyLeads} { ...F } }`,
    'an unused fragment': `{ ${agencyLeads} { uid } } fragment F on LeadGraphQLTO { uid }`,
    'a fragment of another type': `{ ${agencyLeads} { ... on OrderGraphQLTO { uid } } }`,
    'an unknown directive': `{ ${agencyLeads} { uid @defer2 } }`,
    'a conflict of keys': `{ ${agencyLeads} { a: uid a: status } }`,
    'an undefined variable': '{ leads(agencyUid: $a) { uid } }',
    'an unused variable': `query Q($a: String) { ${agencyLeads} { uid } }`,
    'a variable of the wrong type': 'query Q($a: Int) { leads(agencyUid: $a) { uid } }',
    'a type definition': `{ ${agencyLeads} { uid } } type A { b: Int }`,
    'no operation': 'fragment F on LeadGraphQLTO { uid }',
  }
  for (const [name, text] of Object.entries(documents)) {
    it(`200: returns GRAPHQL_VALIDATION_FAILED for ${name}`, async () => {
      const response = await leadQuery(server, key, text)
      assertQueryError(response, 'GRAPHQL_VALIDATION_FAILED')
    })
  }

  it('returns an entry for each error, with its location', async () => {
    const response = await leadQuery(server, key, `{ ${agencyLeads} {\n nothing\n nowhere } }`)
    const locations = response.body.errors.map((error: { locations: unknown }) => error.locations)
    assert.deepEqual(locations, [[{ line: 2, column: 2 }], [{ line: 3, column: 2 }]])
  })

  for (const [count, reported] of [
    [20, 20],
    [21, 20],
    [300, 20],
  ] as const) {
    it(`returns ${reported} entries for ${count} errors`, async () => {
      const fields = Array.from({ length: count }, (_, i) => `x${i}`).join(' ')
      const response = await leadQuery(server, key, `{ ${agencyLeads} { ${fields} } }`)
      assertQueryError(response, 'GRAPHQL_VALIDATION_FAILED')
      assert.equal(response.body.errors.length, reported)
    })
  }
})

describe('POST /v2/leadsql, invalid operations and variables', () => {
  const two = `query A { leads { uid } } query B { leads { uid } }`
  const needed = 'query Q($a: String!) { leads(agencyUid: $a) { uid } }'
  const switched = 'query Q($a: Boolean = true) { leads { uid @include(if: $a) } }'
  const optional = 'query Q($a: [String], $n: Int) { leads(propertyUids: $a, _limit: $n) { uid } }'
  const requests: Record<string, object> = {
    'no operation name among two': { query: two },
    'an unknown operation name': { query: two, operationName: 'C' },
    'a missing variable': { query: needed },
    'null for a variable that must not be': { query: needed, variables: { a: null } },
    'a number for a text': { query: needed, variables: { a: 5 } },
    'null for a switch': { query: switched, variables: { a: null } },
    'an object in a list of texts': { query: optional, variables: { a: [{}] } },
    'a fraction for an integer': { query: optional, variables: { n: 1.5 } },
    'a text for an integer': { query: optional, variables: { n: '5' } },
  }
  for (const [name, request] of Object.entries(requests)) {
    it(`200: returns GRAPHQL_VALIDATION_FAILED for ${name}`, async () => {
      const response = await leadQuery(server, key, request as { query: string })
      assertQueryError(response, 'GRAPHQL_VALIDATION_FAILED')
      assert.equal(response.body.errors.length, 1)
    })
  }
})

describe('POST /v2/leadsql, field errors', () => {
  it('200: returns errors before data, with location, path and parameter', async () => {
    const query = `{\n  x: leads(agencyUid: "nobody's") { uid } ok: ${document.slice(2)}`
    const { status, text, body } = await leadQuery(server, key, query)
    assert.equal(status, 200)
    assert.ok(text.startsWith('{"errors":[{"message":'))
    const { uid: occurrence } = body.errors[0].extensions
    assert.deepEqual(body, {
      errors: [
        {
          message: "No access to agencyUid nobody's",
          locations: [{ line: 2, column: 3 }],
          path: ['x'],
          extensions: {
            code: 'ACCESS_DENIED',
            status: 403,
            uid: occurrence,
            parameter: 'agencyUid',
          },
        },
      ],
      data: { x: null, ok: [{ uid }] },
    })
  })

  it('returns an entry for each failed field, in the order of the selection', async () => {
    const query = '{ b: leads { uid } a: leads(propertyUid: "x") { uid } c: leads { uid } }'
    const { body } = await leadQuery(server, key, query)
    assert.deepEqual(
      body.errors.map((error: { path: string[] }) => error.path[0]),
      ['b', 'a', 'c'],
    )
    assert.deepEqual(body.data, { b: null, a: null, c: null })
  })
})

describe('POST /v2/leadsql, the rate limit', () => {
  it('429: returns the error body and errors', async () => {
    const agency = await makeAgency(strict)
    for (let i = 0; i < 2; i++) {
      assert.equal((await leadQuery(strict, agency.key, '{ __typename }')).status, 200)
    }
    const response = await leadQuery(strict, agency.key, '{ __typename }')
    assertHttpError(response, 429, 'RATE_LIMITED', 'Rate limit of 2 requests per hour exceeded')
    assert.equal(response.headers.get('x-ratelimit-remaining'), '0')
    assert.ok(Number(response.headers.get('retry-after')) > 0)
  })

  it('429: rejects the 101st invalid credential in a minute', async () => {
    const attempt = () => leadQuery(strict, 'unknown', '{ __typename }')
    for (let i = 0; i < 100; i++) assert.equal((await attempt()).status, 401)
    const text = 'More than 100 failed authentications per minute; retry later'
    assertHttpError(await attempt(), 429, 'RATE_LIMITED', text)
  })
})
