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
import type { Selected } from './collect.ts'

/** contract/leadsql.md §8. */
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

/** Sets of fields in one another, of fragments and introspection, too: each takes of the stack. */
const setsMax = 100

export const introspectionCost = 100

/** GRAPHQL_LIMIT_EXCEEDED with the limit's name, its value and what was found. */
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

interface Measure {
  fragments: Map<string, FragmentDefinitionNode>
  /** Sizes of fragments already measured; null while one is being measured. */
  known: Map<string, Size | null>
}

/**
 * Refuses documents that would cost much to validate or run, before either. Fragments are measured
 * once each, so that neither a bomb of spreads nor a cycle costs anything.
 *
 * @throws ApiError GRAPHQL_LIMIT_EXCEEDED
 */
export function checkShape(document: DocumentNode): void {
  const measure: Measure = { fragments: new Map(), known: new Map() }
  const operations: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      measure.fragments.set(definition.name.value, definition)
    } else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  const directives = countDirectives(document)
  if (directives > limits.directives) throw limitExceeded('directives', directives)
  for (const node of [...operations, ...measure.fragments.values()]) {
    const { aliases, fields, depth } = sizeOf(node.selectionSet, measure)
    if (aliases > limits.aliases) throw limitExceeded('aliases', aliases)
    if (fields > limits.fields) throw limitExceeded('fields', fields)
    // Only an operation has a root: a fragment may be one of introspection, which goes deep.
    const isRooted = node.kind === Kind.OPERATION_DEFINITION
    if (isRooted && depth > limits.depth) throw limitExceeded('depth', depth)
  }
}

/**
 * Refuses, before the document is parsed, names that are too long, and lists, objects and sets of
 * fields that are nested too deep for the parser and what comes after it. The depth of fields is
 * else counted by `checkShape`. A response repeats the name of a field or its alias in every row.
 *
 * @throws ApiError GRAPHQL_LIMIT_EXCEEDED
 */
export function checkTokens(text: string): void {
  const { literals, sets, nameLength } = extentOf(text)
  if (nameLength > limits.nameLength) throw limitExceeded('nameLength', nameLength)
  if (literals > limits.literalDepth) throw limitExceeded('literalDepth', limits.literalDepth + 1)
  if (sets > setsMax) throw limitExceeded('depth', sets)
}

/** Measures the part that can be read: what cannot is for the parser to tell. */
function extentOf(text: string): { literals: number; sets: number; nameLength: number } {
  const lexer = new Lexer(new Source(text))
  const most = { literals: 0, sets: 0, nameLength: 0 }
  let [parens, literals, sets] = [0, 0, 0]
  try {
    for (let count = 0; count < limits.tokens; count++) {
      const { kind, value } = lexer.advance()
      if (kind === TokenKind.EOF) break
      if (kind === TokenKind.NAME) most.nameLength = Math.max(most.nameLength, value.length)
      parens += step(kind, TokenKind.PAREN_L, TokenKind.PAREN_R)
      const braces = step(kind, TokenKind.BRACE_L, TokenKind.BRACE_R)
      literals += step(kind, TokenKind.BRACKET_L, TokenKind.BRACKET_R)
      if (parens > 0) literals += braces
      else sets += braces
      most.literals = Math.max(most.literals, literals)
      most.sets = Math.max(most.sets, sets)
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
  }
  return most
}

function step(kind: string, opening: string, closing: string): number {
  if (kind === opening) return 1
  return kind === closing ? -1 : 0
}

/** @throws ApiError GRAPHQL_LIMIT_EXCEEDED when there are too many top-level fields */
export function checkRoots(roots: Selected[]): void {
  if (roots.length > limits.rootFields) throw limitExceeded('rootFields', roots.length)
}

/** Object fields selected beneath a field, at any depth. */
export function objectFieldsBeneath(field: Selected): number {
  return field.fields
    .filter(({ fields }) => fields.length > 0)
    .reduce((sum, inner) => sum + 1 + objectFieldsBeneath(inner), 0)
}

function sizeOf(set: SelectionSetNode, measure: Measure): Size {
  const sum: Size = { depth: 0, fields: 0, aliases: 0 }
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const isIntrospection = selection.name.value.startsWith('__')
      const inner = selection.selectionSet ? sizeOf(selection.selectionSet, measure) : empty
      sum.fields += 1 + inner.fields
      sum.aliases += (selection.alias ? 1 : 0) + inner.aliases
      if (!isIntrospection) sum.depth = Math.max(sum.depth, 1 + inner.depth)
    } else {
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? sizeOf(selection.selectionSet, measure)
          : sizeOfFragment(selection.name.value, measure)
      sum.fields += inner.fields
      sum.aliases += inner.aliases
      sum.depth = Math.max(sum.depth, inner.depth)
    }
  }
  return sum
}

const empty: Size = { depth: 0, fields: 0, aliases: 0 }

function sizeOfFragment(name: string, measure: Measure): Size {
  const known = measure.known.get(name)
  if (known !== undefined) return known ?? empty
  const fragment = measure.fragments.get(name)
  if (!fragment) return empty
  measure.known.set(name, null)
  const size = sizeOf(fragment.selectionSet, measure)
  measure.known.set(name, size)
  return size
}

function countDirectives(document: DocumentNode): number {
  let count = 0
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one)
      return
    }
    if (typeof node !== 'object' || node === null) return
    if ((node as { kind?: string }).kind === Kind.DIRECTIVE) count++
    for (const [key, value] of Object.entries(node)) if (key !== 'loc') walk(value)
  }
  walk(document.definitions)
  return count
}
