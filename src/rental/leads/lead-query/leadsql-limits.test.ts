import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const uid = await makeLead(server, agencyUid)
const leads = `leads(agencyUid: "${agencyUid}", _limit: 1)`

async function isAllowed(query: string): Promise<void> {
  const { status, body } = await leadQuery(server, key, { query })
  assert.equal(status, 200)
  assert.equal(body.errors, undefined)
  assert.ok(body.data)
}

async function isRefused(query: string, limitName: string, limit: number, actual: number) {
  const { status, body } = await leadQuery(server, key, { query })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['errors'])
  assert.equal(body.errors.length, 1)
  const { uid, ...extensions } = body.errors[0].extensions
  assert.match(uid, /^[0-9a-f-]{36}$/)
  const code = 'GRAPHQL_LIMIT_EXCEEDED'
  assert.deepEqual(extensions, { code, status: 400, limitName, limit, actual })
}

const times = (n: number, one: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => one(i)).join(' ')

describe('limit documentBytes', () => {
  const document = `{ ${leads} { uid } } #`
  const padded = (bytes: number) => document.padEnd(bytes, 'x')

  it('65,536 bytes are allowed', async () => {
    await isAllowed(padded(65_536))
  })

  it('65,537 bytes are refused', async () => {
    await isRefused(padded(65_537), 'documentBytes', 65_536, 65_537)
  })

  it('bytes are counted, not characters', async () => {
    const text = document + 'é'.repeat((65_536 - document.length) / 2)
    await isAllowed(text)
    await isRefused(`${text}é`, 'documentBytes', 65_536, Buffer.byteLength(text) + 2)
  })

  it('variables do not count', async () => {
    const query = `query Q($a: [String]) { leads(propertyUids: $a) { uid } }`
    const variables = { a: Array.from({ length: 2_000 }, () => uid) }
    const { body } = await leadQuery(server, key, { query, variables })
    assert.equal(body.errors[0].extensions.code, 'ACCESS_DENIED')
  })
})

