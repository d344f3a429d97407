import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type onSendHookHandler,
} from 'fastify'
import { Patience, withPatience } from '../db/patience.ts'
import { ApiError, errorBody } from '../errors.ts'
import { limitReached } from '../limits/reached.ts'
import { logRequests } from '../logs/log-requests.ts'
import { type LogSettings, loggerOptions } from '../logs/logger-options.ts'
import { RequestLog } from '../logs/request-log.ts'
import type { PlatformMetrics } from '../metrics.ts'
import { secureOthers } from '../pages.ts'
import { boundResponses, closeStalled } from '../responses/bound-responses.ts'
import { UnsentBytes } from '../responses/unsent-bytes.ts'
import { asUid } from '../uid.ts'
import { refuseUnknown } from './answers/not-found.ts'
import { asApiError, sendError } from './answers/send-error.ts'
import { sharedSerializers } from './answers/serializers.ts'
import { countFailures } from './limits/admission.ts'
import { keepWritten, normalizeUrl } from './path.ts'
import { stopGently } from './stop.ts'
import { bodyBytesMax } from './upload.ts'

const urlBytesMax = 32_768
const headerBytesMax = 32_768

/** How long headers may take to arrive, and how often that is looked at. */
const headersMs = 15_000
const checkedEveryMs = 5_000

/** MiB of responses that clients have not read yet, where nothing else is set. */
const unsentMib = 64

/** Requests that run when the server is told to stop have so long to end. */
const stopMs = 10_000

export interface ServerOptions extends LogSettings {
  /** The value of Strict-Transport-Security; null: no such header. */
  hsts: string | null
  trustProxy: string[]
  /** Origins that browsers may call from; none: CORS is off. */
  corsOrigins: string[]
  /** How long a request may take to arrive, body included. */
  requestTimeoutMs?: number
  /** Of clients, at once. */
  connectionsMax?: number
  /** Bounds what its responses take while clients read them. */
  unsent?: UnsentBytes
  metrics: Pick<PlatformMetrics, 'requests' | 'routes'>
}

/**
 * A Fastify server that behaves as contract/general.md asks of every answer: address variants,
 * trace ids, headers (§10), sizes (§6), any content type (§9), and the one error body (§7).
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { requestTimeoutMs = 120_000, connectionsMax = 5_000 } = options
  const { unsent = new UnsentBytes(unsentMib) } = options
  const app = Fastify({
    logger: loggerOptions(options),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, options) => new RequestLog(logger, bindings, options),
    bodyLimit: bodyBytesMax,
    requestIdHeader: false,
    genReqId: request => asUid(String(request.headers['x-trace-id'] ?? '')) ?? randomUUID(),
    routerOptions: { maxParamLength: urlBytesMax, caseSensitive: true },
    rewriteUrl(request) {
      keepWritten(request)
      return normalizeUrl(request.url ?? '/')
    },
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    requestTimeout: requestTimeoutMs,
    http: {
      maxHeaderSize: urlBytesMax + headerBytesMax + 1024,
      headersTimeout: Math.min(headersMs, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(checkedEveryMs, requestTimeoutMs / 4),
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, options.hsts),
    schemaController: { compilersFactory: { buildSerializer: sharedSerializers() } },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  app.server.maxConnections = connectionsMax
  app.server.on('drop', () => limitReached('connections'))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('admission')
  givePatience(app)
  logRequests(app, options.metrics)
  addHeaders(app, options.hsts)
  boundResponses(app, unsent)
  closeStalled(app, unsent)
  secureOthers(app)
  stopGently(app, { limitMs: stopMs })
  app.addHook('onRequest', (request, _reply, done) => {
    checkSizes(request)
    checkHost(request)
    forgetUnreadableType(request.raw.headers)
    done()
  })
  app.setErrorHandler((error, request, reply) =>
    sendError(asApiError(error, request), request, reply),
  )
  refuseUnknown(app, () => new ApiError('ENDPOINT_NOT_FOUND', 'Endpoint not found'))
  omitLengthOf304(app)
  if (options.corsOrigins.length > 0) await app.register(cors, corsOptions(options.corsOrigins))
  await app.register(rateLimit, { global: false })
  countFailures(app)
  await app.register(compress, { encodings: ['gzip'], inflateIfDeflated: false })
  return app
}

/** What a request waits for the database, however many statements it takes. */
function givePatience(app: FastifyInstance): void {
  const ofRequest = new WeakMap<FastifyRequest, Patience>()
  app.addHook('onRequest', (request, _reply, done) => {
    const patience = new Patience()
    ofRequest.set(request, patience)
    withPatience(patience, done)
  })
  // The events by which a body arrives know nothing of what went before.
  app.addHook('preValidation', (request, _reply, done) =>
    withPatience(ofRequest.get(request)!, done),
  )
}

