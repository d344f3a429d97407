import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql'
import { ApiError } from '../errors.ts'
import type { SelectedField } from './collect-fields.ts'

/** Limits of contract/leadsql.md §8. */
export const limits = {
  documentBytes: 65_536,
  tokens: 4_000,
  nameLength: 128,
  depth: 10,
  literalDepth: 32,
  rootFields: 10,
  aliases: 50,
  fields: 500,
  directives: 20,
  cost: 50_000,
  responseBytes: 67_108_864,
}

/** Maximum nesting of selection sets, including fragments and introspection, to bound the stack. */
const selectionSetsMax = 100

export const introspectionCost = 100

export function limitExceeded(name: keyof typeof limits, actual: number): ApiError {
  const limit = limits[name]
  return new ApiError('GRAPHQL_LIMIT_EXCEEDED', `Limit '${name}' of ${limit} exceeded: ${actual}`, {
    members: { limitName: name, limit, actual },
  })
}

interface Size {
  depth: number
  fields: number
  aliases: number
}

interface FragmentSizes {
  fragments: Map<string, FragmentDefinitionNode>
  /**
   * Sizes of measured fragments; null: the fragment is being measured, so its spread is a cycle.
   */
  sizes: Map<string, Size | null>
}

/**
 * Refuses expensive documents before they are validated or executed. Measures each fragment once,
 * so neither exponential spreads nor cycles are expensive.
 *
 * @throws ApiError GRAPHQL_LIMIT_EXCEEDED
 */
export function checkSelections(document: DocumentNode): void {
  const fragmentSizes: FragmentSizes = { fragments: new Map(), sizes: new Map() }
  const operations: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragmentSizes.fragments.set(definition.name.value, definition)
    } else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  const directives = countDirectives(document)
  if (directives > limits.directives) throw limitExceeded('directives', directives)
  for (const node of [...operations, ...fragmentSizes.fragments.values()]) {
    const { aliases, fields, depth } = measureSelection(node.selectionSet, fragmentSizes)
    if (aliases > limits.aliases) throw limitExceeded('aliases', aliases)
    if (fields > limits.fields) throw limitExceeded('fields', fields)
    // A fragment may contain introspection fields, which nest deeper.
    const isOperation = node.kind === Kind.OPERATION_DEFINITION
    if (isOperation && depth > limits.depth) throw limitExceeded('depth', depth)
  }
}

/**
 * Refuses, before parsing, names that are too long, and lists, objects and selection sets nested
 * too deep for the parser. `checkSelections` limits the depth of fields. Names are limited because
 * each row of a response repeats them.
 *
 * @throws ApiError GRAPHQL_LIMIT_EXCEEDED
 */
export function checkTokens(text: string): void {
  const { literals, selectionSets, nameLength } = measureTokens(text)
  if (nameLength > limits.nameLength) throw limitExceeded('nameLength', nameLength)
  if (literals > limits.literalDepth) throw limitExceeded('literalDepth', limits.literalDepth + 1)
  if (selectionSets > selectionSetsMax) throw limitExceeded('depth', selectionSets)
}

interface TokenMaxima {
  /** Nesting of lists and objects in arguments. */
  literals: number
  selectionSets: number
  nameLength: number
}

/** Measures a document up to its first syntax error, which the parser reports. */
function measureTokens(text: string): TokenMaxima {
  const lexer = new Lexer(new Source(text))
  const max = { literals: 0, selectionSets: 0, nameLength: 0 }
  let [parens, literals, selectionSets] = [0, 0, 0]
  try {
    for (let count = 0; count < limits.tokens; count++) {
      const { kind, value } = lexer.advance()
      if (kind === TokenKind.EOF) break
      if (kind === TokenKind.NAME) max.nameLength = Math.max(max.nameLength, value.length)
      parens += nestingStep(kind, TokenKind.PAREN_L, TokenKind.PAREN_R)
      const braces = nestingStep(kind, TokenKind.BRACE_L, TokenKind.BRACE_R)
      literals += nestingStep(kind, TokenKind.BRACKET_L, TokenKind.BRACKET_R)
      // Braces in parentheses are objects in arguments, others are selection sets.
      if (parens > 0) literals += braces
      else selectionSets += braces
      max.literals = Math.max(max.literals, literals)
      max.selectionSets = Math.max(max.selectionSets, selectionSets)
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
  }
  return max
}

function nestingStep(kind: string, opening: string, closing: string): number {
  if (kind === opening) return 1
  return kind === closing ? -1 : 0
}

/** @throws ApiError GRAPHQL_LIMIT_EXCEEDED if there are too many top-level fields */
export function checkRoots(roots: SelectedField[]): void {
  if (roots.length > limits.rootFields) throw limitExceeded('rootFields', roots.length)
}

export function countObjectFields(field: SelectedField): number {
  return field.fields
    .filter(({ fields }) => fields.length > 0)
    .reduce((sum, inner) => sum + 1 + countObjectFields(inner), 0)
}

function measureSelection(set: SelectionSetNode, fragmentSizes: FragmentSizes): Size {
  const sum: Size = { depth: 0, fields: 0, aliases: 0 }
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const isIntrospection = selection.name.value.startsWith('__')
      const inner = selection.selectionSet
        ? measureSelection(selection.selectionSet, fragmentSizes)
        : emptySize
      sum.fields += 1 + inner.fields
      sum.aliases += (selection.alias ? 1 : 0) + inner.aliases
      if (!isIntrospection) sum.depth = Math.max(sum.depth, 1 + inner.depth)
    } else {
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? measureSelection(selection.selectionSet, fragmentSizes)
          : measureFragment(selection.name.value, fragmentSizes)
      sum.fields += inner.fields
      sum.aliases += inner.aliases
      sum.depth = Math.max(sum.depth, inner.depth)
    }
  }
  return sum
}

const emptySize: Size = { depth: 0, fields: 0, aliases: 0 }

function measureFragment(name: string, fragmentSizes: FragmentSizes): Size {
  const measured = fragmentSizes.sizes.get(name)
  if (measured !== undefined) return measured ?? emptySize
  const fragment = fragmentSizes.fragments.get(name)
  if (!fragment) return emptySize
  fragmentSizes.sizes.set(name, null)
  const size = measureSelection(fragment.selectionSet, fragmentSizes)
  fragmentSizes.sizes.set(name, size)
  return size
}

function countDirectives(document: DocumentNode): number {
  let count = 0
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const item of node) walk(item)
      return
    }
    if (typeof node !== 'object' || node === null) return
    if ((node as { kind?: string }).kind === Kind.DIRECTIVE) count++
    // Locations contain tokens, which refer to each other.
    for (const [key, value] of Object.entries(node)) if (key !== 'loc') walk(value)
  }
  walk(document.definitions)
  return count
}