describe('limit tokens', () => {
  const document = (items: number) =>
    `query Q($a: String) { leads(agencyUid: $a, propertyUids: [${times(items, () => '"a"')}]) { uid } }`
  const others = 24

  it('4,000 are allowed', async () => {
    const { body } = await leadQuery(server, key, document(4_000 - others))
    assert.equal(body.errors[0].extensions.code, 'ACCESS_DENIED')
  })

  it('4,001 are refused', async () => {
    await isRefused(document(4_001 - others), 'tokens', 4_000, 4_001)
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
  for (const [what, document] of Object.entries(documents)) {
    it(`128 characters of ${what} are allowed, 129 refused`, async () => {
      await isAllowed(document(long))
      await isRefused(document(`${long}n`), 'nameLength', 128, 129)
    })
  }

  it('129 of a field that does not exist are refused by the same name', async () => {
    await isRefused(`{ ${leads} { ${long}n } }`, 'nameLength', 128, 129)
  })

  it('texts are no names', async () => {
    await isRefused(`{ leads(agencyUid: "${long}${long}") { ${long}n } }`, 'nameLength', 128, 129)
    const { body } = await leadQuery(server, key, `{ leads(agencyUid: "${long}n") { uid } }`)
    assert.equal(body.errors[0].extensions.code, 'ACCESS_DENIED')
  })
})

describe('limit responseBytes', () => {
  const many = (names: number) =>
    `{ leads(agencyUid: "${agencyUid}") { ${times(names, i => `n${i}: notes`)} } }`

  it('two names of one text in one object are allowed', async () => {
    await isAllowed(`{ leads(agencyUid: "${agencyUid}") { notes more: notes } }`)
  })

  it('a text under 45 names is refused where all rows are asked for, before any is read', async () => {
    const { body } = await leadQuery(server, key, many(45))
    const { code, limitName, limit, actual } = body.errors[0].extensions
    assert.deepEqual(
      [code, limitName, limit],
      ['GRAPHQL_LIMIT_EXCEEDED', 'responseBytes', 67_108_864],
    )
    assert.ok(actual > limit)
    const page = `{ ${leads} { ${times(45, i => `n${i}: notes`)} } }`
    await isAllowed(page)
  })
})

describe('limit depth', () => {
  const nested = (levels: number) => `${'{ a '.repeat(levels)}${'}'.repeat(levels)}`

  it('the full lead query needs 5 levels', async () => {
    await isAllowed(`{ ${leads} { order { fees { fees { name } } } } }`)
  })

  it('10 levels below the root are allowed', async () => {
    const { body } = await leadQuery(server, key, nested(10))
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  })

  it('11 levels are refused', async () => {
    await isRefused(nested(11), 'depth', 10, 11)
  })

  it('levels are counted through fragments, inline fragments do not count', async () => {
    const spread = `{ a { b { c { d { ... { ... F } } } } } } fragment F on X ${nested(6)}`
    const { body } = await leadQuery(server, key, spread)
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    await isRefused(
      spread.replace('{ a {', '{ z { a {').replace('} fragment', '} } fragment'),
      'depth',
      10,
      11,
    )
  })

  it('a bomb of levels is refused', async () => {
    await isRefused(nested(500), 'depth', 10, 500)
    await isRefused(nested(1_300), 'depth', 10, 1_300)
    await isRefused(`${'{ ...'.repeat(1_300)} ${'}'.repeat(1_300)}`, 'depth', 10, 1_300)
  })

  it('100 sets of fields within one another are read, whatever they are', async () => {
    const written = (sets: number) => `{ ${'... { '.repeat(sets)} __typename ${'}'.repeat(sets)} }`
    await isAllowed(written(99))
    await isRefused(written(100), 'depth', 10, 101)
    const types = (sets: number) => `{ __schema { ${'types { '.repeat(sets)}`
    await isRefused(types(99), 'depth', 10, 101)
  })

  it('introspection is not counted', async () => {
    const deep = `${'ofType { '.repeat(9)} name ${'}'.repeat(9)}`
    await isAllowed(`{ __type(name: "leadQuery") { fields { type { ${deep} } } } }`)
  })
})

describe('limit rootFields', () => {
  it('10 top-level fields are allowed', async () => {
    await isAllowed(`{ ${times(10, i => `a${i}: ${leads} { uid }`)} }`)
  })

  it('11 are refused, aliases and fragments included', async () => {
    await isRefused(`{ ${times(11, i => `a${i}: ${leads} { uid }`)} }`, 'rootFields', 10, 11)
    const fragment = `fragment F on leadQuery { ${times(6, i => `b${i}: ${leads} { uid }`)} }`
    const query = `{ ${times(5, i => `a${i}: ${leads} { uid }`)} ...F } ${fragment}`
    await isRefused(query, 'rootFields', 10, 11)
  })

  it('equal keys count once', async () => {
    await isAllowed(`{ ${times(11, () => `${leads} { uid }`)} }`)
  })
})

describe('limit aliases', () => {
  it('50 are allowed', async () => {
    await isAllowed(`{ ${leads} { ${times(50, i => `a${i}: uid`)} } }`)
  })

  it('51 are refused', async () => {
    await isRefused(`{ ${leads} { ${times(51, i => `a${i}: uid`)} } }`, 'aliases', 50, 51)
  })

  it('50 relations under aliases are allowed', async () => {
    await isAllowed(`{ ${leads} { ${times(48, i => `a${i}: order { rent { grossPrice } }`)} } }`)
  })

  it('are counted as often as their fragment is spread', async () => {
    const fragment = `fragment F on LeadGraphQLTO { ${times(17, i => `a${i}: uid`)} }`
    const query = `{ ${leads} { ${times(3, () => '...F')} } } ${fragment}`
    await isRefused(query, 'aliases', 50, 51)
  })
})

describe('limit fields', () => {
  it('500 are allowed', async () => {
    await isAllowed(`{ ${leads} { ${times(499, () => 'uid')} } }`)
  })

  it('501 are refused', async () => {
    await isRefused(`{ ${leads} { ${times(500, () => 'uid')} } }`, 'fields', 500, 501)
  })

  it('are counted after fragment expansion', async () => {
    const fragment = `fragment F on LeadGraphQLTO { ${times(50, () => 'uid')} }`
    await isAllowed(`{ ${leads} { ${times(9, () => '...F')} ... { status } } } ${fragment}`)
    const query = `{ ${leads} { ${times(10, () => '...F')} } } ${fragment}`
    await isRefused(query, 'fields', 500, 501)
  })

  it('a bomb of fragments is refused at once', async () => {
    const bomb = times(250, i => `fragment F${i} on LeadGraphQLTO { ...F${i + 1} ...F${i + 1} }`)
    const query = `{ ${leads} { ...F0 } } ${bomb} fragment F250 on LeadGraphQLTO { uid }`
    const { status, body } = await leadQuery(server, key, query)
    assert.equal(status, 200)
    assert.equal(body.errors[0].extensions.limitName, 'fields')
    assert.ok(body.errors[0].extensions.actual > 1e70)
  })

  it('introspection counts with all that its fragments have, so that its answers are bounded', async () => {
    const values = 'enumValues { name description isDeprecated deprecationReason }'
    const leaf = `kind name description ${values}`
    const deep = `${leaf} ofType { ${leaf} ofType { ${leaf} ofType { ${leaf} } } }`
    const fragment = `fragment T on __Type { ${leaf} fields { name args { name type { ${leaf} } }
      type { ${deep} } } }`
    const spread = '...T ofType { ...T ofType { ...T ofType { ...T } } }'
    const root = (i: number) => `r${i}: __schema { types { fields { type { ${spread} } } } }`
    const bomb = (roots: number) =>
      `{ ${Array.from({ length: roots }, (_, i) => root(i))} } ${fragment}`
    const { body } = await leadQuery(server, key, bomb(4))
    const { code, limitName } = body.errors[0].extensions
    assert.deepEqual([code, limitName], ['GRAPHQL_LIMIT_EXCEEDED', 'fields'])
    const one = await leadQuery(server, key, bomb(1))
    assert.ok(
      one.body.data.r0.types.length > 10 && one.text.length < 2_000_000,
      one.text.slice(0, 500),
    )
  })

  it('a cycle of fragments is a validation error', async () => {
    const cycle = 'fragment F on LeadGraphQLTO { ...G } fragment G on LeadGraphQLTO { uid ...F }'
    const { status, body } = await leadQuery(server, key, `{ ${leads} { ...F } } ${cycle}`)
    assert.equal(status, 200)
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  })
})

describe('limit literalDepth', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  it('32 lists within lists are read', async () => {
    const { body } = await leadQuery(server, key, `{ leads(propertyUids: ${nested(32)}) { uid } }`)
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  })

  it('33 are refused, and so are thousands, objects and defaults of variables', async () => {
    await isRefused(`{ leads(propertyUids: ${nested(33)}) { uid } }`, 'literalDepth', 32, 33)
    await isRefused(`{ leads(propertyUids: ${nested(1_900)}) { uid } }`, 'literalDepth', 32, 33)
    const objects = `${'{a:'.repeat(900)}1${'}'.repeat(900)}`
    await isRefused(`{ leads(agencyUid: ${objects}) { uid } }`, 'literalDepth', 32, 33)
    const variable = `query Q($a: [String] = ${nested(500)}) { leads(propertyUids: $a) { uid } }`
    await isRefused(variable, 'literalDepth', 32, 33)
    await isRefused(`type Query { a: ${nested(1_900)} }`, 'literalDepth', 32, 33)
  })

  it('brackets in texts and comments do not count', async () => {
    const text = '['.repeat(100)
    await isAllowed(`{ leads(agencyUid: "${agencyUid}", _limit: 1) # ${text}\n { uid } }`)
    const { body } = await leadQuery(server, key, {
      query: `{ leads(agencyUid: "${text}") { uid } }`,
    })
    assert.equal(body.errors[0].extensions.code, 'ACCESS_DENIED')
  })
})

describe('limit directives', () => {
  it('20 are allowed', async () => {
    await isAllowed(`{ ${leads} { ${times(20, () => 'uid @skip(if: false)')} } }`)
  })

  it('21 are refused, wherever they stand', async () => {
    const twenty = times(20, () => 'uid @include(if: true)')
    await isRefused(`query @x { ${leads} { ${twenty} } }`, 'directives', 20, 21)
  })
})
