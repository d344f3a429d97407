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

/** Response field after expansion of fragments, evaluation of directives and merging of keys. */
export interface SelectedField {
  /** Key in the response: alias or name. */
  key: string
  name: string
  /** Type that has the field. */
  parent: string
  /** Occurrences of the field in the document. */
  nodes: FieldNode[]
  /** Selected subfields. */
  fields: SelectedField[]
  /** Size of one row of a top-level field; undefined: not computed yet. */
  size?: RowSize
}

interface RowSize {
  /** Number of objects in a row, including the row itself. */
  objects: number
  /** Estimated bytes of its JSON text. */
  bytes: number
}

interface CollectScope {
  schema: GraphQLSchema
  fragments: Record<string, FragmentDefinitionNode>
  variables: VariableValues
}

/** Variable values as coerced by graphql-js. */
export type VariableValues = NonNullable<ReturnType<typeof getVariableValues>['variableValues']>

export const noVariables: VariableValues = { sources: {}, coerced: {} }

/** Collects the top-level fields of an operation with their subfields (GraphQL CollectFields). */
export function collectFields(
  scope: CollectScope,
  operation: OperationDefinitionNode,
): SelectedField[] {
  return collectSelected(scope, [operation.selectionSet], scope.schema.getQueryType()!)
}

function collectSelected(
  scope: CollectScope,
  sets: SelectionSetNode[],
  parent: GraphQLObjectType,
): SelectedField[] {
  const nodesByKey = new Map<string, FieldNode[]>()
  for (const set of sets) collectInto(scope, set, nodesByKey, new Set())
  return [...nodesByKey].map(([key, fieldNodes]) => {
    const name = fieldNodes[0]!.name.value
    const definition = name.startsWith('__') ? undefined : parent.getFields()[name]
    const type = definition && getNamedType(definition.type)
    const innerSets = fieldNodes.flatMap(node => node.selectionSet ?? [])
    const fields =
      type && 'getFields' in type && innerSets.length > 0
        ? collectSelected(scope, innerSets, type as GraphQLObjectType)
        : []
    return { key, name, parent: parent.name, nodes: fieldNodes, fields }
  })
}

function collectInto(
  scope: CollectScope,
  set: SelectionSetNode,
  nodesByKey: Map<string, FieldNode[]>,
  spreadFragments: Set<string>,
): void {
  for (const selection of set.selections) {
    if (!isIncluded(scope, selection)) continue
    if (selection.kind === 'Field') {
      const key = selection.alias?.value ?? selection.name.value
      nodesByKey.set(key, [...(nodesByKey.get(key) ?? []), selection])
    } else if (selection.kind === 'InlineFragment') {
      collectInto(scope, selection.selectionSet, nodesByKey, spreadFragments)
    } else if (!spreadFragments.has(selection.name.value)) {
      spreadFragments.add(selection.name.value)
      collectInto(
        scope,
        scope.fragments[selection.name.value]!.selectionSet,
        nodesByKey,
        spreadFragments,
      )
    }
  }
}

type DirectiveTarget = Parameters<typeof getDirectiveValues>[1]

function isIncluded(scope: CollectScope, node: DirectiveTarget): boolean {
  if (!node.directives || node.directives.length === 0) return true
  if (getDirectiveValues(GraphQLSkipDirective, node, scope.variables)?.if === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, scope.variables)?.if !== false
}
