import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { ApiError } from '../errors.ts'
import { collectFields, noVariables } from './collect-fields.ts'
import type { Document, DocumentCache } from './document-cache.ts'
import { checkSelections, checkTokens, limitExceeded, limits } from './limits.ts'

/** Request error of GraphQL: the response has no data. */
export class GraphQLFailure extends Error {
  readonly errors: { error: ApiError; locations?: GraphQLError['locations'] }[]

  constructor(errors: GraphQLFailure['errors']) {
    super(errors[0]!.error.message)
    this.errors = errors
  }
}

const validationErrorsMax = 20

/** Parser and validator for documents of one schema, with a cache of valid ones. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #endpoint: string
  readonly #cache: DocumentCache

  /** @param endpoint cache key prefix, because endpoints share the cache */
  constructor(schema: GraphQLSchema, endpoint: string, cache: DocumentCache) {
    this.#schema = schema
    this.#endpoint = endpoint
    this.#cache = cache
  }

  listCached(): Iterable<Document> {
    return this.#cache.listByEndpoint(this.#endpoint)
  }

  grow(document: Document, bytes: number): void {
    this.#cache.grow(this.#endpoint, document, bytes)
  }

  /**
   * Parses and validates a document, or returns it from the cache.
   *
   * @param owner credential whose share of the cache it uses
   * @throws GraphQLFailure parse, limit and validation errors (contract/leadsql.md §7, §8)
   */
  read(text: string, owner: string): Document {
    const cached = this.#cache.get(this.#endpoint, text)
    if (cached) return cached
    const document = parseAndValidate(text, this.#schema)
    this.#cache.set(owner, this.#endpoint, document)
    return document
  }
}

/** Wraps an error of the whole request. */
export function requestFailure(error: ApiError): GraphQLFailure {
  return new GraphQLFailure([{ error }])
}

/** Wraps the first validation errors of graphql-js as GRAPHQL_VALIDATION_FAILED. */
export function validationFailure(errors: readonly GraphQLError[]): GraphQLFailure {
  return new GraphQLFailure(
    errors.slice(0, validationErrorsMax).map(error => ({
      error: new ApiError('GRAPHQL_VALIDATION_FAILED', errorText(error)),
      locations: error.locations,
    })),
  )
}

/** Adds a hint to the error of a quoted enum value, because graphql-js suggests it in quotes. */
function errorText({ message, nodes }: GraphQLError): string {
  const isQuotedEnum = nodes?.[0]?.kind === Kind.STRING && message.startsWith('Enum ')
  return isQuotedEnum ? `${message} Enum values are written without quotes.` : message
}

function parseAndValidate(text: string, schema: GraphQLSchema): Document {
  const bytes = Buffer.byteLength(text)
  if (bytes > limits.documentBytes) throw requestFailure(limitExceeded('documentBytes', bytes))
  const ast = withLimitFailure(() => {
    checkTokens(text)
    const ast = parseDocument(text)
    checkSelections(ast)
    return ast
  })
  const errors = validate(schema, ast, specifiedRules, { maxErrors: validationErrorsMax })
  if (errors.length > 0) throw validationFailure(errors)
  return toDocument(text, ast, schema)
}

function withLimitFailure<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw error instanceof ApiError ? requestFailure(error) : error
  }
}

function parseDocument(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: limits.tokens, allowEmptySelectionSets: false })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    if (/more than \d+ tokens|token limit/i.test(error.message)) {
      throw requestFailure(limitExceeded('tokens', limits.tokens + 1))
    }
    const parseError = new ApiError('GRAPHQL_PARSE_FAILED', error.message)
    throw new GraphQLFailure([{ error: parseError, locations: error.locations }])
  }
}

function toDocument(text: string, ast: DocumentNode, schema: GraphQLSchema): Document {
  const operations: OperationDefinitionNode[] = []
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  for (const node of ast.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) operations.push(node)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node
  }
  const directiveVariables = new Set<string>()
  visit(ast, {
    Directive: directive => {
      visit(directive, { Variable: variable => void directiveVariables.add(variable.name.value) })
    },
  })
  const [onlyOperation, ...otherOperations] = operations
  const hasFixedSelection =
    onlyOperation && otherOperations.length === 0 && directiveVariables.size === 0
  const scope = { schema, fragments, variables: noVariables }
  const selected = hasFixedSelection ? collectFields(scope, onlyOperation) : null
  return {
    text,
    operations,
    fragments,
    directiveVariables: [...directiveVariables],
    selected,
    bytes: 0,
  }
}
