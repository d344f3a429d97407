import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  isLikelyKept,
  type Keeping,
  keep,
  keepAndSend,
  keepingOf,
  narrow,
  sendKeptOr,
} from '../answers/keeping.ts'
import type { KeptAnswers } from '../answers/kept-answers.ts'
import { answerOf } from '../answers/send-kept.ts'
import type { Clock } from '../clock.ts'
import type { Database, Run } from '../db/database.ts'
import { databaseTurn } from '../db/database-turn.ts'
import type { FairTurns } from '../limits/fair-turns.ts'
import type { PlatformMetrics } from '../metrics.ts'
import { checkTag } from '../rest/steps/admit.ts'
import type { Sealer } from '../seal.ts'
import {
  type EnvelopeStyle,
  extensionsText,
  failureText,
  type RootResult,
} from './answers/answer.ts'
import { bodyOf, joined } from './answers/answer-body.ts'
import { longAnswer } from './answers/long-answer.ts'
import type { LongAnswers } from './answers/long-answers.ts'
import { type PagedCall, untilOf } from './answers/paged-answer.ts'
import { streamedAnswer } from './answers/streamed-answer.ts'
import { type Call, prepareCall } from './call.ts'
import { describeEndpoint } from './describe-endpoint.ts'
import { Documents, GraphQLFailure } from './document.ts'
import { Executor, isLong, isPaged, type PlanLookup } from './execute.ts'
import type { KeptDocuments } from './kept-documents.ts'
import { wantsQueryPage } from './query-page.ts'
import { readGet, readPost } from './read-request.ts'
import type { Schema } from './schema.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals repeat themselves as GraphQL errors. */
    isGraphQL?: boolean
  }
}

export interface EndpointOptions<Caller> {
  path: string
  schema: Schema<Caller>
  database: Database<never>
  /** What opens fields that are stored sealed. */
  sealer: Pick<Sealer, 'open'>
  clock: Clock
  style: EnvelopeStyle
  /** What generated clients call it. */
  operationId: string
  summary: string
  description: string
  metrics: Pick<PlatformMetrics, 'planLookups' | 'plansCached'>
  kept: KeptDocuments
  /** Tenants read in turn, so that none has all connections. */
  turns: FairTurns
  answers: KeptAnswers
  longAnswers: LongAnswers
  callerOf(request: FastifyRequest): Caller
  /** Shows the query page to a browser that comes without a query; null: switched off. */
  showPage: ((reply: FastifyReply) => Promise<FastifyReply>) | null
}

/** Schemas are for readers: what comes in and goes out is read and written by hand. */
const forReaders = {
  validatorCompiler: () => () => true,
  serializerCompiler: () => JSON.stringify,
}

