import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  type getVariableValues,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/** A field as it will be answered: fragments spread, directives decided, equal keys merged. */
export interface Selected {
  key: string
  name: string
  /** The object type it stands in. */
  parent: string
  nodes: FieldNode[]
  fields: Selected[]
}

interface Scope {
  schema: GraphQLSchema
  fragments: Record<string, FragmentDefinitionNode>
  variables: VariableValues
}

/** Variables as graphql-js coerced them. */
export type VariableValues = NonNullable<ReturnType<typeof getVariableValues>['variableValues']>

/** The top-level fields of an operation with everything beneath them. */
export function collectFields(
  scope: Scope,
  operation: OperationDefinitionNode,
  root: GraphQLObjectType,
): Selected[] {
  return collect(scope, [operation.selectionSet], root)
}

function collect(scope: Scope, sets: SelectionSetNode[], parent: GraphQLObjectType): Selected[] {
  const nodes = new Map<string, FieldNode[]>()
  for (const set of sets) gather(scope, set, nodes, new Set())
  return [...nodes].map(([key, all]) => {
    const name = all[0]!.name.value
    const child = name.startsWith('__') ? undefined : parent.getFields()[name]
    const type = child && getNamedType(child.type)
    const inner = all.flatMap(node => node.selectionSet ?? [])
    const fields =
      type && 'getFields' in type && inner.length > 0
        ? collect(scope, inner, type as GraphQLObjectType)
        : []
    return { key, name, parent: parent.name, nodes: all, fields }
  })
}

function gather(
  scope: Scope,
  set: SelectionSetNode,
  into: Map<string, FieldNode[]>,
  spread: Set<string>,
): void {
  for (const selection of set.selections) {
    if (!isIncluded(scope, selection)) continue
    if (selection.kind === 'Field') {
      const key = selection.alias?.value ?? selection.name.value
      into.set(key, [...(into.get(key) ?? []), selection])
    } else if (selection.kind === 'InlineFragment') {
      gather(scope, selection.selectionSet, into, spread)
    } else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value)
      gather(scope, scope.fragments[selection.name.value]!.selectionSet, into, spread)
    }
  }
}

type Directed = Parameters<typeof getDirectiveValues>[1]

function isIncluded(scope: Scope, node: Directed): boolean {
  if (!node.directives || node.directives.length === 0) return true
  if (getDirectiveValues(GraphQLSkipDirective, node, scope.variables)?.if === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, scope.variables)?.if !== false
}
