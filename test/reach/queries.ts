/** A query of every root and field of the schemas, aimed at an estate. */
import assert from 'node:assert/strict'
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
import type { Estate } from './uids.ts'

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

export const endpoints: { path: string; schema: GraphQLSchema }[] = [
  { path: '/v2/leadsql', schema: leadQuerySchema().graphql },
  ...versions.map(version => ({
    path: `/api/v${version}/graphql`,
    schema: schemaOf(version, '').graphql,
  })),
]

/** Every root of a schema, each with all that it may be asked by. */
export function queriesOf(schema: GraphQLSchema, estate: Estate): string[] {
  const roots = Object.values(schema.getQueryType()!.getFields())
  return roots.flatMap(field => callsOf(field, estate))
}
