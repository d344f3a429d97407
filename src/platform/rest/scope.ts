import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { QueryExecutorProvider } from 'kysely'
import type { Clock } from '../clock.ts'
import type { PendingWrites } from '../db/pending-writes.ts'
import { ApiError, errorBody } from '../errors.ts'
import { describeRoute, type Wording } from '../openapi/describe-route.ts'
import type { Sealer } from '../seal.ts'
import { send } from './answers/send-answer.ts'
import { connectionOf } from './connection.ts'
import {
  checkKey,
  fingerprintOf,
  type IdempotencyKey,
  keepReply,
  once,
  sealedReplies,
} from './idempotency.ts'
import { type AdmissionOptions, admitRequests } from './limits/admission.ts'
import { patternOf, writtenPath } from './path.ts'
import { readBody, readQuery } from './read-input.ts'
import { readJsonObject } from './read-json.ts'
import { type Input, Reply, type Route } from './route.ts'
import { schemaAt } from './schema-at.ts'
import { isUpload, readParts, takeUploads } from './upload.ts'
import { existsIn, type Version } from './version.ts'

export interface ContextBase {
  db: QueryExecutorProvider
  clock: Clock
  pending: Pick<PendingWrites, 'clear'>
  sealer: Sealer
}

/** One version of the interface: a prefix, its routes, and who gets in. */
export interface ScopeOptions<Context extends ContextBase> {
  prefix: string
  /** What `x-api-version` says; null where there are no versions. */
  label: string | null
  version: Version
  routes: readonly Route<Context>[]
  admission: AdmissionOptions
  idempotencyHours: number
  /** Kinds of callers that may use a route that names none. */
  callers: readonly string[]
  contextOf(request: FastifyRequest): Context
  inTransaction<T>(context: Context, act: (context: Context) => Promise<T>): Promise<T>
  /** How its OpenAPI document speaks of its operations. */
  wording: Wording
  /** Headers of every answer of a route, such as deprecation. */
  headersOf?(path: string): Record<string, string>
}

/** The same while it is served. */
interface Scope<Context extends ContextBase> extends ScopeOptions<Context> {
  /** Aborts when the server stops, before it waits for the requests that are open. */
  stopping: AbortSignal
  renew(request: FastifyRequest): Promise<Context>
}

/** Serves the routes that exist in a version, below its prefix. */
export function serveScope<Context extends ContextBase>(
  app: FastifyInstance,
  options: ScopeOptions<Context>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (options.label !== null) reply.header('x-api-version', options.label)
    const headers = options.headersOf?.(request.url.slice(options.prefix.length))
    if (headers) reply.headers(headers)
  })
  admitRequests(app, options.admission)
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  const scope: Scope<Context> = {
    ...options,
    stopping: stopping.signal,
    async renew(request) {
      request.admission = await options.admission.authenticate(request)
      return options.contextOf(request)
    },
  }
  const routes = options.routes.filter(route => existsIn(options.version, route))
  for (const route of routes) serveRoute(app, route, scope)
  hideYounger(app, options.routes, routes)
}

/**
 * A path that a version does not have yet is unknown there, also where a parameter of an older path
 * would take its last part: `/leads/group-booking` is no lead.
 */
function hideYounger(app: FastifyInstance, all: readonly PathOnly[], served: PathOnly[]): void {
  const younger = new Set(all.map(({ path }) => path))
  for (const { path } of served) younger.delete(path)
  const isTaken = (path: string) => served.some(other => patternOf(other.path).test(path))
  for (const url of younger) {
    if (url.includes(':') || !isTaken(url)) continue
    const config = { isUnknown: true }
    app.all(url, { schema: { hide: true }, config }, (_, reply) => reply.callNotFound())
  }
}

type PathOnly = Pick<Route<never>, 'path'>

function serveRoute<Context extends ContextBase>(
  app: FastifyInstance,
  route: Route<Context>,
  options: Scope<Context>,
): void {
  const at = <T>(schema: T) => schema && schemaAt(schema as never, options.version)
  const callers = route.callers ?? options.callers
  const { upload, ...rest } = route
  const versioned: Route<Context> = {
    ...rest,
    callers,
    query: at(route.query),
    body: at(route.body),
    ...(upload && existsIn(options.version, upload) ? { upload } : {}),
  }
  const described: RouteOptions = {
    method: route.method,
    url: route.path,
    ...bodyLimitOf(route, options.version),
    config: {
      ...(versioned.upload ? { upload: versioned.upload } : {}),
      ...(route.challenge ? { challenge: route.challenge } : {}),
      ...(route.isOpen ? { isOpen: () => true } : {}),
    },
    schema: describeRoute(versioned, at(route.answer), options.wording),
    validatorCompiler: () => () => true,
    handler: (request, reply) => handle(versioned, options, request, reply),
  }
  if (!versioned.upload) return void app.route(described)
  const { upload: taken } = versioned
  app.register(async scope => {
    takeUploads(scope, taken)
    scope.route(described)
  })
}

function bodyLimitOf({ bodyLimit }: Route<never>, version: Version): { bodyLimit?: number } {
  return bodyLimit && existsIn(version, bodyLimit) ? { bodyLimit: bodyLimit.bytes } : {}
}

