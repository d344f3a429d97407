import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
await makeLead(server, agencyUid)

const costHeader = { 'x-lodgepole-cost': '1' }

function leads(key: string, limit: number | null, selection: string): string {
  const limitArgument = limit === null ? '' : `, _limit: ${limit}`
  return `${key}: leads(agencyUid: "${agencyUid}"${limitArgument}) { ${selection} }`
}

const four = 'countdown { overdue } order { uid } assignee { uid } property { uid }'
const six = `${four} b: order { rent { grossPrice } }`
const eight = `${four} b: order { fees { fees { name } cleaningFee { name } } }`

describe('cost, in extensions with the header x-lodgepole-cost', () => {
  const cases: [string, string, number][] = [
    ['the page size', leads('a', 7, 'uid'), 7],
    ['the largest page size for larger ones', leads('a', 5_000, 'uid'), 1_000],
    ['1,000 without a page size', leads('a', null, 'uid'), 1_000],
    [
      'the page size for each object field',
      leads('a', 10, 'uid order { uid } property { name }'),
      30,
    ],
    [
      'object fields at any depth',
      leads('a', 10, 'order { fees { fees { name } } rent { grossPrice } }'),
      50,
    ],
    ['nothing for scalars', leads('a', 10, 'uid status firstName lastName __typename'), 10],
    ['each alias of an object', leads('a', 10, 'x: order { uid } y: order { uid }'), 30],
    ['merged objects once', leads('a', 10, 'order { uid } order { currency }'), 20],
    ['the sum over the root fields', `${leads('a', 3, 'uid')} ${leads('b', 4, 'uid')}`, 7],
    ['100 for introspection', '__schema { queryType { name } }', 100],
    [
      '100 for introspection once',
      '__schema { queryType { name } } __type(name: "x") { name }',
      100,
    ],
    ['nothing for __typename', '__typename', 0],
    ['introspection beside leads', `${leads('a', 5, 'uid')} __type(name: "x") { name }`, 105],
    ['nothing for what is skipped', leads('a', 5, 'uid order @skip(if: true) { uid }'), 5],
    ['the page size of a refused field', 'leads(_limit: 5) { uid }', 5],
  ]
  for (const [name, selection, requested] of cases) {
    it(`is ${name}`, async () => {
      const { body } = await leadQuery(server, key, `{ ${selection} }`, costHeader)
      assert.deepEqual(body.extensions.cost, { requested, limit: 50_000 })
    })
  }

  it('is not returned without the header', async () => {
    const { body } = await leadQuery(server, key, `{ ${leads('a', null, 'uid')} }`)
    assert.deepEqual(Object.keys(body), ['data'])
  })
})

describe('limit cost', () => {
  const rows = (n: number) => Array.from({ length: n }, (_, i) => leads(`a${i}`, 1_000, four))

  it('accepts 50,000', async () => {
    const { body } = await leadQuery(server, key, `{ ${rows(10).join(' ')} }`, costHeader)
    assert.equal(body.errors, undefined)
    assert.equal(body.extensions.cost.requested, 50_000)
  })

  it('rejects 50,001', async () => {
    const query = [...rows(8), leads('b', 1_000, eight), leads('c', 143, six)].join(' ')
    const { status, body } = await leadQuery(server, key, `{ ${query} }`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['errors'])
    const { limitName, limit, actual } = body.errors[0].extensions
    assert.deepEqual([limitName, limit, actual], ['cost', 50_000, 50_001])
  })

  it('does not count fields with invalid arguments', async () => {
    const query = Array.from({ length: 10 }, (_, i) => `a${i}: leads(_limit: 1) { ${eight} }`)
    const { body } = await leadQuery(server, key, `{ ${query.join(' ')} }`)
    assert.equal(body.errors.length, 10)
    for (const { extensions } of body.errors) assert.equal(extensions.code, 'REQUIRED_PARAMETER')
  })
})

describe('a query and the hourly rate limit', () => {
  it('counts as one request at any cost', async () => {
    const readRemaining = async (query: string) => {
      const { headers } = await leadQuery(server, key, query)
      return Number(headers.get('x-ratelimit-remaining'))
    }
    const before = await readRemaining(`{ ${leads('a', 1, 'uid')} }`)
    assert.equal(await readRemaining(`{ ${leads('a', 1_000, eight)} }`), before - 1)
    assert.equal(await readRemaining('{ nothing }'), before - 2)
    assert.equal(await readRemaining('{'), before - 3)
  })
})
