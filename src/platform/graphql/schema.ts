import { buildASTSchema, type GraphQLSchema, Kind, parse, visit } from 'graphql'
import { existsIn, type Version } from '../rest/version.ts'
import type { Types } from './fields.ts'
import type { Roots } from './root-fields.ts'

export interface Schema<Caller> {
  graphql: GraphQLSchema
  types: Types
  roots: Roots<Caller>
  tenancy: Tenancy<Caller>
}

export interface Tenancy<Caller> {
  listTenants(caller: Caller): string[]
  /** Returns the caller with access to one tenant only. */
  restrictTo(caller: Caller, tenant: string): Caller
}

const sinceDirective =
  'directive @since(version: String!) ' +
  'on FIELD_DEFINITION | ENUM_VALUE | OBJECT | ARGUMENT_DEFINITION'

/**
 * Builds the schema of a version from SDL. `@since(version: "3.3")` marks definitions that are
 * newer than the type that contains them.
 *
 * @param version undefined: all fields
 * @throws Error if `types` or `roots` lack a field of the SDL
 */
export function buildSchema<Caller>(
  sdl: string[],
  { types, roots, tenancy }: Omit<Schema<Caller>, 'graphql'>,
  version?: Version,
): Schema<Caller> {
  const document = visit(parse([sinceDirective, ...sdl].join('\n')), {
    enter(node) {
      if (node.kind === Kind.DIRECTIVE_DEFINITION) return null
      if (!('directives' in node) || !node.directives) return undefined
      const since = node.directives.find(({ name }) => name.value === 'since')
      const sinceVersion = since?.arguments?.[0]?.value
      // `undefined` keeps a node, null deletes it.
      if (sinceVersion?.kind !== Kind.STRING) return undefined
      if (version && !existsIn(version, { since: sinceVersion.value as Version })) return null
      return { ...node, directives: node.directives.filter(directive => directive !== since) }
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
