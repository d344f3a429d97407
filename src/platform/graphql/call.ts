import {
  GraphQLError,
  type GraphQLField,
  getArgumentValues,
  getVariableValues,
  isNonNullType,
  type OperationDefinitionNode,
} from 'graphql'
import { type Cursor, readCursor, type SortOrder } from '../db/page.ts'
import { ApiError } from '../errors.ts'
import { collectFields, type Selected, type VariableValues } from './collect.ts'
import { failure, validationFailure } from './document.ts'
import type { Document } from './document-cache.ts'
import type { Types } from './fields.ts'
import {
  checkRoots,
  introspectionCost,
  limitExceeded,
  limits,
  objectFieldsBeneath,
} from './limits.ts'
import type { Paging } from './plan.ts'
import { objectBytes } from './response-bytes.ts'
import type { Args, Root, Source } from './roots.ts'
import type { Schema } from './schema.ts'

/** What a client asked for, as read from the wire. */
export interface GraphQLRequest {
  query: string
  variables: Record<string, unknown>
  operationName: string | null
}

/** A top-level field that is answered from the database. */
export interface RootCall<Caller> {
  selected: Selected
  root: Root<Caller>
  nonNull: boolean
  /** Page size; null: all rows. */
  limit: number | null
  cursor: Cursor
  paging: Paging
  /** Lists: the order of the rows. */
  sort: SortOrder | null
  source: Source | null
  /** The tenants that the caller reaches. */
  tenants: string[]
  /** What it reads of one tenant only. */
  sourceIn(tenant: string): Source
  /** The field error found before the database was asked. */
  refusal: ApiError | null
}

/** A call, checked against every limit, before any row is read. */
export interface Call<Caller> {
  document: Document
  operation: OperationDefinitionNode
  /** Tells calls of one document whose selections differ. */
  shape: string
  variables: VariableValues
  selected: Selected[]
  roots: RootCall<Caller>[]
  cost: number
}

/**
 * Decides what a request reads.
 *
 * @throws GraphQLFailure when no part of it can be answered
 */
export function prepareCall<Caller>(
  schema: Schema<Caller>,
  document: Document,
  request: GraphQLRequest,
  caller: Caller,
  now: Date,
): Call<Caller> {
  const operation = operationOf(document, request.operationName)
  const variables = variablesOf(schema, operation, request.variables)
  const scope = { schema: schema.graphql, fragments: document.fragments, variables }
  const query = schema.graphql.getQueryType()!
  const selected = validated(() => collectFields(scope, operation, query))
  try {
    checkRoots(selected)
  } catch (error) {
    throw error instanceof ApiError ? failure(error) : error
  }
  const roots = selected
    .filter(({ name }) => !name.startsWith('__'))
    .map(field => {
      const definition = query.getFields()[field.name]!
      const args = argumentsOf(definition, field, variables)
      return rootCall(schema, definition, field, args, caller, now)
    })
  const introspects = selected.some(({ name }) => name === '__schema' || name === '__type')
  const cost = roots.reduce((sum, root) => sum + costOf(root), introspects ? introspectionCost : 0)
  if (cost > limits.cost) throw failure(limitExceeded('cost', cost))
  const bytes = roots.reduce((sum, root) => sum + bytesOf(schema.types, root), 0)
  if (bytes > limits.responseBytes) throw failure(limitExceeded('responseBytes', bytes))
  const switches = document.switches.map(name => variables.coerced[name])
  const shape = JSON.stringify([operation.name?.value ?? null, switches])
  return { document, operation, shape, variables, selected, roots, cost }
}

/** Clients send anonymous queries with a name: where there is no choice, it decides nothing. */
function operationOf(document: Document, name: string | null): OperationDefinitionNode {
  const { operations } = document
  if (operations.length === 1) return operations[0]!
  const found = name === null ? [] : operations.filter(one => one.name?.value === name)
  if (found.length === 1) return found[0]!
  const text =
    name === null
      ? 'Must provide operation name if query contains multiple operations'
      : `Unknown operation named "${name}"`
  throw failure(new ApiError('GRAPHQL_VALIDATION_FAILED', text))
}

function variablesOf<Caller>(
  schema: Schema<Caller>,
  operation: OperationDefinitionNode,
  inputs: Record<string, unknown>,
): VariableValues {
  const result = getVariableValues(schema.graphql, operation.variableDefinitions ?? [], inputs)
  if (result.errors) throw validationFailure(result.errors)
  return result.variableValues
}

function argumentsOf(
  definition: GraphQLField<unknown, unknown>,
  field: Selected,
  variables: VariableValues,
): Args {
  return validated(() => ({ ...getArgumentValues(definition, field.nodes[0]!, variables) }))
}

/** What only the values of variables tell: a null where none may be. */
function validated<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof GraphQLError ? validationFailure([error]) : error
  }
}

function rootCall<Caller>(
  schema: Schema<Caller>,
  definition: GraphQLField<unknown, unknown>,
  selected: Selected,
  args: Args,
  caller: Caller,
  now: Date,
): RootCall<Caller> {
  const { tenantsOf, within } = schema.tenancy
  const root = schema.roots[selected.name]!
  const call: RootCall<Caller> = {
    selected,
    root,
    nonNull: isNonNullType(definition.type),
    limit: null,
    cursor: { offset: 0, k: null },
    paging: 'all',
    sort: null,
    source: null,
    tenants: tenantsOf(caller),
    sourceIn: tenant => root.source(args, within(caller, tenant), now),
    refusal: null,
  }
  try {
    if (root.kind === 'list') call.limit = root.limit(args)
    call.source = root.source(args, caller, now)
    if (root.kind === 'list') {
      call.sort = root.sort(args)
      call.cursor = readCursor(args._cursor as string | null, call.sort)
      call.paging = pagingOf(call)
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    call.refusal = error
  }
  return call
}

function pagingOf({ limit, cursor }: { limit: number | null; cursor: Cursor }): Paging {
  if (cursor.k !== null) return 'afterKey'
  if (cursor.offset > 0) return 'atOffset'
  return limit === null ? 'all' : 'first'
}

function costOf<Caller>(call: RootCall<Caller>): number {
  return rowsOf(call) * (1 + objectFieldsBeneath(call.selected))
}

function bytesOf<Caller>(types: Types, call: RootCall<Caller>): number {
  return rowsOf(call) * objectBytes(types, call.selected.fields)
}

/** Returns the rows that a call reads, or is assumed to read where it asks for all. */
function rowsOf<Caller>({ root, limit }: RootCall<Caller>): number {
  return root.kind === 'list' ? (limit ?? root.assumedLimit) : 1
}
