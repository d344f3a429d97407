import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const uid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const created = [uid]
for (let i = 0; i < 104; i++) created.push(await makeLead(server, agencyUid))
const newestFirst = created.toReversed()
const document = `{ lead(uid: "${uid}") { uid } }`

const post = (body: unknown, path = '/api/v3.3/graphql', headers: Record<string, string> = {}) =>
  server.request('POST', path, { key, headers, body })

describe('POST /api/v3.x/graphql, spellings of the address', () => {
  const paths = ['/api/v3/graphql', '/v3/graphql', '/api/v3.0/graphql', '/v3.3/graphql']
  for (const path of [...paths, '/api/v3.1/graphql/', '//api//v3.2/graphql', '/v3.1/graphql']) {
    it(`200: serves ${path}`, async () => {
      const { status, headers, body } = await post(document, path)
      assert.equal(status, 200)
      assert.deepEqual(body.data, { lead: { uid } })
      const [, version = '3.0'] = /v(3\.\d)/.exec(path) ?? []
      assert.equal(headers.get('x-api-version'), `v${version}`)
    })
  }
})

describe('POST /api/v3.x/graphql, request forms', () => {
  it('200: accepts JSON with variables and an operation name', async () => {
    const query =
      'query Q($u: String!) { lead(uid: $u) { uid } } query R { lead(uid: "x") { uid } }'
    const { body } = await post({ query, variables: { u: uid }, operationName: 'Q' })
    assert.deepEqual(body.data, { lead: { uid } })
  })

  it('200: accepts null variables and operation name with any content type', async () => {
    const type = { 'content-type': 'text/plain' }
    const { body } = await post(
      { query: document, variables: null, operationName: null },
      undefined,
      type,
    )
    assert.deepEqual(body.data, { lead: { uid } })
  })

  it('200: accepts a bare document', async () => {
    const type = { 'content-type': 'application/graphql' }
    assert.deepEqual((await post(document, undefined, type)).body.data, { lead: { uid } })
  })

  it('200: accepts a GET request', async () => {
    const path = `/api/v3.3/graphql?query=${encodeURIComponent(document)}`
    assert.deepEqual((await server.request('GET', path, { key })).body.data, { lead: { uid } })
  })

  const named = `query Known { lead(uid: "${uid}") { uid } }`
  for (const version of ['3.0', '3.1', '3.2', '3.3']) {
    it(`200: v${version} ignores a wrong name of the only operation`, async () => {
      for (const query of [document, named]) {
        const sent = { query, operationName: 'GetLeads' }
        const { status, body } = await post(sent, `/api/v${version}/graphql`)
        assert.equal(status, 200)
        assert.deepEqual(body.data, { lead: { uid } })
      }
    })
  }

  it('200: returns an error for a name that none of several operations has', async () => {
    const query = `${named} query Other { lead(uid: "x") { uid } }`
    const { body } = await post({ query, operationName: 'GetLeads' })
    assert.deepEqual(
      [body.data, body.errors[0].message],
      [null, 'Unknown operation named "GetLeads"'],
    )
  })

  for (const [body, code, text] of [
    [[], 'INVALID_PARAMETER', 'Batched requests are not supported'],
    ['', 'REQUIRED_PARAMETER', 'query is required'],
    [{}, 'REQUIRED_PARAMETER', 'query is required'],
  ] as const) {
    it(`400: rejects ${JSON.stringify(body)}`, async () => {
      const response = await post(body)
      assert.equal(response.status, 400)
      assert.equal(response.body.apiErrorMessage, text)
      assert.equal(response.body.errors[0].extensions.code, code)
    })
  }

  for (const query of [document, '{ __schema { queryType { name } } }']) {
    it(`401: rejects ${query.slice(0, 10)} without a credential`, async () => {
      const response = await server.request('POST', '/api/v3.3/graphql', { body: query })
      assert.equal(response.status, 401)
      assert.equal(response.body.errors[0].extensions.code, 'AUTHENTICATION_REQUIRED')
      assert.equal('data' in response.body, false)
    })
  }
})

