import { executeSync, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql'
import type { Call } from './call.ts'

/** JSON text of the introspection fields of a call, by response key. */
export function introspect<Caller>(
  schema: GraphQLSchema,
  call: Call<Caller>,
): Record<string, string> {
  const asked = call.selected.filter(({ name }) => name.startsWith('__'))
  if (asked.length === 0) return {}
  const nodes = asked.flatMap(({ nodes }) => nodes)
  const operation: OperationDefinitionNode = {
    ...call.operation,
    selectionSet: { kind: Kind.SELECTION_SET, selections: nodes },
  }
  const definitions = [operation, ...Object.values(call.document.fragments)]
  const result = executeSync({
    schema,
    document: { kind: Kind.DOCUMENT, definitions },
    variableValues: call.variables.coerced,
  })
  const data = (result.data ?? {}) as Record<string, unknown>
  return Object.fromEntries(asked.map(({ key }) => [key, JSON.stringify(data[key] ?? null)]))
}