function corsOptions(origin: string[]): FastifyCorsOptions {
  return {
    origin,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'X-HOSTFULLY-APIKEY',
      'Idempotency-Key',
      'If-Match',
      'Content-Type',
    ],
    exposedHeaders: ['ETag'],
  }
}

function fixedHeaders(hsts: string | null): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-xss-protection': '1; mode=block',
    'cache-control': 'no-store',
    vary: 'origin, access-control-request-method, access-control-request-headers, accept-encoding',
    ...(hsts === null ? {} : { 'strict-transport-security': hsts }),
  }
}

function addHeaders(app: FastifyInstance, hsts: string | null): void {
  const fixed = fixedHeaders(hsts)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed)
    reply.header('x-trace-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // JSON is UTF-8 by definition; Fastify says so once more, the contract does not.
    const type = reply.getHeader('content-type')
    if (typeof type === 'string' && /^application\/\S*json; charset=utf-8$/.test(type)) {
      reply.header('content-type', type.slice(0, type.indexOf(';')))
    }
    done()
  })
}

/**
 * Leaves `Content-Length` out of a 304 to HEAD, where Fastify puts that of no body: a cache would
 * take it for the length of what it has (RFC 9110 §8.6).
 */
function omitLengthOf304(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    if (route.method !== 'HEAD') return
    const others = route.onSend === undefined ? [] : [route.onSend].flat()
    const last: onSendHookHandler = (_request, reply, payload, done) => {
      if (reply.statusCode === 304) reply.removeHeader('content-length')
      done(null, payload)
    }
    route.onSend = [...others, last] as onSendHookHandler[]
  })
}

/** Fastify refuses a body whose type it cannot read; here the type decides nothing (§9). */
function forgetUnreadableType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']
  if (type !== undefined && !/^[^\s/;]+\/[^\s/;]+\s*(;|$)/.test(type)) {
    delete headers['content-type']
  }
}

function checkSizes(request: FastifyRequest): void {
  const { headers, url } = request.raw
  if (Buffer.byteLength(url ?? '') > urlBytesMax) {
    throw new ApiError('URI_TOO_LONG', `The URL is longer than ${urlBytesMax} bytes`, {
      members: { limit: urlBytesMax },
    })
  }
  let bytes = 0
  for (const name in headers) bytes += name.length + String(headers[name]).length
  if (bytes > headerBytesMax) throw headersTooLarge()
}

/** @throws ApiError INVALID_PARAMETER for two `Host` lines, of which proxies may mean either */
function checkHost({ raw: { rawHeaders } }: FastifyRequest): void {
  let lines = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') lines++
  }
  if (lines > 1)
    throw new ApiError('INVALID_PARAMETER', 'The request has more than one Host header')
}

function headersTooLarge(): ApiError {
  return new ApiError('HEADERS_TOO_LARGE', `Headers are larger than ${headerBytesMax} bytes`, {
    members: { limit: headerBytesMax },
  })
}

function refusalOf({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('INVALID_PARAMETER', 'The request is not valid HTTP')
  }
  limitReached('request_time')
  return new ApiError('REQUEST_TIMEOUT', 'The request did not arrive in time')
}

/** Answers what Node's HTTP parser refuses before there is a request. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, hsts: string | null): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const refusal = refusalOf(error)
  const body = JSON.stringify(errorBody(refusal, ''))
  const headers = {
    ...fixedHeaders(hsts),
    'x-trace-id': randomUUID(),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const statusLine = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n`
  socket.end(`${statusLine}${lines.join('')}\r\n${body}`)
}
