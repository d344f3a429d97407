import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  buildClientSchema,
  execute,
  type GraphQLObjectType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isObjectType,
  parse,
} from 'graphql'
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
await makeLead(server, agencyUid, { type: 'BLOCK', status: 'BLOCKED', notes: '"Paint"\n' })
const fees = [
  { kind: 'CLEANING', name: 'Cleaning fee', netPrice: 90, taxAmount: 4.5, grossAmount: 94.5 },
  { kind: 'FEE', name: 'Pet fee', netPrice: 50, taxAmount: 0, grossAmount: 50 },
]
const full = { property_uid, assignee_uid, first_name: 'Ada', risk_score: 7 }
const withOrder = await makeLead(server, agencyUid, full)
await makeOrder(server, agencyUid, withOrder, { fee_lines: JSON.stringify(fees) })

const introspected = await leadQuery(server, key, getIntrospectionQuery())
const schema = buildClientSchema(introspected.body.data)
const leadType = schema.getType('LeadGraphQLTO') as GraphQLObjectType

/** Returns the nested fields of a type. */
function fullSelection(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).map(field => {
    const inner = getNamedType(field.type)
    return isObjectType(inner) ? `${field.name} { ${fullSelection(inner)} }` : field.name
  })
  return fields.join(' ')
}

const leadList = `leads(agencyUid: "${agencyUid}")`
const { data: rows } = (
  await leadQuery(server, key, `{ ${leadList} { ${fullSelection(leadType)} } }`)
).body

/** Returns a generator of numbers below n, equal in every run (mulberry32). */
function randomNumbers(seed: number): (n: number) => number {
  let state = seed
  return n => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

const directives = ['@include(if: $yes)', '@skip(if: $no)', '@include(if: $no)', '@skip(if: $yes)']

/** Returns a valid random document with aliases, fragments and directives. */
function randomDocument(schema: GraphQLSchema, randomBelow: (n: number) => number): string {
  const fragments: string[] = []
  const directive = () => (randomBelow(12) === 0 ? directives[randomBelow(directives.length)] : '')
  const field = (type: GraphQLObjectType, depth: number): string => {
    const fields = Object.values(type.getFields())
    const { name, type: result } = fields[randomBelow(fields.length)]!
    // An alias always stands for the same field, so keys never conflict.
    const alias = randomBelow(4) === 0 ? `${name}_${randomBelow(3)}: ` : ''
    const inner = getNamedType(result)
    const beneath = isObjectType(inner) ? `{ ${selection(inner, depth + 1)} }` : ''
    return `${alias}${name} ${directive()} ${beneath}`
  }
  const item = (type: GraphQLObjectType, depth: number): string => {
    const kind = randomBelow(depth > 5 ? 8 : 12)
    if (kind === 0) return `__typename ${directive()}`
    if (kind < 9) return field(type, depth)
    const inner = `{ ${selection(type, depth + 1)} }`
    if (kind === 9) return `... ${directive()} ${inner}`
    if (kind === 10) return `... on ${type.name} ${directive()} ${inner}`
    const name = `F${fragments.length}`
    fragments.push(`fragment ${name} on ${type.name} ${inner}`)
    return `...${name} ${directive()}${randomBelow(3) === 0 ? ` ...${name}` : ''}`
  }
  const selection = (type: GraphQLObjectType, depth: number): string =>
    Array.from({ length: 1 + randomBelow(5) }, () => item(type, depth)).join(' ')
  const type = schema.getType('LeadGraphQLTO') as GraphQLObjectType
  const root = `${leadList} @include(if: $yes) @skip(if: $no) { ${selection(type, 0)} }`
  const text = `query Q($yes: Boolean!, $no: Boolean = false) { ${root} }`
  return [text, ...fragments].join('\n')
}

describe('leads, compared with the reference implementation of GraphQL', () => {
  const documents = 300

  it(`returns the same results for ${documents} random documents`, async () => {
    const randomBelow = randomNumbers(20_260_520)
    let compared = 0
    for (let i = 0; i < documents; i++) {
      const query = randomDocument(schema, randomBelow)
      const variables = { yes: true }
      const { body } = await leadQuery(server, key, { query, variables })
      if (body.errors?.[0].extensions.code === 'GRAPHQL_LIMIT_EXCEEDED') continue
      const document = parse(query)
      const expected = await execute({
        schema,
        document,
        rootValue: rows,
        variableValues: variables,
      })
      assert.equal(expected.errors, undefined)
      assert.equal(JSON.stringify(body), JSON.stringify({ data: expected.data }), query)
      compared++
    }
    assert.ok(compared > documents / 2, `${compared} compared`)
  })
})
