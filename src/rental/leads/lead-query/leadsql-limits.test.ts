import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const uid = await makeLead(server, agencyUid)
const leads = `leads(agencyUid: "${agencyUid}", _limit: 1)`

async function accepts(query: string): Promise<void> {
  const { status, body } = await leadQuery(server, key, { query })
  assert.equal(status, 200)
  assert.equal(body.errors, undefined)
  assert.ok(body.data)
}

async function rejects(query: string, limitName: string, limit: number, actual: number) {
  const { status, body } = await leadQuery(server, key, { query })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['errors'])
  assert.equal(body.errors.length, 1)
  const { uid, ...extensions } = body.errors[0].extensions
  assert.match(uid, /^[0-9a-f-]{36}$/)
  const code = 'GRAPHQL_LIMIT_EXCEEDED'
  assert.deepEqual(extensions, { code, status: 400, limitName, limit, actual })
}

const repeat = (n: number, render: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => render(i)).join(' ')

describe('limit documentBytes', () => {
  const document = `{ ${leads} { uid } } #`
  const padDocument = (bytes: number) => document.padEnd(bytes, 'x')

  it('accepts 65,536 bytes', async () => {
    await accepts(padDocument(65_536))
  })

  it('rejects 65,537 bytes', async () => {
    await rejects(padDocument(65_537), 'documentBytes', 65_536, 65_537)
  })

  it('counts bytes, not characters', async () => {
    const text = document + 'é'.repeat((65_536 - document.length) / 2)
    await accepts(text)
    await rejects(`${text}é`, 'documentBytes', 65_536, Buffer.byteLength(text) + 2)
  })

  it('does not count variables', async () => {
    const query = `query Q($a: [String]) { leads(propertyUids: $a) { uid } }`
    const variables = { a: Array.from({ length: 2_000 }, () => uid) }
    const { body } = await leadQuery(server, key, { query, variables })
    assert.equal(body.errors[0].extensions.code, 'ACCESS_DENIED')
  })
})

describe('limit tokens', () => {
  const document = (items: number) =>
    `query Q($a: String) { leads(agencyUid: $a, propertyUids: [${repeat(items, () => '"a"')}]) { uid } }`
  const otherTokens = 24

  it('accepts 4,000', async () => {
    const { body } = await leadQuery(server, key, document(4_000 - otherTokens))
    assert.equal(body.errors[0].extensions.code, 'ACCESS_DENIED')
  })

  it('rejects 4,001', async () => {
    await rejects(document(4_001 - otherTokens), 'tokens', 4_000, 4_001)
  })
})

describe('limit nameLength', () => {
  const long = 'n'.repeat(128)
  const documents: Record<string, (name: string) => string> = {
    'an alias': name => `{ ${name}: ${leads} { uid } }`,
    'an alias within': name => `{ ${leads} { ${name}: uid } }`,
    'an operation': name => `query ${name} { ${leads} { uid } }`,
    'a variable': name => `query Q($${name}: Int = 1) {
      leads(agencyUid: "${agencyUid}", _limit: $${name}) { uid } }`,
    'a fragment': name => `{ ${leads} { ...${name} } } fragment ${name} on LeadGraphQLTO { uid }`,
  }
  for (const [description, document] of Object.entries(documents)) {
    it(`accepts 128 characters of ${description} and rejects 129`, async () => {
      await accepts(document(long))
      await rejects(document(`${long}n`), 'nameLength', 128, 129)
    })
  }

  it('rejects 129 characters of an unknown field with the same limit', async () => {
    await rejects(`{ ${leads} { ${long}n } }`, 'nameLength', 128, 129)
  })

  it('does not count strings as names', async () => {
    await rejects(`{ leads(agencyUid: "${long}${long}") { ${long}n } }`, 'nameLength', 128, 129)
    const { body } = await leadQuery(server, key, `{ leads(agencyUid: "${long}n") { uid } }`)
    assert.equal(body.errors[0].extensions.code, 'ACCESS_DENIED')
  })
})

