import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  makeAgency,
  makeKey,
  makeLead,
  makePartner,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { type Answer, leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const strict = await startServer({ RATE_LIMIT_PER_HOUR: '2' })
const { agencyUid, key } = await makeAgency(server)
const uid = await makeLead(server, agencyUid)
const document = `{ leads(agencyUid: "${agencyUid}") { uid } }`

/** The error body of contract/general.md §7, and the same as a GraphQL error; no data. */
function isHttpError(answer: Answer, status: number, code: string, message: string): void {
  const { body } = answer
  assert.equal(answer.status, status)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/)
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

/** Status 200, only `errors`, each with its code, no `apiErrorMessage`. */
function isQueryError({ status, body }: Answer, code: string): void {
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
  it('401 without one', async () => {
    const answer = await withHeaders({})
    const text = 'Missing API key or access token'
    isHttpError(answer, 401, 'AUTHENTICATION_REQUIRED', text)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="lodgepole"')
  })

  it('401 with an unknown one, the body not looked at', async () => {
    const answer = await server.request('POST', '/v2/leadsql', { key: 'unknown', body: '[' })
    isHttpError(answer, 401, 'INVALID_CREDENTIALS', 'Invalid API key or access token')
  })

  it('401 with an expired access token', async () => {
    const { partnerUid } = await makePartner(server)
    const token = await makeToken(server, partnerUid, agencyUid)
    const before = server.clock.now()
    server.clock.advance(86_400_001)
    const answer = await withHeaders({ authorization: `Bearer ${token}` })
    server.clock.set(before)
    isHttpError(answer, 401, 'TOKEN_EXPIRED', 'Access token expired')
  })

  it('401 with a bad client secret', async () => {
    const answer = await withHeaders({ authorization: 'Basic YTpi' })
    isHttpError(answer, 401, 'INVALID_CLIENT', 'Invalid client credentials')
  })

  it('401 for an unknown version', async () => {
    const answer = await server.request('POST', '/api/v9/graphql', { key, body: document })
    isHttpError(answer, 401, 'UNKNOWN_API_VERSION', 'Unknown api version: v9')
  })

  it('200 with a read-only key: a query changes nothing', async () => {
    const { secret } = await makeKey(server, agencyUid, { readOnly: true })
    const { body } = await leadQuery(server, secret, document)
    assert.deepEqual(body, { data: { leads: [{ uid }] } })
  })
})

