/** Queries of every root and field of the schemas, for one fixture. */
import assert from 'node:assert/strict'
import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { graphQLSchema, leadQuerySchema } from '../../src/rental/schemas.ts'
import { versions } from '../../src/rental/versions.ts'
import type { Tenant } from './tenant.ts'

/** Selects every field of a type, to the given depth of related records. */
function selectFields(type: GraphQLOutputType, depth = 3): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).flatMap(field => {
    if (field.args.some(arg => isNonNullType(arg.type))) return []
    const isObject = isObjectType(getNamedType(field.type))
    if (isObject && depth === 0) return []
    const inner = selectFields(field.type, depth - 1)
    return isObject && inner === '' ? [] : [`${field.name} ${inner}`]
  })
  return fields.length === 0 ? '' : `{ ${fields.join(' ')} }`
}

/** Calls a root once with its required arguments, or else once for each uid that it accepts. */
function buildCalls(field: GraphQLField<unknown, unknown>, tenant: Tenant): string[] {
  const findUid = (name: string) =>
    name === 'uid' ? tenant.uids[`${field.name}Uid`] : tenant.uids[name]
  const literal = (name: string, isList: boolean) =>
    `${name}: ${JSON.stringify(isList ? [findUid(name)] : findUid(name))}`
  const args = field.args.map(({ name, type }) => ({
    name,
    isRequired: isNonNullType(type),
    text: literal(name, String(type).startsWith('[')),
  }))
  const required = args.filter(({ isRequired }) => isRequired)
  const usable = args.filter(({ name }) => findUid(name) !== undefined)
  const argumentSets = required.length > 0 ? [required] : usable.map(arg => [arg])
  assert.ok(argumentSets.length > 0, `the fixture has no arguments for ${field.name}`)
  const selection = selectFields(field.type)
  return argumentSets.map(
    choice => `{ ${field.name}(${choice.map(({ text }) => text)}) ${selection} }`,
  )
}

export const endpoints: { path: string; schema: GraphQLSchema }[] = [
  { path: '/v2/leadsql', schema: leadQuerySchema().graphql },
  ...versions.map(version => ({
    path: `/api/v${version}/graphql`,
    schema: graphQLSchema(version, '').graphql,
  })),
]

/** Lists queries of every root of a schema, with all of its arguments. */
export function listQueries(schema: GraphQLSchema, tenant: Tenant): string[] {
  const roots = Object.values(schema.getQueryType()!.getFields())
  return roots.flatMap(field => buildCalls(field, tenant))
}
