import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  makeAgency,
  makeEmployee,
  makeLead,
  makeOrder,
  makeProperty,
} from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const property_uid = await makeProperty(server, agencyUid)
const assignee_uid = await makeEmployee(server, agencyUid)
const uid = await makeLead(server, agencyUid, { property_uid, assignee_uid, first_name: 'Ada' })
const orderUid = await makeOrder(server, agencyUid, uid, { total_amount: '968.00' })

const leads = `leads(agencyUid: "${agencyUid}")`

/** Returns the only lead of a response as JSON text, which preserves the order of keys. */
async function leadText(selection: string, rest = ''): Promise<string> {
  const { text } = await leadQuery(server, key, `{ ${leads} { ${selection} } } ${rest}`)
  const [, lead] = /^\{"data":\{"leads":\[(.*)\]\}\}$/s.exec(text) ?? assert.fail(text)
  return lead!
}

async function run(query: string, variables: unknown = {}): Promise<string> {
  const { body } = await leadQuery(server, key, { query, variables })
  assert.equal(body.errors, undefined)
  return JSON.stringify(body.data)
}

describe('selection, keys', () => {
  it('are in the order of the selection', async () => {
    assert.equal(
      await leadText('status uid leadType'),
      `{"status":"NEW","uid":"${uid}","leadType":"INQUIRY"}`,
    )
    assert.equal(await leadText('uid status'), `{"uid":"${uid}","status":"NEW"}`)
  })

  it('are the aliases, also aliases longer than a column name', async () => {
    const long = 'a'.repeat(80)
    const same = `${'a'.repeat(79)}b`
    const selection = `${long}: firstName ${same}: status __x: uid`
    assert.equal(await leadText(selection), `{"${long}":"Ada","${same}":"NEW","__x":"${uid}"}`)
  })

  it('distinguish relations with long aliases', async () => {
    const [one, two] = [`${'a'.repeat(70)}1`, `${'a'.repeat(70)}2`]
    const selection = `${one}: property { name } ${two}: property { uid }`
    assert.equal(
      await leadText(selection),
      `{"${one}":[{"name":"Cedar Cabin"}],"${two}":[{"uid":"${property_uid}"}]}`,
    )
  })

  it('return one relation under two aliases with different selections', async () => {
    const selection = `a: order { uid fees { x: allFeesGrossAmount } }
      b: order { totalGrossOrderValue } c: countdown { overdue } d: countdown { nextStatus }`
    assert.equal(
      await leadText(selection),
      `{"a":[{"uid":"${orderUid}","fees":[{"x":0.00}]}],"b":[{"totalGrossOrderValue":968.00}],` +
        '"c":[{"overdue":true}],"d":[{"nextStatus":"QUOTE_SENT"}]}',
    )
  })

  it('return a field once per alias', async () => {
    assert.equal(await leadText('a: status b: status'), '{"a":"NEW","b":"NEW"}')
  })

  it('are merged if they are equal', async () => {
    const selection = 'uid order { uid } status order { currency uid } uid'
    assert.equal(
      await leadText(selection),
      `{"uid":"${uid}","order":[{"uid":"${orderUid}","currency":"USD"}],"status":"NEW"}`,
    )
  })

  it('are merged at the root', async () => {
    const data = await run(`{ ${leads} { uid } ${leads} { status } }`)
    assert.equal(data, `{"leads":[{"uid":"${uid}","status":"NEW"}]}`)
  })
})

describe('selection, __typename', () => {
  it('is the name of the type of each object', async () => {
    const selection = `__typename countdown { __typename } assignee { __typename }
      property { __typename } order { __typename rent { __typename }
        fees { __typename fees { __typename } } }`
    const query = `{ __typename ${leads} { ${selection} } t: __typename }`
    assert.deepEqual(JSON.parse(await run(query)), {
      __typename: 'leadQuery',
      leads: [
        {
          __typename: 'LeadGraphQLTO',
          countdown: [{ __typename: 'CountDownGraphQLTO' }],
          assignee: [{ __typename: 'AssigneeGraphQLTO' }],
          property: [{ __typename: 'PropertyGraphQLTO' }],
          order: [
            {
              __typename: 'OrderGraphQLTO',
              rent: [{ __typename: 'RentGraphQLTO' }],
              fees: [{ __typename: 'FeesGraghQLTO', fees: [] }],
            },
          ],
        },
      ],
      t: 'leadQuery',
    })
  })

  it('can be aliased', async () => {
    assert.equal(await leadText('kind: __typename'), '{"kind":"LeadGraphQLTO"}')
  })
})