describe('POST /api/v3.x/graphql, invalid documents', () => {
  const leads = `leads(agencyUid: "${agencyUid}", statusIn: ["NEW"])`
  for (const [name, query] of [
    ['a syntax error', '{ lead('],
    ['an unknown field', '{ nonsense }'],
    ['an enum in quotes', `{ ${leads} { uid } }`],
    ['a limit exceeded', `{ ${Array.from({ length: 11 }, (_, i) => `a${i}: __typename`)} }`],
    ['a missing variable', 'query Q($u: String!) { lead(uid: $u) { uid } }'],
  ] as const) {
    it(`200: returns errors, data and extensions, in this order, for ${name}`, async () => {
      for (const version of ['3.0', '3.3']) {
        const { status, body } = await post({ query }, `/api/v${version}/graphql`)
        assert.equal(status, 200)
        assert.deepEqual(Object.keys(body), ['errors', 'data', 'extensions'])
        assert.deepEqual([body.data, body.extensions], [null, { nextCursor: null }])
        assert.ok(body.errors.length > 0)
      }
    })
  }

  it('explains that an enum value must not be quoted', async () => {
    const { body } = await post(`{ ${leads} { uid } }`)
    assert.match(body.errors[0].message, /are written without quotes\.$/)
  })

  it('200: returns a validation error for a mutation', async () => {
    const { status, body } = await post('mutation { deleteLead(uid: "x") { uid } }')
    assert.equal(status, 200)
    for (const { extensions } of body.errors) {
      assert.equal(extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    }
  })

  it('200: returns a syntax error', async () => {
    const { status, body } = await post('{ lead(')
    assert.equal(status, 200)
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_PARSE_FAILED')
    assert.match(body.errors[0].message, /^Syntax Error: /)
  })
})

const agencyScope = `agencyUid: "${agencyUid}"`

async function page(args: string, headers: Record<string, string> = {}) {
  const { status, body } = await post(
    `{ leads(${agencyScope}${args}) { uid } }`,
    undefined,
    headers,
  )
  assert.equal(status, 200)
  const uids = body.data?.leads.map(({ uid }: { uid: string }) => uid)
  return { uids, body, next: body.extensions.nextCursor as string | null }
}

describe('POST /api/v3.x/graphql, pages of leads', () => {
  const sizes: [string, number][] = [
    ['', 20],
    [', _limit: null', 20],
    [', _limit: 3', 3],
    [', _limit: 100', 100],
    [', _limit: 101', 100],
    [', limit: 4', 4],
    [', limit: 500', 100],
    [', _limit: 2, limit: 4', 2],
  ]
  for (const [args, size] of sizes) {
    it(`returns ${size} leads with ${args.slice(2) || 'no limit'}`, async () => {
      const { uids, body, next } = await page(args)
      assert.deepEqual(Object.keys(body), ['data', 'extensions'])
      assert.deepEqual(uids, newestFirst.slice(0, size))
      assert.equal(typeof next, 'string')
    })
  }

  for (const args of [', _limit: 0', ', limit: -1']) {
    it(`INVALID_PARAMETER: rejects ${args.slice(2)}`, async () => {
      const { body } = await page(args)
      assert.equal(body.data, null)
      assert.equal(body.errors[0].extensions.code, 'INVALID_PARAMETER')
    })
  }

  it('returns a nextCursor for every page but the last', async () => {
    const walked: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { uids, next } = await page(`, _limit: 40, _cursor: "${cursor}"`)
      walked.push(...uids)
      cursor = next
    }
    assert.deepEqual(walked, newestFirst)
  })

  it('pages by updatedSince, oldest change first', async () => {
    const args = ', updatedSince: "2026-01-01T00:00:00", _limit: 60'
    const first = await page(args)
    const second = await page(`${args}, _cursor: "${first.next}"`)
    assert.deepEqual([...first.uids, ...second.uids], created)
    assert.equal(second.next, null)
  })

  it('INVALID_CURSOR: rejects the cursor of another sort', async () => {
    const { next } = await page('')
    const { body } = await page(`, updatedSince: "2026-01-01T00:00:00", _cursor: "${next}"`)
    assert.equal(body.data, null)
    assert.equal(body.errors[0].extensions.code, 'INVALID_CURSOR')
  })

  it('accepts a cursor with an offset from the client', async () => {
    const cursor = Buffer.from('{"offset":100}').toString('base64')
    assert.deepEqual((await page(`, _cursor: "${cursor}"`)).uids, newestFirst.slice(100))
  })
})

describe('POST /api/v3.x/graphql, extensions', () => {
  it('are always returned, with a null nextCursor without a list', async () => {
    assert.deepEqual((await post(document)).body, {
      data: { lead: { uid } },
      extensions: { nextCursor: null },
    })
  })

  it('contain the cursor of the first of several lists, and all cursors in pages', async () => {
    const query = `{ a: leads(${agencyScope}, _limit: 1) { uid } l: lead(uid: "${uid}") { uid }
      b: leads(propertyUid: "${propertyUid}") { uid } c: leads(${agencyScope}, _limit: 2) { uid } }`
    const { extensions } = (await post(query)).body
    const offset = (cursor: string) =>
      JSON.parse(Buffer.from(cursor, 'base64url').toString()).offset
    assert.deepEqual(Object.keys(extensions.pages), ['a', 'b', 'c'])
    assert.equal(extensions.nextCursor, extensions.pages.a.nextCursor)
    assert.deepEqual(extensions.pages.b, { nextCursor: null })
    assert.deepEqual(
      [offset(extensions.pages.a.nextCursor), offset(extensions.pages.c.nextCursor)],
      [1, 2],
    )
  })

  it('contain the cost: 20 per list, 1 per object, times their object fields', async () => {
    const query = `{ leads(${agencyScope}) { uid assignee { uid } property { address { city } } }
      lead(uid: "${uid}") { metadata { createdUtcDateTime } } }`
    const { extensions } = (await post(query, undefined, { 'x-lodgepole-cost': '1' })).body
    assert.deepEqual(extensions.cost, { requested: 20 * 4 + 2, limit: 50_000 })
  })

  it('contain the limit that a query exceeds, as in v2', async () => {
    const leads = Array.from({ length: 11 }, (_, i) => `a${i}: lead(uid: "${uid}") { uid }`)
    const { status, body } = await post(`{ ${leads.join(' ')} }`)
    assert.equal(status, 200)
    const { code, limitName, limit, actual } = body.errors[0].extensions
    assert.deepEqual(
      [code, limitName, limit, actual],
      ['GRAPHQL_LIMIT_EXCEEDED', 'rootFields', 10, 11],
    )
  })
})
