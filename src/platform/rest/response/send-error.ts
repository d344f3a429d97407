import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  contention,
  exceededLimit,
  isDatabaseUnavailable,
  isDiskFull,
  isLockedOut,
} from '../../db/transaction.ts'
import { ApiError, errorBody, errorExtensions, fixedError } from '../../errors.ts'
import { limitReached } from '../../limits/limit-metrics.ts'
import { malformedBody } from '../read-json.ts'
import { tooLarge } from '../upload.ts'
import { originalPath, pathWithoutQuery } from '../url-path.ts'

/** Supported encodings of request bodies. */
const contentEncodings = 'gzip, deflate, br, zstd'

interface FastifyFailure {
  code?: string
  statusCode?: number
}

/** Converts an exception to an ApiError; INTERNAL_ERROR if it is unexpected. */
export function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (request.raw.errored === error && request.raw.readableAborted) return abortedBody()
  const { code, statusCode = 500 } = error as FastifyFailure
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request)
  if (code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING') return unknownEncoding(request)
  // The body is not in its declared encoding.
  if (code?.startsWith('FST_CP_ERR_')) return malformedBody()
  if (code?.startsWith('FST_ERR_') && statusCode < 500) {
    return new ApiError('INVALID_PARAMETER', (error as Error).message)
  }
  const limit = exceededLimit(error)
  if (limit !== null) limitReached(limit)
  if (isDiskFull(error)) {
    limitReached('disk_room')
    const message = 'The disk of the server is full; retry later'
    return unavailable(message, { retryAfterSeconds: 5, cause: error })
  }
  if (hasTooManyOpenFiles(error)) {
    const message = 'The server has too many open files; retry later'
    return unavailable(message, { retryAfterSeconds: 5, cause: error })
  }
  if (isLockedOut(error)) return contention(error)
  if (isDatabaseUnavailable(error)) {
    const message = 'The database is not available; retry later'
    return unavailable(message, { retryAfterSeconds: 1, cause: error })
  }
  return fixedError('INTERNAL_ERROR', { cause: error })
}

function unknownEncoding({ headers }: FastifyRequest): ApiError {
  const text = `The Content-Encoding ${headers['content-encoding']} is not supported`
  return new ApiError('UNSUPPORTED_CONTENT_ENCODING', `${text}, use ${contentEncodings}`, {
    headers: { 'accept-encoding': contentEncodings },
  })
}

/** Returns the error of a truncated body. The client has disconnected, so only the log has it. */
function abortedBody(): ApiError {
  return new ApiError(
    'MALFORMED_BODY',
    'The request body is incomplete: the connection ended early',
  )
}

function hasTooManyOpenFiles(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')
}

function unavailable(
  message: string,
  { retryAfterSeconds, cause }: { retryAfterSeconds: number; cause: unknown },
): ApiError {
  const headers = { 'retry-after': String(retryAfterSeconds) }
  return new ApiError('SERVICE_UNAVAILABLE', message, { headers, cause })
}

/** Sends an error body (contract/general.md §7), with `errors` in addition on GraphQL paths. */
export function sendError(
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error.status >= 500) {
    request.log.error({ err: error.cause ?? error, uid: error.uid }, error.message)
  } else {
    request.log.debug({ code: error.code, uid: error.uid }, 'refused')
  }
  const isGraphQL =
    request.routeOptions.config?.isGraphQL || /\/graphql$/.test(pathWithoutQuery(request.url))
  const { errorMembers } = request.routeOptions.config ?? {}
  const body = { ...errorBody(error, originalPath(request)), ...errorMembers?.(error) }
  // Fastify closes the connection, which resets it for a client or proxy that still sends. Node
  // reads and discards the rest of the body instead, for at most REQUEST_TIMEOUT_MS.
  if (error.code === 'PAYLOAD_TOO_LARGE') reply.removeHeader('connection')
  if (isGraphQL) body.errors = [{ message: error.message, extensions: errorExtensions(error) }]
  return reply
    .code(error.status)
    .headers(error.headers)
    .type(errorType(request))
    .serializer(JSON.stringify)
    .send(body)
}

/** Returns the media type of an error body: RFC 9457 if the client accepts it. */
export function errorType({ headers }: FastifyRequest): string {
  const isAccepted = headers.accept?.includes('application/problem+json')
  return isAccepted ? 'application/problem+json' : 'application/json'
}
