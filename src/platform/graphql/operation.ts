import {
  GraphQLError,
  type GraphQLField,
  getArgumentValues,
  getVariableValues,
  isNonNullType,
  type OperationDefinitionNode,
} from 'graphql'
import { type Cursor, readCursor, type SortOrder } from '../db/pagination.ts'
import { ApiError } from '../errors.ts'
import { collectFields, type SelectedField, type VariableValues } from './collect-fields.ts'
import { requestFailure, validationFailure } from './document.ts'
import type { Document } from './document-cache.ts'
import type { Types } from './fields.ts'
import {
  checkRoots,
  countObjectFields,
  introspectionCost,
  limitExceeded,
  limits,
} from './limits.ts'
import type { Paging } from './plan.ts'
import { objectBytes } from './response-bytes.ts'
import type { Args, Root, Source } from './root-fields.ts'
import type { Schema } from './schema.ts'

export interface GraphQLRequest {
  query: string
  variables: Record<string, unknown>
  operationName: string | null
}

/** Top-level field of an operation that is read from the database, with its arguments. */
export interface RootCall<Caller> {
  selected: SelectedField
  definition: Root<Caller>
  isNonNull: boolean
  /** Page size; null: all rows. */
  limit: number | null
  cursor: Cursor
  paging: Paging
  /** Sort order of a list; null: one object. */
  sort: SortOrder | null
  /** Rows of the field; null: it has a `refusal`. */
  source: Source | null
  /** Tenants of the caller. */
  tenants: string[]
  /** Returns the source restricted to one tenant. */
  sourceIn(tenant: string): Source
  /** Error of the field, found before the query; null: none. */
  refusal: ApiError | null
}

/** Operation that passed all limit checks, before any row is read. */
export interface Call<Caller> {
  document: Document
  operation: OperationDefinitionNode
  /** Cache key of calls of one document that have equal selections. */
  selectionKey: string
  variables: VariableValues
  selected: SelectedField[]
  roots: RootCall<Caller>[]
  cost: number
}

/**
 * Prepares the call of a request.
 *
 * @throws GraphQLFailure if the whole request is refused
 */
export function prepareCall<Caller>(
  schema: Schema<Caller>,
  document: Document,
  request: GraphQLRequest,
  context: { caller: Caller; now: Date },
): Call<Caller> {
  const operation = selectOperation(document, request.operationName)
  const variables = coerceVariables(schema, operation, request.variables)
  const collectScope = { schema: schema.graphql, fragments: document.fragments, variables }
  const query = schema.graphql.getQueryType()!
  const selected =
    document.selected ?? withValidationFailure(() => collectFields(collectScope, operation))
  try {
    checkRoots(selected)
  } catch (error) {
    throw error instanceof ApiError ? requestFailure(error) : error
  }
  const roots = selected
    .filter(({ name }) => !name.startsWith('__'))
    .map(field => {
      const schemaField = query.getFields()[field.name]!
      const args = coerceArguments(schemaField, field, variables)
      return prepareRootCall(schema, schemaField, field, { args, ...context })
    })
  const introspects = selected.some(({ name }) => name === '__schema' || name === '__type')
  const sizes = roots.map(root => estimateSize(schema.types, root))
  const cost = sizes.reduce((sum, size) => sum + size.cost, introspects ? introspectionCost : 0)
  if (cost > limits.cost) throw requestFailure(limitExceeded('cost', cost))
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
  if (bytes > limits.responseBytes) throw requestFailure(limitExceeded('responseBytes', bytes))
  const directiveValues = document.directiveVariables.map(name => variables.coerced[name])
  const selectionKey = JSON.stringify([operation.name?.value ?? null, directiveValues])
  return { document, operation, selectionKey, variables, selected, roots, cost }
}

/**
 * Selects the operation. If there is only one, its name is ignored: clients also send a name with
 * anonymous queries.
 */
function selectOperation(document: Document, name: string | null): OperationDefinitionNode {
  const { operations } = document
  if (operations.length === 1) return operations[0]!
  const matching =
    name === null ? [] : operations.filter(operation => operation.name?.value === name)
  if (matching.length === 1) return matching[0]!
  const text =
    name === null
      ? 'Must provide operation name if query contains multiple operations'
      : `Unknown operation named "${name}"`
  throw requestFailure(new ApiError('GRAPHQL_VALIDATION_FAILED', text))
}

function coerceVariables<Caller>(
  schema: Schema<Caller>,
  operation: OperationDefinitionNode,
  inputs: Record<string, unknown>,
): VariableValues {
  const result = getVariableValues(schema.graphql, operation.variableDefinitions ?? [], inputs)
  if (result.errors) throw validationFailure(result.errors)
  return result.variableValues
}

function coerceArguments(
  schemaField: GraphQLField<unknown, unknown>,
  field: SelectedField,
  variables: VariableValues,
): Args {
  return withValidationFailure(() => ({
    ...getArgumentValues(schemaField, field.nodes[0]!, variables),
  }))
}

/** Runs a step that fails for some variable values, such as null for a non-null argument. */
function withValidationFailure<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof GraphQLError ? validationFailure([error]) : error
  }
}

function prepareRootCall<Caller>(
  schema: Schema<Caller>,
  schemaField: GraphQLField<unknown, unknown>,
  selected: SelectedField,
  { args, caller, now }: { args: Args; caller: Caller; now: Date },
): RootCall<Caller> {
  const { listTenants, restrictTo } = schema.tenancy
  const definition = schema.roots[selected.name]!
  const rootCall: RootCall<Caller> = {
    selected,
    definition,
    isNonNull: isNonNullType(schemaField.type),
    limit: null,
    cursor: { offset: 0, k: null },
    paging: 'all',
    sort: null,
    source: null,
    tenants: listTenants(caller),
    sourceIn: tenant => definition.source(args, restrictTo(caller, tenant), now),
    refusal: null,
  }
  try {
    if (definition.kind === 'list') rootCall.limit = definition.limit(args)
    rootCall.source = definition.source(args, caller, now)
    if (definition.kind === 'list') {
      rootCall.sort = definition.sort(args)
      rootCall.cursor = readCursor(args._cursor as string | null, rootCall.sort)
      rootCall.paging = choosePaging(rootCall)
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    rootCall.refusal = error
  }
  return rootCall
}

function choosePaging({ limit, cursor }: { limit: number | null; cursor: Cursor }): Paging {
  if (cursor.k !== null) return 'afterKey'
  if (cursor.offset > 0) return 'atOffset'
  return limit === null ? 'all' : 'first'
}

/** Returns the cost and estimated bytes of a root field. Caches the size of one row. */
function estimateSize<Caller>(types: Types, { definition, limit, selected }: RootCall<Caller>) {
  const rows = definition.kind === 'list' ? (limit ?? definition.rowsForCost) : 1
  selected.size ??= {
    objects: 1 + countObjectFields(selected),
    bytes: objectBytes(types, selected.fields),
  }
  return { cost: rows * selected.size.objects, bytes: rows * selected.size.bytes }
}