/** Serves a schema at a path by POST and GET (contract/leadsql.md §1, §6, §7). */
export function serveGraphQL<Caller>(app: FastifyInstance, options: EndpointOptions<Caller>): void {
  const endpoint = `${app.prefix}${options.path}`
  const documents = new Documents(options.schema.graphql, endpoint, options.kept)
  const executor = openExecutor(endpoint, options, documents)
  const isOpen = (request: FastifyRequest) =>
    options.showPage !== null && request.method === 'GET' && wantsQueryPage(request)
  const config = { isGraphQL: true, isOpen, confirms: !options.database.readsBehind }
  const run = (read: typeof readPost, request: FastifyRequest, reply: FastifyReply) =>
    answer(options, documents, executor, read, request, reply)
  app.route({
    method: 'POST',
    url: options.path,
    config,
    schema: describeEndpoint('POST', options),
    ...forReaders,
    handler: (request, reply) => run(readPost, request, reply),
  })
  app.route({
    method: 'GET',
    url: options.path,
    config,
    schema: describeEndpoint('GET', options),
    ...forReaders,
    handler: (request, reply) => {
      if (isOpen(request)) return options.showPage!(reply)
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
  if (await sendExpected(asked, request, reply)) return reply
  checkTag(request.admission, 'GraphQL')
  reply.type('application/json')
  const keeping = await keepingFor(asked, request)
  const made = () => make(asked, keeping, request, reply)
  await (keeping ? sendKeptOr(options.answers, keeping, request, reply, made) : made())
  return reply
}

interface Asked<Caller> {
  options: EndpointOptions<Caller>
  documents: Documents
  executor: Executor<Caller>
  read: typeof readPost
  now: Date
  saysCost: boolean
  /** What besides the document tells of an answer. */
  further: string
}

/** A call that was run. */
interface Ran<Caller> {
  call: Call<Caller>
  results: RootResult<Caller>[]
}

/**
 * Answers somebody who is expected, and let in when the answer is read; false: it is to be answered
 * like any other, by who was let in.
 */
async function sendExpected<Caller>(
  asked: Asked<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { expected } = request
  if (!expected) return false
  const { options, further, executor } = asked
  const isAwaited = isLikelyKept(options.answers, request, { further })
  const running = isAwaited ? null : run(asked, request, expected.along)
  const [ran] = await Promise.allSettled([running])
  if (!(await expected.confirm()) || isAwaited) return false
  reply.type('application/json')
  if (ran.status === 'rejected') {
    sendFailure(ran.reason, asked, reply)
    return true
  }
  const { call, results } = ran.value!
  if (results.some(isPaged)) return false
  const keeping = await keepingFor(asked, request, { scopes: executor.scopesOf(call) })
  if (keeping) options.answers.given.made++
  await sendWhole(asked, ran.value!, keeping, request, reply)
  return true
}

/** @throws GraphQLFailure, ApiError */
async function run<Caller>(
  { options, documents, executor, read, now }: Asked<Caller>,
  request: FastifyRequest,
  along?: (run: Run) => Run,
  narrowed?: (call: Call<Caller>) => Promise<void>,
): Promise<Ran<Caller>> {
  checkTag(request.admission, 'GraphQL')
  const caller = options.callerOf(request)
  const graphql = read(request)
  const document = documents.read(graphql.query)
  const call = prepareCall(options.schema, document, graphql, caller, now)
  await narrowed?.(call)
  const { tenantUid } = request.admission
  const running = () => executor.run(call, now, along)
  return { call, results: await databaseTurn(options.turns, tenantUid, running) }
}

async function make<Caller>(
  asked: Asked<Caller>,
  keeping: Keeping | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { options, executor, now } = asked
  try {
    const { admission } = request
    const ran = await run(asked, request, undefined, async call => {
      if (keeping) await narrow(keeping, admission, executor.scopesOf(call))
    })
    const { call, results } = ran
    const paged = { executor, call, now, closing: closingOf(asked, call) }
    if (results.some(isLong)) {
      reply.send(await longAnswer(options, admission.credential, paged))
    } else if (results.some(isPaged)) {
      await sendPaged(options, paged, keeping, request, reply)
    } else await sendWhole(asked, ran, keeping, request, reply)
  } catch (error) {
    sendFailure(error, asked, reply)
  }
}

/** @throws what is no failure of the document */
function sendFailure<Caller>(
  error: unknown,
  { options }: Asked<Caller>,
  reply: FastifyReply,
): void {
  if (!(error instanceof GraphQLFailure)) throw error
  reply.send(failureText(error, options.style))
}

/** What stands behind the data. */
function closingOf<Caller>({ options, saysCost }: Asked<Caller>, call: Call<Caller>) {
  return (all: RootResult<Caller>[]) => `${extensionsText(call, all, options.style, saysCost)}}`
}

async function sendWhole<Caller>(
  asked: Asked<Caller>,
  { call, results }: Ran<Caller>,
  keeping: Keeping | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { schema, answers } = asked.options
  const body = joined([...bodyOf(call, results, schema), closingOf(asked, call)(results)])
  if (!keeping) return void reply.send(body)
  const made = { answer: answerOf(body), untilMs: untilOf(results) }
  await keepAndSend(answers, keeping, made, request, reply)
}

/**
 * Sends an answer while its pages are read, and keeps it when it was read to its end. Who sends a
 * tag is told whether that is still true, which is known when all is read.
 */
async function sendPaged<Caller>(
  { database, turns, answers }: EndpointOptions<Caller>,
  paged: PagedCall<Caller>,
  keeping: Keeping | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const isTagged = keeping !== null && request.headers['if-none-match'] !== undefined
  const most = isTagged ? Infinity : keeping ? answers.bytesEachMax : 0
  const { tenantUid } = request.admission
  try {
    const { body, untilMs } = await databaseTurn(turns, tenantUid, () =>
      streamedAnswer(database, paged, most, stream => {
        if (!isTagged) reply.send(stream)
      }),
    )
    if (!keeping || !body) return
    const made = { answer: answerOf(body), untilMs }
    if (isTagged) await keepAndSend(answers, keeping, made, request, reply)
    else await keep(answers, keeping, made, request)
  } catch (error) {
    // What has begun is broken off, which its stream tells.
    if (!reply.sent) throw error
  }
}

/**
 * What a replica answers may be older than the marks that are read on the primary.
 *
 * @param read of what an answer shows something that was read along with the marks
 */
async function keepingFor<Caller>(
  { options: { answers, database }, now, further }: Asked<Caller>,
  request: FastifyRequest,
  read?: { scopes: string[] | null },
): Promise<Keeping | null> {
  if (database.readsBehind) return null
  const kind = { further, isTagged: false }
  return keepingOf(answers, request, now, { ...kind, ...(read ? { ...read, isRead: true } : {}) })
}
