import { executeSync, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql'
import type { Call } from './operation.ts'

/** Returns the JSON text of introspection fields, by response key. */
export function introspect<Caller>(
  schema: GraphQLSchema,
  call: Call<Caller>,
): Record<string, string> {
  const introspected = call.selected.filter(({ name }) => name.startsWith('__'))
  if (introspected.length === 0) return {}
  const nodes = introspected.flatMap(({ nodes }) => nodes)
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
  return Object.fromEntries(introspected.map(({ key }) => [key, JSON.stringify(data[key] ?? null)]))
}
