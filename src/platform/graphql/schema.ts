import { buildASTSchema, type GraphQLSchema, Kind, parse, visit } from 'graphql'
import { existsIn, type Version } from '../rest/version.ts'
import type { Types } from './fields.ts'
import type { Roots } from './roots.ts'

/** A GraphQL schema and how each of its types is read. */
export interface Schema<Caller> {
  graphql: GraphQLSchema
  types: Types
  roots: Roots<Caller>
  /** Callers of several tenants. */
  tenancy: Tenancy<Caller>
}

/** How a caller of several tenants is one of each. */
export interface Tenancy<Caller> {
  tenantsOf(caller: Caller): string[]
  /** The same caller, who reaches nothing of another tenant. */
  within(caller: Caller, tenant: string): Caller
}

const directive =
  'directive @since(version: String!) ' +
  'on FIELD_DEFINITION | ENUM_VALUE | OBJECT | ARGUMENT_DEFINITION'

/**
 * Builds the schema of a version from SDL in which `@since(version: "3.3")` marks what is younger
 * than the type it stands in.
 *
 * @throws Error when a field of the SDL has no reader
 */
export function buildSchema<Caller>(
  sdl: string[],
  types: Types,
  roots: Roots<Caller>,
  tenancy: Tenancy<Caller>,
  version?: Version,
): Schema<Caller> {
  const document = visit(parse([directive, ...sdl].join('\n')), {
    enter(node) {
      if (node.kind === Kind.DIRECTIVE_DEFINITION) return null
      if (!('directives' in node) || !node.directives) return undefined
      const since = node.directives.find(({ name }) => name.value === 'since')
      const value = since?.arguments?.[0]?.value
      if (value?.kind !== Kind.STRING) return undefined
      if (version && !existsIn(version, { since: value.value as Version })) return null
      return { ...node, directives: node.directives.filter(one => one !== since) }
    },
  })
  const graphql = buildASTSchema(document)
  checkReaders(graphql, types, roots)
  return { graphql, types, roots, tenancy }
}

function checkReaders<Caller>(graphql: GraphQLSchema, types: Types, roots: Roots<Caller>): void {
  const query = graphql.getQueryType()
  for (const type of Object.values(graphql.getTypeMap())) {
    if (type.name.startsWith('__') || !('getFields' in type)) continue
    const readers = type === query ? roots : types[type.name]
    for (const field of Object.keys(type.getFields())) {
      if (!readers?.[field]) throw new Error(`${type.name}.${field} has no reader`)
    }
  }
}
