import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  contention,
  databaseLimitOf,
  isDatabaseAway,
  isDiskFull,
  isLockedOut,
} from '../../db/transaction.ts'
import { ApiError, errorBody, extensionsOf, fixedError } from '../../errors.ts'
import { limitReached } from '../../limits/reached.ts'
import { pathOf, writtenPath } from '../path.ts'
import { malformedBody } from '../read-json.ts'
import { tooLarge } from '../upload.ts'

/** The encodings that bodies of requests may have. */
const contentEncodings = 'gzip, deflate, br, zstd'

interface FastifyFailure {
  code?: string
  statusCode?: number
}

/** Whatever was thrown as a refusal of the one table; what is not expected is INTERNAL_ERROR. */
export function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (request.raw.errored === error && request.raw.readableAborted) return abortedBody()
  const { code, statusCode = 500 } = error as FastifyFailure
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request)
  if (code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING') return unknownEncoding(request)
  // A compressed body that is none.
  if (code?.startsWith('FST_CP_ERR_')) return malformedBody()
  if (code?.startsWith('FST_ERR_') && statusCode < 500) {
    return new ApiError('INVALID_PARAMETER', (error as Error).message)
  }
  const limit = databaseLimitOf(error)
  if (limit !== null) limitReached(limit)
  if (isDiskFull(error)) {
    limitReached('disk_room')
    return unavailable('The disk of the server is full; retry later', 5, error)
  }
  if (isOutOfFiles(error))
    return unavailable('The server has too many open files; retry later', 5, error)
  if (isLockedOut(error)) return contention(error)
  if (isDatabaseAway(error)) {
    return unavailable('The database is not available; retry later', 1, error)
  }
  return fixedError('INTERNAL_ERROR', { cause: error })
}

function unknownEncoding({ headers }: FastifyRequest): ApiError {
  const text = `The Content-Encoding ${headers['content-encoding']} is not supported`
  return new ApiError('UNSUPPORTED_CONTENT_ENCODING', `${text}, use ${contentEncodings}`, {
    headers: { 'accept-encoding': contentEncodings },
  })
}

/** The refusal of a body that ends before it is whole, which no client is left to read. */
function abortedBody(): ApiError {
  return new ApiError(
    'MALFORMED_BODY',
    'The request body is incomplete: the connection ended early',
  )
}

function isOutOfFiles(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')
}

function unavailable(text: string, retryAfterSeconds: number, cause: unknown): ApiError {
  const headers = { 'retry-after': String(retryAfterSeconds) }
  return new ApiError('SERVICE_UNAVAILABLE', text, { headers, cause })
}

/** Answers with the body of contract/general.md §7, on GraphQL addresses with `errors` too. */
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
  const isGraphQL = request.routeOptions.config?.isGraphQL || /\/graphql$/.test(pathOf(request.url))
  const { errorMembers } = request.routeOptions.config ?? {}
  const body = { ...errorBody(error, writtenPath(request)), ...errorMembers?.(error) }
  if (isGraphQL) body.errors = [{ message: error.message, extensions: extensionsOf(error) }]
  return reply
    .code(error.status)
    .headers(error.headers)
    .type(errorType(request))
    .serializer(JSON.stringify)
    .send(body)
}

/** The media type of an error body: that of RFC 9457 for those who name it. */
export function errorType({ headers }: FastifyRequest): string {
  const isNamed = headers.accept?.includes('application/problem+json')
  return isNamed ? 'application/problem+json' : 'application/json'
}
