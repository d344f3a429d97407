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
import type { Document, DocumentCache } from './document-cache.ts'
import { checkShape, checkTokens, limitExceeded, limits } from './limits.ts'

/** A request-level GraphQL error: no part of the call is answered. */
export class GraphQLFailure extends Error {
  readonly errors: { error: ApiError; locations?: GraphQLError['locations'] }[]

  constructor(errors: GraphQLFailure['errors']) {
    super(errors[0]!.error.message)
    this.errors = errors
  }
}

const validationErrorsMax = 20

/** Parses and validates documents of one schema, and caches the valid ones by their text. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #endpoint: string
  readonly #cache: DocumentCache

  /** @param endpoint distinguishes it from the others that share the cache */
  constructor(schema: GraphQLSchema, endpoint: string, cache: DocumentCache) {
    this.#schema = schema
    this.#endpoint = endpoint
    this.#cache = cache
  }

  /** Lists the cached ones. */
  cached(): Iterable<Document> {
    return this.#cache.of(this.#endpoint)
  }

  /** Adds the bytes of a plan to those of its document. */
  grow(document: Document, bytes: number): void {
    this.#cache.grow(this.#endpoint, document, bytes)
  }

  /**
   * Returns the document of a text.
   *
   * @param owner the credential in whose share of the cache it is stored
   * @throws GraphQLFailure parse, limit and validation errors (contract/leadsql.md §7, §8)
   */
  read(text: string, owner: string): Document {
    const cached = this.#cache.get(this.#endpoint, text)
    if (cached) return cached
    const document = prepare(text, this.#schema)
    this.#cache.set(owner, this.#endpoint, document)
    return document
  }
}

/** Wraps a refusal of the whole call. */
export function failure(error: ApiError): GraphQLFailure {
  return new GraphQLFailure([{ error }])
}

/** GRAPHQL_VALIDATION_FAILED for each of graphql-js's errors, at most twenty. */
export function validationFailure(errors: readonly GraphQLError[]): GraphQLFailure {
  return new GraphQLFailure(
    errors.slice(0, validationErrorsMax).map(error => ({
      error: new ApiError('GRAPHQL_VALIDATION_FAILED', textOf(error)),
      locations: error.locations,
    })),
  )
}

/** graphql-js names an enum value in quotes even to those whose fault it is to have quoted it. */
function textOf({ message, nodes }: GraphQLError): string {
  const isQuotedEnum = nodes?.[0]?.kind === Kind.STRING && message.startsWith('Enum ')
  return isQuotedEnum ? `${message} Enum values are written without quotes.` : message
}

function prepare(text: string, schema: GraphQLSchema): Document {
  const bytes = Buffer.byteLength(text)
  if (bytes > limits.documentBytes) throw failure(limitExceeded('documentBytes', bytes))
  const ast = measured(() => {
    checkTokens(text)
    const ast = parseDocument(text)
    checkShape(ast)
    return ast
  })
  const errors = validate(schema, ast, specifiedRules, { maxErrors: validationErrorsMax })
  if (errors.length > 0) throw validationFailure(errors)
  return indexed(text, ast)
}

function measured<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ApiError ? failure(error) : error
  }
}

function parseDocument(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: limits.tokens, allowEmptySelectionSets: false })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    if (/more than \d+ tokens|token limit/i.test(error.message)) {
      throw failure(limitExceeded('tokens', limits.tokens + 1))
    }
    const parseError = new ApiError('GRAPHQL_PARSE_FAILED', error.message)
    throw new GraphQLFailure([{ error: parseError, locations: error.locations }])
  }
}

function indexed(text: string, ast: DocumentNode): Document {
  const operations: OperationDefinitionNode[] = []
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  for (const node of ast.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) operations.push(node)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node
  }
  const switches = new Set<string>()
  visit(ast, {
    Directive: directive => {
      visit(directive, { Variable: variable => void switches.add(variable.name.value) })
    },
  })
  return { text, operations, fragments, switches: [...switches], bytes: 0 }
}
