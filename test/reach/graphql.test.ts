/** contract/general.md §3 on every root and field of the queries, as their schemas name them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { leadQuerySchema, schemaOf } from '../../src/rental/schemas.ts'
import { versions } from '../../src/rental/versions.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'
import { makeEstate } from './estate.ts'
import { tokenWith } from './tokens.ts'
import type { Estate } from './uids.ts'

const server = await startServer()
const agency = await makeAgency(server)
let granted: Estate
let hidden: Estate
const tokens: Record<string, string> = {}

before(async () => {
  granted = await makeEstate(server, agency, 'granted')
  hidden = await makeEstate(server, agency, 'hidden')
  tokens.NONE = await tokenWith(server, granted)
  tokens.READ = await tokenWith(server, granted, { access: 'READ' })
  tokens.READ_PERSONAL = await tokenWith(server, granted, { access: 'READ', personalData: true })
})

/** Every field of a type, as deep as it takes to come to what hangs on it. */
function selectionOf(type: GraphQLOutputType, depth = 3): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).flatMap(field => {
    if (field.args.some(arg => isNonNullType(arg.type))) return []
    const isObject = isObjectType(getNamedType(field.type))
    if (isObject && depth === 0) return []
    const inner = selectionOf(field.type, depth - 1)
    return isObject && inner === '' ? [] : [`${field.name} ${inner}`]
  })
  return fields.length === 0 ? '' : `{ ${fields.join(' ')} }`
}

/** A root once with what it must be given, or once with each uid that it may be given. */
function callsOf(field: GraphQLField<unknown, unknown>, estate: Estate): string[] {
  const uidOf = (name: string) =>
    name === 'uid' ? estate.uids[`${field.name}Uid`] : estate.uids[name]
  const literal = (name: string, isList: boolean) =>
    `${name}: ${JSON.stringify(isList ? [uidOf(name)] : uidOf(name))}`
  const args = field.args.map(({ name, type }) => ({
    name,
    isNeeded: isNonNullType(type),
    text: literal(name, String(type).startsWith('[')),
  }))
  const needed = args.filter(({ isNeeded }) => isNeeded)
  const known = args.filter(({ name }) => uidOf(name) !== undefined)
  const choices = needed.length > 0 ? [needed] : known.map(one => [one])
  assert.ok(choices.length > 0, `nothing is known of the arguments of ${field.name}`)
  const selection = selectionOf(field.type)
  return choices.map(choice => `{ ${field.name}(${choice.map(({ text }) => text)}) ${selection} }`)
}

const endpoints: { path: string; schema: GraphQLSchema }[] = [
  { path: '/v2/leadsql', schema: leadQuerySchema().graphql },
  ...versions.map(version => ({
    path: `/api/v${version}/graphql`,
    schema: schemaOf(version, '').graphql,
  })),
]

for (const { path, schema } of endpoints) {
  const calls = (estate: Estate) =>
    Object.values(schema.getQueryType()!.getFields()).flatMap(field => callsOf(field, estate))
  const ask = async (query: string, who: string) => {
    const answer = await server.request('POST', path, { key: tokens[who]!, body: { query } })
    assert.ok(answer.status < 500 && answer.status !== 400, answer.text)
    return answer
  }

  describe(path, () => {
    for (const who of ['NONE', 'READ']) {
      it(`${who}: shows nothing of what was not granted`, async () => {
        for (const query of calls(hidden)) {
          const { body } = await ask(query, who)
          const data = JSON.stringify(body.data ?? null)
          assert.deepEqual(
            hidden.marks.filter(mark => data.includes(mark)),
            [],
            query,
          )
        }
      })
    }

    it('READ: shows what was granted without personal data, with it only where granted', async () => {
      let shown = 0
      for (const query of calls(granted)) {
        const { text, body } = await ask(query, 'READ')
        assert.equal(body.errors, undefined, `${query} ${text}`)
        assert.equal(text.includes(granted.personalMark), false, query)
        assert.ok(
          granted.marks.some(mark => text.includes(mark)),
          `${query} ${text}`,
        )
        if ((await ask(query, 'READ_PERSONAL')).text.includes(granted.personalMark)) shown++
      }
      assert.ok(shown > 0)
    })
  })
}
