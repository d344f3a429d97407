/** Execution of queries of a GraphQL endpoint. */
import type { FastifyRequest } from 'fastify'
import { type CacheSlot, narrowVersions } from '../cache/response-cache.ts'
import type { Clock } from '../clock.ts'
import { withDatabaseSlot } from '../db/limit-queries.ts'
import type { Row, Run } from '../db/statements.ts'
import { checkTag } from '../rest/steps/authorize.ts'
import type { Documents } from './document.ts'
import type { Executor } from './execute.ts'
import { type Call, type GraphQLRequest, prepareCall } from './operation.ts'
import { readPost } from './read-request.ts'
import type { RootResult } from './response/envelope.ts'
import type { LoadOptions } from './response/load-response.ts'

export interface QueryOptions<Caller> extends LoadOptions<Caller> {
  clock: Clock
  /** @throws ApiError if the credential may not query */
  toCaller(request: Pick<FastifyRequest, 'authentication'>): Caller
}

export interface Endpoint<Caller> {
  options: QueryOptions<Caller>
  documents: Documents
  executor: Executor<Caller>
}

/** Query of an authenticated caller. */
export interface PreparedQuery<Caller> {
  /** Cache slot of the response; null: it is not cached. */
  slot: CacheSlot | null
  options: RequestOptions
  /**
   * Executes the query, or returns the result of an execution that has begun.
   *
   * @param run default: a plain read
   * @throws GraphQLFailure, ApiError
   */
  execute(run?: Run): Promise<RunningQuery<Caller>>
}

interface RequestOptions {
  now: Date
  hasCost: boolean
}

interface RunningQuery<Caller> {
  call: Call<Caller>
  results: Promise<RootResult<Caller>[]>
}

/** Prepares the query of a request. It is parsed only when it is executed. */
export async function prepareQuery<Caller>(
  endpoint: Endpoint<Caller>,
  read: (request: FastifyRequest) => GraphQLRequest,
  request: FastifyRequest,
  authentication = request.authentication,
): Promise<PreparedQuery<Caller>> {
  const { cache, database, clock } = endpoint.options
  const requestOptions = { now: clock.now(), hasCost: request.headers['x-lodgepole-cost'] === '1' }
  const slotOptions = {
    now: requestOptions.now,
    variant: requestOptions.hasCost ? 'cost' : '',
    hasETag: false,
  }
  // A replica may be behind the cache versions of the primary.
  const slot = database.readsBehind
    ? null
    : await cache.slotFor(request, authentication, slotOptions)
  const execute = async (run?: Run) => {
    const { options, documents, executor } = endpoint
    const graphql = read(request)
    const caller = options.toCaller({ authentication })
    const document = documents.read(graphql.query, authentication.credential)
    const call = prepareCall(options.schema, document, graphql, { caller, now: requestOptions.now })
    if (slot) await narrowVersions(slot, authentication, executor.findCacheTags(call))
    const runCall = () => executor.run(call, requestOptions.now, run)
    return { call, results: withDatabaseSlot(options.queue, authentication.tenantUid, runCall) }
  }
  return { slot, options: requestOptions, execute }
}

/**
 * Authenticates a request by its cached credential. Unless the response is cached, sends the query
 * in one pipeline with the check of the credential.
 *
 * @returns the query if the credential and the cache versions are unchanged; null otherwise
 */
export async function authenticateWithQuery<Caller>(
  endpoint: Endpoint<Caller>,
  request: FastifyRequest,
): Promise<PreparedQuery<Caller> | null> {
  const { authentication, checkQuery, confirm } = request.speculative!
  const { cache, database } = endpoint.options
  const { promise: checkedRows, resolve } = Promise.withResolvers<Row[] | null>()
  const run: Run = async (...query) => {
    const rows = await database.pipeline!(checkQuery, query)
    if (rows === null) throw new Error('No connection is idle')
    // `confirm` repeats a failed check.
    resolve(rows[0]!.catch(() => null))
    return rows[1]!
  }
  const executeUnlessCached = async ({ slot, execute }: PreparedQuery<Caller>) => {
    if (slot && cache.isCached(slot)) return null
    checkTag(authentication, 'GraphQL')
    const running = await execute(run)
    // An execution that did not call `run` has no rows of the check.
    running.results.catch(() => undefined).finally(() => resolve(null))
    return running
  }
  // Errors are ignored here: an invalid request fails again after the authentication.
  const prepared = await prepareQuery(endpoint, readPost, request, authentication).catch(() => null)
  const running = await (prepared && executeUnlessCached(prepared).catch(() => null))
  const rows = running ? await checkedRows : null
  if (!(await confirm(rows)) || prepared === null) return null
  // The query was not sent, or it was sent without the check and must be repeated.
  if (running === null || rows === null) return prepared
  const { slot, options, execute } = prepared
  const versions = slot?.versions
  // After a wait for another response, cache versions may be newer than the result.
  return { slot, options, execute: async () => (slot?.versions === versions ? running : execute()) }
}
