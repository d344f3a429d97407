import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Keeping, keepingOf, narrow, sendKeptOr } from '../answers/keeping.ts'
import type { Clock } from '../clock.ts'
import { databaseTurn } from '../db/database-turn.ts'
import type { PlatformMetrics } from '../metrics.ts'
import { checkTag } from '../rest/steps/admit.ts'
import { checkQueryNames, queryNamesOf } from '../rest/steps/query-names.ts'
import type { Sealer } from '../seal.ts'
import { failureText } from './answers/answer.ts'
import { graphQLResponseType, wantsGraphQLResponse } from './answers/response-type.ts'
import { type Ran, type Sending, type SendOptions, sendRan } from './answers/send-ran.ts'
import { type Call, prepareCall } from './call.ts'
import { describeEndpoint, getQuery } from './describe-endpoint.ts'
import { Documents, GraphQLFailure } from './document.ts'
import { Executor, type PlanLookup } from './execute.ts'
import type { KeptDocuments } from './kept-documents.ts'
import { wantsQueryPage } from './query-page.ts'
import { readGet, readPost } from './read-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals repeat themselves as GraphQL errors. */
    isGraphQL?: boolean
  }
}

export interface EndpointOptions<Caller> extends SendOptions<Caller> {
  path: string
  /** What opens fields that are stored sealed. */
  sealer: Pick<Sealer, 'open'>
  clock: Clock
  /** What generated clients call it. */
  operationId: string
  summary: string
  description: string
  metrics: Pick<PlatformMetrics, 'planLookups' | 'plansCached'>
  kept: KeptDocuments
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
  const endpoint = `${app.prefix}${options.path}`
  const documents = new Documents(options.schema.graphql, endpoint, options.kept)
  const executor = openExecutor(endpoint, options, documents)
  const isOpen = (request: FastifyRequest) =>
    options.showPage !== null && request.method === 'GET' && wantsQueryPage(request)
  const config = { isGraphQL: true, isOpen }
  const run = (read: typeof readPost, request: FastifyRequest, reply: FastifyReply) =>
    answer(options, documents, executor, read, request, reply)
  app.route({
    method: 'POST',
    url: options.path,
    config,
    schema: describeEndpoint('POST', options),
    ...forReaders,
    handler: (request, reply) => {
      checkQueryNames(names.POST, request, reply)
      return run(readPost, request, reply)
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
      return run(readGet, request, reply)
    },
  })
}

function openExecutor<Caller>(
  endpoint: string,
  { schema, database, answers, sealer, metrics }: EndpointOptions<Caller>,
  documents: Documents,
): Executor<Caller> {
  const onLookup = (result: PlanLookup) => metrics.planLookups.inc({ endpoint, result })
  const onKept: Documents['grow'] = (document, bytes) => documents.grow(document, bytes)
  const executor = new Executor(schema, { database, answers, sealer }, onLookup, onKept)
  metrics.plansCached.observe({ endpoint }, () => executor.plansFor(documents.known()))
  return executor
}

async function answer<Caller>(
  options: EndpointOptions<Caller>,
  documents: Documents,
  executor: Executor<Caller>,
  read: typeof readPost,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = options.clock.now()
  const saysCost = request.headers['x-lodgepole-cost'] === '1'
  const further = saysCost ? 'cost' : ''
  const asked: Asked<Caller> = { options, documents, executor, read, now, saysCost, further }
  checkTag(request.admission, 'GraphQL')
  reply.type(typeFor(request))
  const keeping = await keepingFor(asked, request)
  const made = () => make(asked, keeping, request, reply)
  await (keeping ? sendKeptOr(options.answers, keeping, request, reply, made) : made())
  return reply
}

interface Asked<Caller> extends Sending<Caller> {
  options: EndpointOptions<Caller>
  documents: Documents
  read: typeof readPost
  /** What besides the document tells of an answer. */
  further: string
}

/** @throws GraphQLFailure, ApiError */
async function run<Caller>(
  { options, documents, executor, read, now }: Asked<Caller>,
  request: FastifyRequest,
  narrowed?: (call: Call<Caller>) => Promise<void>,
): Promise<Ran<Caller>> {
  checkTag(request.admission, 'GraphQL')
  const caller = options.callerOf(request)
  const graphql = read(request)
  const document = documents.read(graphql.query)
  const call = prepareCall(options.schema, document, graphql, caller, now)
  await narrowed?.(call)
  const { tenantUid } = request.admission
  const running = () => executor.run(call, now)
  return { call, results: await databaseTurn(options.turns, tenantUid, running) }
}

async function make<Caller>(
  asked: Asked<Caller>,
  keeping: Keeping | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const ran = await run(asked, request, async call => {
      if (keeping) await narrow(keeping, request.admission, asked.executor.scopesOf(call))
    })
    await sendRan(asked, ran, keeping, request, reply)
  } catch (error) {
    sendFailure(error, asked, request, reply)
  }
}

function typeFor(request: FastifyRequest): string {
  return wantsGraphQLResponse(request) ? graphQLResponseType : 'application/json'
}

/**
 * Sends the refusal of a document.
 *
 * @throws what is no failure of the document
 */
function sendFailure<Caller>(
  error: unknown,
  { options }: Asked<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!(error instanceof GraphQLFailure)) throw error
  if (!wantsGraphQLResponse(request)) return void reply.send(failureText(error, options.style))
  reply.code(400).send(failureText(error, { alwaysWhole: false }))
}

/**
 * What a replica answers may be older than the marks that are read on the primary.
 *
 * @param read of what an answer shows something that was read along with the marks
 */
async function keepingFor<Caller>(
  { options: { answers, database }, now, further }: Asked<Caller>,
  request: FastifyRequest,
): Promise<Keeping | null> {
  if (database.readsBehind) return null
  return keepingOf(answers, request, now, { further, isTagged: false })
}