describe('POST /v2/leadsql, sizes', () => {
  it('413 for a body of more than 1 MiB', async () => {
    const answer = await leadQuery(server, key, `${document}#`.padEnd(1_048_577, 'x'))
    isHttpError(answer, 413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 1048576 bytes')
    assert.equal(answer.body.limit, 1_048_576)
    assert.equal(answer.body.errors[0].extensions.limit, 1_048_576)
  })

  it('200 for a body of 1 MiB', async () => {
    const request = { query: document, extensions: '' }
    const room = 1_048_576 - JSON.stringify(request).length
    const answer = await leadQuery(server, key, {
      ...request,
      extensions: 'x'.repeat(room),
    } as never)
    assert.deepEqual(answer.body, { data: { leads: [{ uid }] } })
  })

  it('414 for a GET of more than 32 KiB', async () => {
    const query = encodeURIComponent(`${document}#`.padEnd(33_000, 'x'))
    const answer = await server.request('GET', `/v2/leadsql?query=${query}`, { key })
    assert.equal(answer.status, 414)
    assert.equal(answer.body.errors[0].extensions.code, 'URI_TOO_LONG')
  })

  it('no 5xx for variables that nest deeply', async () => {
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
    it(`200 GRAPHQL_PARSE_FAILED with its place for ${JSON.stringify(text)}`, async () => {
      const answer = await leadQuery(server, key, text)
      isQueryError(answer, 'GRAPHQL_PARSE_FAILED')
      const { errors } = answer.body
      assert.equal(errors.length, 1)
      assert.match(errors[0].message, /^Syntax Error: /)
      assert.deepEqual(errors[0].locations, [{ line, column }])
      assert.deepEqual(Object.keys(errors[0]), ['message', 'locations', 'extensions'])
    })
  }
})

describe('POST /v2/leadsql, validation errors', () => {
  const all = `leads(agencyUid: "${agencyUid}")`
  const documents: Record<string, string> = {
    'an unknown field': `{ ${all} { nothing } }`,
    'an unknown root field': '{ lead { uid } }',
    'an unknown argument': `{ leads(agency: "${agencyUid}") { uid } }`,
    'a wrong argument type': '{ leads(agencyUid: 5) { uid } }',
    'a limit that is no integer': `{ leads(agencyUid: "${agencyUid}", _limit: "5") { uid } }`,
    'a limit beyond 32 bits': `{ leads(agencyUid: "${agencyUid}", _limit: 2147483648) { uid } }`,
    'an enum word for a boolean': `{ leads(agencyUid: "x", isActiveOrHasActiveSubUnits: YES) { uid } }`,
    'an object without a selection': `{ ${all} }`,
    'a scalar with a selection': `{ ${all} { uid { x } } }`,
    'an unknown fragment': `{ ${all} { ...F } }`,
    'an unused fragment': `{ ${all} { uid } } fragment F on LeadGraphQLTO { uid }`,
    'a fragment of another type': `{ ${all} { ... on OrderGraphQLTO { uid } } }`,
    'an unknown directive': `{ ${all} { uid @defer2 } }`,
    'a conflict of keys': `{ ${all} { a: uid a: status } }`,
    'an undefined variable': '{ leads(agencyUid: $a) { uid } }',
    'an unused variable': `query Q($a: String) { ${all} { uid } }`,
    'a variable of the wrong type': 'query Q($a: Int) { leads(agencyUid: $a) { uid } }',
    'a type definition': `{ ${all} { uid } } type A { b: Int }`,
    'no operation': 'fragment F on LeadGraphQLTO { uid }',
  }
  for (const [what, text] of Object.entries(documents)) {
    it(`200 GRAPHQL_VALIDATION_FAILED for ${what}`, async () => {
      const answer = await leadQuery(server, key, text)
      isQueryError(answer, 'GRAPHQL_VALIDATION_FAILED')
    })
  }

  it('one entry for each, with its place', async () => {
    const answer = await leadQuery(server, key, `{ ${all} {\n nothing\n nowhere } }`)
    const places = answer.body.errors.map((error: { locations: unknown }) => error.locations)
    assert.deepEqual(places, [[{ line: 2, column: 2 }], [{ line: 3, column: 2 }]])
  })

  for (const [given, reported] of [
    [20, 20],
    [21, 20],
    [300, 20],
  ] as const) {
    it(`${reported} entries for ${given} errors`, async () => {
      const fields = Array.from({ length: given }, (_, i) => `x${i}`).join(' ')
      const answer = await leadQuery(server, key, `{ ${all} { ${fields} } }`)
      isQueryError(answer, 'GRAPHQL_VALIDATION_FAILED')
      assert.equal(answer.body.errors.length, reported)
    })
  }
})

describe('POST /v2/leadsql, operations and variables that do not fit', () => {
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
  for (const [what, request] of Object.entries(requests)) {
    it(`200 GRAPHQL_VALIDATION_FAILED for ${what}`, async () => {
      const answer = await leadQuery(server, key, request as { query: string })
      isQueryError(answer, 'GRAPHQL_VALIDATION_FAILED')
      assert.equal(answer.body.errors.length, 1)
    })
  }
})

describe('POST /v2/leadsql, field errors', () => {
  it('200 with errors before data, the place, the path and the parameter', async () => {
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

  it('one entry for each refused field, in the order of the selection', async () => {
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
  it('429 with the error body and errors', async () => {
    const agency = await makeAgency(strict)
    for (let i = 0; i < 2; i++) {
      assert.equal((await leadQuery(strict, agency.key, '{ __typename }')).status, 200)
    }
    const answer = await leadQuery(strict, agency.key, '{ __typename }')
    isHttpError(answer, 429, 'RATE_LIMITED', 'Rate limit of 2 requests per hour exceeded')
    assert.equal(answer.headers.get('x-ratelimit-remaining'), '0')
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  })

  it('429 for the 101st bad credential in a minute', async () => {
    const attempt = () => leadQuery(strict, 'unknown', '{ __typename }')
    for (let i = 0; i < 100; i++) assert.equal((await attempt()).status, 401)
    const text = 'More than 100 failed authentications per minute; retry later'
    isHttpError(await attempt(), 429, 'RATE_LIMITED', text)
  })
})