describe('limit responseBytes', () => {
  const manyAliases = (names: number) =>
    `{ leads(agencyUid: "${agencyUid}") { ${repeat(names, i => `n${i}: notes`)} } }`

  it('accepts two aliases of one text in one object', async () => {
    await accepts(`{ leads(agencyUid: "${agencyUid}") { notes more: notes } }`)
  })

  it('rejects 45 aliases of a text before it reads any of all rows', async () => {
    const { body } = await leadQuery(server, key, manyAliases(45))
    const { code, limitName, limit, actual } = body.errors[0].extensions
    assert.deepEqual(
      [code, limitName, limit],
      ['GRAPHQL_LIMIT_EXCEEDED', 'responseBytes', 67_108_864],
    )
    assert.ok(actual > limit)
    const page = `{ ${leads} { ${repeat(45, i => `n${i}: notes`)} } }`
    await accepts(page)
  })
})

describe('limit depth', () => {
  const nested = (levels: number) => `${'{ a '.repeat(levels)}${'}'.repeat(levels)}`

  it('accepts the full lead query, which has 5 levels', async () => {
    await accepts(`{ ${leads} { order { fees { fees { name } } } } }`)
  })

  it('accepts 10 levels below the root', async () => {
    const { body } = await leadQuery(server, key, nested(10))
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  })

  it('rejects 11 levels', async () => {
    await rejects(nested(11), 'depth', 10, 11)
  })

  it('counts levels in fragments, but inline fragments are no level', async () => {
    const clusterServer = `{ a { b { c { d { ... { ... F } } } } } } fragment F on X ${nested(6)}`
    const { body } = await leadQuery(server, key, clusterServer)
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    await rejects(
      clusterServer.replace('{ a {', '{ z { a {').replace('} fragment', '} } fragment'),
      'depth',
      10,
      11,
    )
  })

  it('rejects exponential nesting of fragments', async () => {
    await rejects(nested(500), 'depth', 10, 500)
    await rejects(nested(1_300), 'depth', 10, 1_300)
    await rejects(`${'{ ...'.repeat(1_300)} ${'}'.repeat(1_300)}`, 'depth', 10, 1_300)
  })

  it('parses 100 nested selection sets of any fields', async () => {
    const nestedFragments = (sets: number) =>
      `{ ${'... { '.repeat(sets)} __typename ${'}'.repeat(sets)} }`
    await accepts(nestedFragments(99))
    await rejects(nestedFragments(100), 'depth', 10, 101)
    const types = (sets: number) => `{ __schema { ${'types { '.repeat(sets)}`
    await rejects(types(99), 'depth', 10, 101)
  })

  it('does not count introspection', async () => {
    const deep = `${'ofType { '.repeat(9)} name ${'}'.repeat(9)}`
    await accepts(`{ __type(name: "leadQuery") { fields { type { ${deep} } } } }`)
  })
})

describe('limit rootFields', () => {
  it('accepts 10 top-level fields', async () => {
    await accepts(`{ ${repeat(10, i => `a${i}: ${leads} { uid }`)} }`)
  })

  it('rejects 11, including aliases and fragments', async () => {
    await rejects(`{ ${repeat(11, i => `a${i}: ${leads} { uid }`)} }`, 'rootFields', 10, 11)
    const fragment = `fragment F on leadQuery { ${repeat(6, i => `b${i}: ${leads} { uid }`)} }`
    const query = `{ ${repeat(5, i => `a${i}: ${leads} { uid }`)} ...F } ${fragment}`
    await rejects(query, 'rootFields', 10, 11)
  })

  it('counts equal keys once', async () => {
    await accepts(`{ ${repeat(11, () => `${leads} { uid }`)} }`)
  })
})

describe('limit aliases', () => {
  it('accepts 50', async () => {
    await accepts(`{ ${leads} { ${repeat(50, i => `a${i}: uid`)} } }`)
  })

  it('rejects 51', async () => {
    await rejects(`{ ${leads} { ${repeat(51, i => `a${i}: uid`)} } }`, 'aliases', 50, 51)
  })

  it('accepts 50 aliased relations', async () => {
    await accepts(`{ ${leads} { ${repeat(48, i => `a${i}: order { rent { grossPrice } }`)} } }`)
  })

  it('counts aliases once per spread of their fragment', async () => {
    const fragment = `fragment F on LeadGraphQLTO { ${repeat(17, i => `a${i}: uid`)} }`
    const query = `{ ${leads} { ${repeat(3, () => '...F')} } } ${fragment}`
    await rejects(query, 'aliases', 50, 51)
  })
})

