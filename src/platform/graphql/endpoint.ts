import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Cipher } from '../crypto/encryption.ts'
import type { PlatformMetrics } from '../metrics/metrics.ts'
import { checkTag } from '../rest/steps/authorize.ts'
import { checkQueryNames, listQueryNames, type QueryNames } from '../rest/steps/query-names.ts'
import { describeEndpoint, getQuery } from './describe-endpoint.ts'
import { Documents, GraphQLFailure } from './document.ts'
import type { DocumentCache } from './document-cache.ts'
import { Executor, isTooLong, type PlanLookup } from './execute.ts'
import { requestsQueryPage } from './query-page.ts'
import { readGet, readPost } from './read-request.ts'
import { failureText } from './response/envelope.ts'
import { type LoadOptions, loadBody, loadPages } from './response/load-response.ts'
import { graphQLResponseType, requiresGraphQLType } from './response/response-type.ts'
import {
  authenticateWithQuery,
  type Endpoint,
  type PreparedQuery,
  prepareQuery,
  type QueryOptions,
} from './send-query.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: errors are repeated as GraphQL errors. */
    isGraphQL?: boolean
  }
}

export interface EndpointOptions<Caller> extends QueryOptions<Caller> {
  path: string
  cipher: Pick<Cipher, 'decrypt'>
  /** Operation name in generated clients. */
  operationId: string
  summary: string
  description: string
  metrics: Pick<PlatformMetrics, 'planLookups' | 'plansCached'>
  documentCache: DocumentCache
  /** Sends the query page to a browser; null: the page is disabled. */
  sendPage: ((reply: FastifyReply) => Promise<FastifyReply>) | null
}

/** Disables validation and serialization by schemas, which are for documentation only. */
const documentationOnly = {
  validatorCompiler: () => () => true,
  serializerCompiler: () => JSON.stringify,
}

const queryNames = { POST: listQueryNames(undefined, []), GET: listQueryNames(getQuery, []) }

/** Serves a schema by POST and GET (contract/leadsql.md §1, §6, §7). */
export function serveGraphQL<Caller>(app: FastifyInstance, options: EndpointOptions<Caller>): void {
  const path = `${app.prefix}${options.path}`
  const documents = new Documents(options.schema.graphql, path, options.documentCache)
  const executor = openExecutor(path, options, documents)
  const endpoint = { options, documents, executor }
  // The query page needs no credential.
  const isOpen = (request: FastifyRequest) =>
    options.sendPage !== null && request.method === 'GET' && requestsQueryPage(request)
  const config = { isGraphQL: true, isOpen }
  app.route({
    method: 'POST',
    url: options.path,
    config: { ...config, isPipelined: options.database.pipeline !== undefined },
    schema: describeEndpoint('POST', options),
    ...documentationOnly,
    handler: async (request, reply) => {
      // Null: the query was not sent yet, or its credential or cache versions have changed.
      const query = request.speculative ? await authenticateWithQuery(endpoint, request) : null
      checkRequest(queryNames.POST, request, reply)
      return serve(
        endpoint,
        query ?? (await prepareQuery(endpoint, readPost, request)),
        request,
        reply,
      )
    },
  })
  app.route({
    method: 'GET',
    url: options.path,
    config,
    schema: describeEndpoint('GET', options),
    ...documentationOnly,
    handler: async (request, reply) => {
      if (isOpen(request)) return options.sendPage!(reply)
      checkRequest(queryNames.GET, request, reply)
      return serve(endpoint, await prepareQuery(endpoint, readGet, request), request, reply)
    },
  })
}

function openExecutor<Caller>(
  endpoint: string,
  { schema, database, cache, cipher, metrics }: EndpointOptions<Caller>,
  documents: Documents,
): Executor<Caller> {
  const onLookup = (result: PlanLookup) => metrics.planLookups.inc({ endpoint, result })
  const onPlanCached: Documents['grow'] = (document, bytes) => documents.grow(document, bytes)
  const executor = new Executor(schema, { database, cache, cipher }, onLookup, onPlanCached)
  metrics.plansCached.observe({ endpoint }, () => executor.countPlans(documents.listCached()))
  return executor
}

function checkRequest(names: QueryNames, request: FastifyRequest, reply: FastifyReply): void {
  checkQueryNames(names, request, reply)
  checkTag(request.authentication, 'GraphQL')
  reply.type(requiresGraphQLType(request) ? graphQLResponseType : 'application/json')
}

/** Serves a query from the response cache, or executes it. */
async function serve<Caller>(
  { options, executor }: Endpoint<Caller>,
  query: PreparedQuery<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await options.cache.serveOr(query.slot, request, reply, async () => {
    try {
      const { call, results } = await query.execute()
      const executed = { executor, call, results: await results, ...query.options }
      if (!executed.results.some(isTooLong)) return loadBody(options, executed)
      return await loadPages(options, executed, request, reply)
    } catch (error) {
      sendFailure(error, options, request, reply)
      return null
    }
  })
  return reply
}

/**
 * Sends the errors of an invalid document.
 *
 * @throws any other error
 */
function sendFailure<Caller>(
  error: unknown,
  { style }: LoadOptions<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!(error instanceof GraphQLFailure)) throw error
  if (!requiresGraphQLType(request)) return void reply.send(failureText(error, style))
  reply.code(400).send(failureText(error, { alwaysComplete: false }))
}