describe('selection, fragments', () => {
  it('are expanded in place', async () => {
    const rest = 'fragment F on LeadGraphQLTO { status ...G } fragment G on LeadGraphQLTO { uid }'
    assert.equal(
      await leadText('leadType ...F firstName', rest),
      `{"leadType":"INQUIRY","status":"NEW","uid":"${uid}","firstName":"Ada"}`,
    )
  })

  it('merge with sibling fields at every depth', async () => {
    const rest = 'fragment F on LeadGraphQLTO { order { currency fees { cleaningFee { name } } } }'
    assert.equal(
      await leadText('order { fees { allFeesGrossAmount } } ...F', rest),
      '{"order":[{"fees":[{"allFeesGrossAmount":0.00,"cleaningFee":[]}],"currency":"USD"}]}',
    )
  })

  it('can be nested inline, with and without a type', async () => {
    const selection =
      '... { ... on LeadGraphQLTO { status ... { uid } } } property { ... { name } }'
    assert.equal(
      await leadText(selection),
      `{"status":"NEW","uid":"${uid}","property":[{"name":"Cedar Cabin"}]}`,
    )
  })

  it('are allowed at the root', async () => {
    const data = await run(`query { ...R } fragment R on leadQuery { ${leads} { uid } }`)
    assert.equal(data, `{"leads":[{"uid":"${uid}"}]}`)
  })
})

describe('selection, @include and @skip', () => {
  const query = `query Q($a: Boolean!, $b: Boolean = false) { ${leads} {
    leadType @include(if: $a) status @skip(if: $a) ...F @include(if: $b)
    property @skip(if: $b) { name @include(if: $a) uid } ... @include(if: $a) { firstName } } }
    fragment F on LeadGraphQLTO { lastName }`

  it('depend on variables in each request', async () => {
    for (let round = 0; round < 2; round++) {
      assert.deepEqual(JSON.parse(await run(query, { a: true })).leads, [
        {
          leadType: 'INQUIRY',
          property: [{ name: 'Cedar Cabin', uid: property_uid }],
          firstName: 'Ada',
        },
      ])
      assert.deepEqual(JSON.parse(await run(query, { a: false, b: true })).leads, [
        { status: 'NEW', lastName: null },
      ])
    }
  })

  it('can be combined on one field', async () => {
    const both = '@include(if: true) @skip(if: true)'
    assert.equal(
      await leadText(`uid ${both} status @include(if: true) @skip(if: false)`),
      '{"status":"NEW"}',
    )
  })

  it('can leave an object without keys', async () => {
    assert.equal(await leadText('uid @skip(if: true)'), '{}')
    assert.equal(
      await leadText('order { uid @include(if: false) } property { ... @skip(if: true) { name } }'),
      '{"order":[{}],"property":[{}]}',
    )
  })

  it('can leave a query without fields', async () => {
    assert.equal(await run(`{ ${leads} @skip(if: true) { uid } }`), '{}')
  })
})

describe('selection, operations and variables', () => {
  it('runs the named operation', async () => {
    const query = `query A { ${leads} { uid } } query B { ${leads} { status } }`
    for (const [operationName, lead] of [
      ['A', { uid }],
      ['B', { status: 'NEW' }],
    ] as const) {
      const { body } = await leadQuery(server, key, { query, operationName })
      assert.deepEqual(body.data.leads, [lead])
    }
  })

  it('uses the default of an absent variable', async () => {
    const query = `query Q($a: String = "${agencyUid}") { leads(agencyUid: $a) { uid } }`
    assert.equal(await run(query), `{"leads":[{"uid":"${uid}"}]}`)
  })

  it('ignores undeclared variables', async () => {
    const data = await run(`{ ${leads} { uid } }`, { other: 1 })
    assert.equal(data, `{"leads":[{"uid":"${uid}"}]}`)
  })

  it('accepts different arguments for aliases of one field', async () => {
    const query = `query Q($n: Int) { a: ${leads.replace(')', ', _limit: $n)')} { uid }
      b: leads(propertyUid: "${property_uid}") { status } }`
    assert.deepEqual(JSON.parse(await run(query, { n: 1 })), {
      a: [{ uid }],
      b: [{ status: 'NEW' }],
    })
  })
})