describe('limit fields', () => {
  it('accepts 500', async () => {
    await accepts(`{ ${leads} { ${repeat(499, () => 'uid')} } }`)
  })

  it('rejects 501', async () => {
    await rejects(`{ ${leads} { ${repeat(500, () => 'uid')} } }`, 'fields', 500, 501)
  })

  it('counts fields after fragment expansion', async () => {
    const fragment = `fragment F on LeadGraphQLTO { ${repeat(50, () => 'uid')} }`
    await accepts(`{ ${leads} { ${repeat(9, () => '...F')} ... { status } } } ${fragment}`)
    const query = `{ ${leads} { ${repeat(10, () => '...F')} } } ${fragment}`
    await rejects(query, 'fields', 500, 501)
  })

  it('rejects exponential fragment expansion early', async () => {
    const chain = repeat(250, i => `fragment F${i} on LeadGraphQLTO { ...F${i + 1} ...F${i + 1} }`)
    const query = `{ ${leads} { ...F0 } } ${chain} fragment F250 on LeadGraphQLTO { uid }`
    const { status, body } = await leadQuery(server, key, query)
    assert.equal(status, 200)
    assert.equal(body.errors[0].extensions.limitName, 'fields')
    assert.ok(body.errors[0].extensions.actual > 1e70)
  })

  it('counts introspection with its fragments, which bounds the response', async () => {
    const values = 'enumValues { name description isDeprecated deprecationReason }'
    const leaf = `kind name description ${values}`
    const deep = `${leaf} ofType { ${leaf} ofType { ${leaf} ofType { ${leaf} } } }`
    const fragment = `fragment T on __Type { ${leaf} fields { name args { name type { ${leaf} } }
      type { ${deep} } } }`
    const clusterServer = '...T ofType { ...T ofType { ...T ofType { ...T } } }'
    const root = (i: number) => `r${i}: __schema { types { fields { type { ${clusterServer} } } } }`
    const exponentialDocument = (roots: number) =>
      `{ ${Array.from({ length: roots }, (_, i) => root(i))} } ${fragment}`
    const { body } = await leadQuery(server, key, exponentialDocument(4))
    const { code, limitName } = body.errors[0].extensions
    assert.deepEqual([code, limitName], ['GRAPHQL_LIMIT_EXCEEDED', 'fields'])
    const response = await leadQuery(server, key, exponentialDocument(1))
    assert.ok(
      response.body.data.r0.types.length > 10 && response.text.length < 2_000_000,
      response.text.slice(0, 500),
    )
  })

  it('returns a validation error for a cycle of fragments', async () => {
    const cycle = 'fragment F on LeadGraphQLTO { ...G } fragment G on LeadGraphQLTO { uid ...F }'
    const { status, body } = await leadQuery(server, key, `{ ${leads} { ...F } } ${cycle}`)
    assert.equal(status, 200)
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  })
})

describe('limit literalDepth', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  it('parses 32 nested lists', async () => {
    const { body } = await leadQuery(server, key, `{ leads(propertyUids: ${nested(32)}) { uid } }`)
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  })

  it('rejects 33 and thousands, also of objects and in defaults of variables', async () => {
    await rejects(`{ leads(propertyUids: ${nested(33)}) { uid } }`, 'literalDepth', 32, 33)
    await rejects(`{ leads(propertyUids: ${nested(1_900)}) { uid } }`, 'literalDepth', 32, 33)
    const objects = `${'{a:'.repeat(900)}1${'}'.repeat(900)}`
    await rejects(`{ leads(agencyUid: ${objects}) { uid } }`, 'literalDepth', 32, 33)
    const variable = `query Q($a: [String] = ${nested(500)}) { leads(propertyUids: $a) { uid } }`
    await rejects(variable, 'literalDepth', 32, 33)
    await rejects(`type Query { a: ${nested(1_900)} }`, 'literalDepth', 32, 33)
  })

  it('does not count brackets in strings and comments', async () => {
    const text = '['.repeat(100)
    await accepts(`{ leads(agencyUid: "${agencyUid}", _limit: 1) # ${text}\n { uid } }`)
    const { body } = await leadQuery(server, key, {
      query: `{ leads(agencyUid: "${text}") { uid } }`,
    })
    assert.equal(body.errors[0].extensions.code, 'ACCESS_DENIED')
  })
})

describe('limit directives', () => {
  it('accepts 20', async () => {
    await accepts(`{ ${leads} { ${repeat(20, () => 'uid @skip(if: false)')} } }`)
  })

  it('rejects 21 at any location', async () => {
    const twenty = repeat(20, () => 'uid @include(if: true)')
    await rejects(`query @x { ${leads} { ${twenty} } }`, 'directives', 20, 21)
  })
})
