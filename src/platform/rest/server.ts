import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onSendHookHandler,
} from 'fastify'
import { ApiError, errorBody, fixedError } from '../errors.ts'
import { limitReached } from '../limits/limit-metrics.ts'
import { logRequests } from '../logs/log-requests.ts'
import { type LogSettings, loggerOptions } from '../logs/logger-options.ts'
import { RequestLog } from '../logs/request-log.ts'
import type { PlatformMetrics } from '../metrics/metrics.ts'
import { boundResponses, closeStalled } from '../responses/bound-responses.ts'
import { UnsentBytes } from '../responses/unsent-bytes.ts'
import { asUid } from '../uid.ts'
import { acceptsHtml, secureAllPages } from '../web/pages.ts'
import { shutDownGracefully } from './graceful-shutdown.ts'
import { handleUnknown } from './response/not-found.ts'
import { asApiError, sendError } from './response/send-error.ts'
import { sharedSerializers } from './response/serializers.ts'
import { bodyBytesMax } from './upload.ts'
import { normalizeUrl, storeOriginalUrl } from './url-path.ts'

const urlBytesMax = 32_768
const headerBytesMax = 32_768
const parserMarginBytes = 1_024

/** Timeout for receiving the headers of a request, and the interval of its check. */
export const headersTimeoutMs = 15_000
const headersCheckIntervalMs = 5_000

/** Default limit of unread responses in MiB. */
const defaultUnsentMib = 64

/** Maximum wait for running requests on shutdown. */
const shutdownWaitMs = 10_000

export interface ServerOptions extends LogSettings {
  /** Value of Strict-Transport-Security; null: no header. */
  hsts: string | null
  trustProxy: string[]
  /** Allowed CORS origins; empty: CORS is off. */
  corsOrigins: string[]
  /** Timeout for receiving a request, including its body. */
  requestTimeoutMs?: number
  /** Maximum number of open connections. */
  connectionsMax?: number
  /** Memory limit of responses that clients have not read yet. */
  unsent?: UnsentBytes
  metrics: Pick<PlatformMetrics, 'requests' | 'routes'>
  /** Sends the page that a browser shows at an unknown address. */
  sendUnknownPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/**
 * Creates a Fastify server with the common rules of contract/general.md: path variants, trace ids,
 * headers (§10), size limits (§6), any content type (§9), and one error body (§7).
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { requestTimeoutMs = 120_000, connectionsMax = 5_000 } = options
  const { unsent = new UnsentBytes(defaultUnsentMib) } = options
  const app = Fastify({
    logger: loggerOptions(options),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, options) => new RequestLog(logger, bindings, options),
    bodyLimit: bodyBytesMax,
    requestIdHeader: false,
    genReqId: request => asUid(String(request.headers['x-trace-id'] ?? '')) ?? randomUUID(),
    routerOptions: { maxParamLength: urlBytesMax, caseSensitive: true },
    rewriteUrl(request) {
      storeOriginalUrl(request)
      return normalizeUrl(request.url ?? '/')
    },
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    requestTimeout: requestTimeoutMs,
    http: {
      // The margin is for separators and line ends, which the two limits do not count.
      maxHeaderSize: urlBytesMax + headerBytesMax + parserMarginBytes,
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(headersCheckIntervalMs, requestTimeoutMs / 4),
    },
    clientErrorHandler: (error, socket) => sendParserError(error, socket, options.hsts),
    schemaController: { compilersFactory: { buildSerializer: sharedSerializers() } },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  app.server.maxConnections = connectionsMax
  app.server.on('drop', () => limitReached('connections'))
  // Bodies are parsed by `readJsonObject`, whatever their content type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('authentication')
  logRequests(app, options.metrics)
  addHeaders(app, options.hsts)
  boundResponses(app, unsent)
  closeStalled(app, unsent)
  secureAllPages(app)
  shutDownGracefully(app, { limitMs: shutdownWaitMs })
  app.addHook('onRequest', (request, _reply, done) => {
    checkUrlAndHeaderSizes(request)
    checkHost(request)
    removeMalformedContentType(request.raw.headers)
    done()
  })
  app.setErrorHandler((error, request, reply) =>
    sendError(asApiError(error, request), request, reply),
  )
  handleUnknown(app, (request, reply) =>
    options.sendUnknownPage && request.method === 'GET' && acceptsHtml(request)
      ? options.sendUnknownPage(request, reply)
      : fixedError('ENDPOINT_NOT_FOUND'),
  )
  omitLengthOf304(app)
  if (options.corsOrigins.length > 0) await app.register(cors, corsOptions(options.corsOrigins))
  await app.register(compress, { encodings: ['gzip'], inflateIfDeflated: false })
  return app
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
  const headers = fixedHeaders(hsts)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-trace-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // JSON is always UTF-8: the contract has no charset, but Fastify adds one.
    const type = reply.getHeader('content-type')
    if (typeof type === 'string' && /^application\/\S*json; charset=utf-8$/.test(type)) {
      reply.header('content-type', type.slice(0, type.indexOf(';')))
    }
    done()
  })
}

/**
 * Removes `Content-Length` from a 304 response to HEAD. Fastify sets it to 0, which a cache would
 * take for the length of its stored response (RFC 9110 §8.6).
 */
function omitLengthOf304(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    if (route.method !== 'HEAD') return
    const existingHooks = route.onSend === undefined ? [] : [route.onSend].flat()
    const omitLength: onSendHookHandler = (_request, reply, payload, done) => {
      if (reply.statusCode === 304) reply.removeHeader('content-length')
      done(null, payload)
    }
    route.onSend = [...existingHooks, omitLength] as onSendHookHandler[]
  })
}

/** Removes a malformed content type, which Fastify would refuse; here it is ignored (§9). */
function removeMalformedContentType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']
  if (type !== undefined && !/^[^\s/;]+\/[^\s/;]+\s*(;|$)/.test(type)) {
    delete headers['content-type']
  }
}

function checkUrlAndHeaderSizes(request: FastifyRequest): void {
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

/** @throws ApiError INVALID_PARAMETER for two `Host` headers, because proxies may use either */
function checkHost({ raw: { rawHeaders } }: FastifyRequest): void {
  let hostCount = 0
  // Names and values alternate.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hostCount++
  }
  if (hostCount > 1)
    throw new ApiError('INVALID_PARAMETER', 'The request has more than one Host header')
}

function headersTooLarge(): ApiError {
  return new ApiError('HEADERS_TOO_LARGE', `Headers are larger than ${headerBytesMax} bytes`, {
    members: { limit: headerBytesMax },
  })
}

function parserError({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('INVALID_PARAMETER', 'The request is not valid HTTP')
  }
  limitReached('request_time')
  return fixedError('REQUEST_TIMEOUT')
}

/** Sends the error response of a request that Node's HTTP parser refuses. */
function sendParserError(error: NodeJS.ErrnoException, socket: Socket, hsts: string | null): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const apiError = parserError(error)
  const body = JSON.stringify(errorBody(apiError, ''))
  const headers = {
    ...fixedHeaders(hsts),
    'x-trace-id': randomUUID(),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const statusLine = `HTTP/1.1 ${apiError.status} ${STATUS_CODES[apiError.status]}\r\n`
  socket.end(`${statusLine}${lines.join('')}\r\n${body}`)
}