async function handle<Context extends ContextBase>(
  route: Route<Context>,
  options: Scope<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (!route.isOpen) checkCaller(route, request)
  const isPlain = route.method === 'GET' || route.standalone
  const key = isPlain ? null : checkKey(request)
  const context = options.contextOf(request)
  if (route.headersFor) reply.headers(route.headersFor(context))
  // What stores whatever it is sent is refused before the body is looked at.
  if (isStoring(route, {}, options.version)) checkMayWrite(request)
  await route.permit?.(context)
  const sent = await readSent(route, request)
  const stores = isStoring(route, sent.fields, options.version)
  if (stores) checkMayWrite(request)
  const read = () => readInput(route, options.version, request, sent)
  const refusal = route.ahead ? await refusalAhead(() => route.ahead!(context, read())) : null
  const work = async (ctx: Context): Promise<Reply> => {
    const input = read()
    if (refusal !== null) throw refusal
    const reached = await route.authorize?.(ctx, input)
    const connection = connectionOf(request, reply, options)
    const answer = await route.handler(ctx, { ...input, reached: reached as never }, connection)
    return answer instanceof Reply ? answer : new Reply(route.status ?? 200, answer)
  }
  const reads = isPlain || (!stores && key === null)
  if (route.plain) reply.serializer(JSON.stringify)
  if (reads) return send(request, reply, await work(context))
  const finish = async (done: Reply) => {
    if (!route.afterwards) return done
    return route.afterwards(context, done).catch(error => {
      request.log.error(error, 'a write has committed, but what follows it failed')
      return done
    })
  }
  if (key === null) {
    return send(request, reply, await finish(await options.inTransaction(context, work)))
  }
  const { tenantUid, principal } = request.admission
  const id = { tenantUid, principal, key, fingerprint: fingerprintOf(request, sent.body) }
  const { reply: result, replayed } = await keyed(route, options, context, {
    id,
    work,
    finish,
    instance: writtenPath(request),
  })
  if (!replayed) return send(request, reply, result)
  // What was deleted cannot be reached any more, and neither no body nor a refusal of what was sent
  // tells anything; a refusal for other leads' nights does.
  const tells = (result.status < 300 && result.status !== 204) || result.status === 409
  if (tells) await route.authorize?.(context, read())
  reply.header('idempotent-replayed', 'true')
  return send(request, reply, result)
}

interface Keyed<Context> {
  id: IdempotencyKey
  work(context: Context): Promise<Reply>
  finish(done: Reply): Promise<Reply>
  instance: string
}

/** Does a write under its key, or gives the reply that is stored for it. */
async function keyed<Context extends ContextBase>(
  route: Route<Context>,
  { inTransaction, idempotencyHours }: ScopeOptions<Context>,
  context: Context,
  { id, work, finish, instance }: Keyed<Context>,
): Promise<{ reply: Reply; replayed: boolean }> {
  const now = context.clock.now()
  const keeping = route.showsSecret ? sealedReplies(context.sealer, id) : undefined
  const first = await inTransaction(context, async ctx => {
    const refuse = (error: ApiError) => {
      ctx.pending.clear()
      return new Reply(error.status, errorBody(error, instance))
    }
    const times = { now, hours: idempotencyHours }
    return once(ctx.db, id, times, () => work(ctx), refuse, keeping)
  })
  if (first.replayed || first.reply.status >= 400) return first
  const reply = await finish(first.reply)
  if (reply !== first.reply) await keepReply(context.db, id, reply, { at: now, keeping })
  return { reply, replayed: false }
}

/** What a check throws: it is the answer of the transaction, so that a key's reply comes first. */
async function refusalAhead(check: () => Promise<void>): Promise<unknown> {
  try {
    await check()
    return null
  } catch (error) {
    return error
  }
}

/** What a body says: its fields, and the file that may come with them. */
interface Sent {
  fields: Record<string, unknown>
  file: Buffer | null
  /** What tells this body from another. */
  body: unknown
}

async function readSent(route: Route<never>, request: FastifyRequest): Promise<Sent> {
  if (route.upload && isUpload(request)) {
    const { fields, file } = await readParts(request)
    if (file === null) return { fields, file, body: fields }
    const digest = createHash('sha256').update(file).digest('hex')
    return { fields, file: await route.upload.read(file), body: { fields, digest } }
  }
  const { body } = request as { body: Buffer | undefined }
  const fields = route.body ? readJsonObject(body, request.headers['content-type']) : {}
  return { fields, file: null, body: fields }
}

function checkCaller(route: Route<never>, request: FastifyRequest): void {
  const { kind } = request.admission
  const { callers = [] } = route
  if (!callers.includes(kind)) {
    throw new ApiError('OPERATION_NOT_PERMITTED', 'This credential may not use this operation', {
      members: { requires: callers.join(' or ') },
    })
  }
}

function isStoring(
  { method, stores }: Route<never>,
  fields: Record<string, unknown>,
  version: Version,
): boolean {
  if (method === 'GET' || stores === false) return false
  return stores === undefined || stores(fields, version)
}

function checkMayWrite(request: FastifyRequest): void {
  if (!request.admission.readOnly) return
  throw new ApiError('READ_ONLY_CREDENTIAL', 'This API key is read-only')
}

function readInput(
  route: Pick<Route<never>, 'query' | 'body'>,
  version: Version,
  request: FastifyRequest,
  { fields, file }: Sent,
): Input<never, never> {
  const query = request.query as Record<string, string | string[]>
  return {
    query: (route.query ? readQuery(route.query, query) : {}) as never,
    body: (route.body ? readBody(route.body, fields) : {}) as never,
    sent: fields,
    params: request.params as Record<string, string>,
    version,
    file,
  }
}
