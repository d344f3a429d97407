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
import type { Document, KeptDocuments } from './kept-documents.ts'
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

/** Parses and validates documents of one schema, and remembers the good ones by their text. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #endpoint: string
  readonly #kept: KeptDocuments

  /** @param endpoint tells it from the others that share what is kept */
  constructor(schema: GraphQLSchema, endpoint: string, kept: KeptDocuments) {
    this.#schema = schema
    this.#endpoint = endpoint
    this.#kept = kept
  }

  /** Those that are remembered. */
  known(): Iterable<Document> {
    return this.#kept.of(this.#endpoint)
  }

  /** Tells that something of so many bytes is kept with a document. */
  grow(document: Document, bytes: number): void {
    this.#kept.grow(document, bytes)
  }

  /** @throws GraphQLFailure parse, limit and validation errors (contract/leadsql.md §7, §8) */
  read(text: string): Document {
    const known = this.#kept.find(this.#endpoint, text)
    if (known) return known
    const document = prepare(text, this.#schema)
    this.#kept.keep(this.#endpoint, text, document)
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
  return { text, operations, fragments, switches: [...switches] }
}
