import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CacheSlot, type Loaded, narrow } from '../cache/response-cache.ts'
import type { Clock } from '../clock.ts'
import { databaseTurn } from '../db/database-turn.ts'
import type { PlatformMetrics } from '../metrics.ts'
import { checkTag } from '../rest/steps/admit.ts'
import { checkQueryNames, queryNamesOf } from '../rest/steps/query-names.ts'
import type { Sealer } from '../seal.ts'
import { failureText } from './answers/answer.ts'
import { type LoadOptions, loadedBody, loadPages } from './answers/load-response.ts'
import { graphQLResponseType, wantsGraphQLResponse } from './answers/response-type.ts'
import { type GraphQLRequest, prepareCall } from './call.ts'
import { describeEndpoint, getQuery } from './describe-endpoint.ts'
import { Documents, GraphQLFailure } from './document.ts'
import type { DocumentCache } from './document-cache.ts'
import { Executor, isPaged, type PlanLookup } from './execute.ts'
import { wantsQueryPage } from './query-page.ts'
import { readGet, readPost } from './read-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals repeat themselves as GraphQL errors. */
    isGraphQL?: boolean
  }
}

export interface EndpointOptions<Caller> extends LoadOptions<Caller> {
  path: string
  /** What opens fields that are stored sealed. */
  sealer: Pick<Sealer, 'open'>
  clock: Clock
  /** What generated clients call it. */
  operationId: string
  summary: string
  description: string
  metrics: Pick<PlatformMetrics, 'planLookups' | 'plansCached'>
  documentCache: DocumentCache
  callerOf(request: FastifyRequest): Caller
  /** Shows the query page to a browser that comes without a query; null: switched off. */
  showPage: ((reply: FastifyReply) => Promise<FastifyReply>) | null
}

/** Schemas are for readers: what comes in and goes out is read and written by hand. */
const forReaders = {
  validatorCompiler: () => () => true,
  serializerCompiler: () => JSON.stringify,
}

const names = { POST: queryNamesOf(undefined, []), GET: queryNamesOf(getQuery, []) }

/** Serves a schema at a path by POST and GET (contract/leadsql.md §1, §6, §7). */
export function serveGraphQL<Caller>(app: FastifyInstance, options: EndpointOptions<Caller>): void {
  const path = `${app.prefix}${options.path}`
  const documents = new Documents(options.schema.graphql, path, options.documentCache)
  const executor = openExecutor(path, options, documents)
  const endpoint = { options, documents, executor }
  const isOpen = (request: FastifyRequest) =>
    options.showPage !== null && request.method === 'GET' && wantsQueryPage(request)
  const config = { isGraphQL: true, isOpen }
  app.route({
    method: 'POST',
    url: options.path,
    config,
    schema: describeEndpoint('POST', options),
    ...forReaders,
    handler: (request, reply) => {
      checkQueryNames(names.POST, request, reply)
      return serve(endpoint, readPost, request, reply)
    },
  })
  app.route({
    method: 'GET',
    url: options.path,
    config,
    schema: describeEndpoint('GET', options),
    ...forReaders,
    handler: (request, reply) => {
      if (isOpen(request)) return options.showPage!(reply)
      checkQueryNames(names.GET, request, reply)
      return serve(endpoint, readGet, request, reply)
    },
  })
}

function openExecutor<Caller>(
  endpoint: string,
  { schema, database, cache, sealer, metrics }: EndpointOptions<Caller>,
  documents: Documents,
): Executor<Caller> {
  const onLookup = (result: PlanLookup) => metrics.planLookups.inc({ endpoint, result })
  const onPlan: Documents['grow'] = (document, bytes) => documents.grow(document, bytes)
  const executor = new Executor(schema, { database, cache, sealer }, onLookup, onPlan)
  metrics.plansCached.observe({ endpoint }, () => executor.plansFor(documents.cached()))
  return executor
}

interface Endpoint<Caller> {
  options: EndpointOptions<Caller>
  documents: Documents
  executor: Executor<Caller>
}

/** Serves a query from the response cache, or executes it. */
async function serve<Caller>(
  endpoint: Endpoint<Caller>,
  read: typeof readPost,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { cache, database, clock } = endpoint.options
  checkTag(request.admission, 'GraphQL')
  reply.type(wantsGraphQLResponse(request) ? graphQLResponseType : 'application/json')
  const now = clock.now()
  const hasCost = request.headers['x-lodgepole-cost'] === '1'
  const options = { now, variant: hasCost ? 'cost' : '', hasETag: false }
  // Rows of a replica may be older than the cache versions of the primary.
  const slot = database.readsBehind ? null : await cache.slotFor(request, options)
  await cache.serveOr(slot, request, reply, async () => {
    try {
      const graphql = read(request)
      return await execute(endpoint, { graphql, slot, now, hasCost }, request, reply)
    } catch (error) {
      sendFailure(error, endpoint.options, request, reply)
      return null
    }
  })
  return reply
}

interface Query {
  graphql: GraphQLRequest
  slot: CacheSlot | null
  now: Date
  hasCost: boolean
}

/** @throws GraphQLFailure, ApiError */
async function execute<Caller>(
  { options, documents, executor }: Endpoint<Caller>,
  { graphql, slot, now, hasCost }: Query,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Loaded | null> {
  const { admission } = request
  const caller = options.callerOf(request)
  const document = documents.read(graphql.query, admission.credential)
  const call = prepareCall(options.schema, document, graphql, caller, now)
  if (slot) await narrow(slot, admission, executor.scopesOf(call))
  const run = () => executor.run(call, now)
  const results = await databaseTurn(options.turns, admission.tenantUid, run)
  const executed = { executor, call, results, now, hasCost }
  if (results.some(isPaged)) return loadPages(options, executed, request, reply)
  return loadedBody(options, executed)
}

/**
 * Sends the refusal of a document.
 *
 * @throws any other error
 */
function sendFailure<Caller>(
  error: unknown,
  { style }: EndpointOptions<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!(error instanceof GraphQLFailure)) throw error
  if (!wantsGraphQLResponse(request)) return void reply.send(failureText(error, style))
  reply.code(400).send(failureText(error, { alwaysWhole: false }))
}
