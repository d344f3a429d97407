import { createHash } from 'node:crypto'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesETag } from '../http/entity-tags.ts'
import { encodeText } from '../responses/pieces.ts'
import type { SpooledBody } from '../responses/response-spool.ts'

/** Response body with its compressed form and ETag, both computed on first use. */
export interface CachedResponse {
  body: Buffer
  gzipped: Buffer | null
  etag: string | null
  /** ETag of the only object in the response, without quotation marks; empty: several objects. */
  objectETag: string
}

/** Minimum size of compressed bodies, in bytes. */
const gzipBytesMin = 1_024
/** Maximum size for synchronous compression, in bytes; larger bodies use another thread. */
const syncGzipBytesMax = 262_144
/**
 * Compression level. It takes half the time of level 6; output is typically 7 % larger, at most a
 * third.
 */
export const gzipLevel = 3

/**
 * Builds a response to cache.
 *
 * @param objectETag ETag of the object, with which the ETag of the response begins; empty: several
 * objects
 */
export function cachedResponse(body: string | Buffer, objectETag = ''): CachedResponse {
  const bytes = typeof body === 'string' ? encodeText(body) : body
  return { body: bytes, gzipped: null, etag: null, objectETag: objectETag }
}

/**
 * Sends a response, or 304 to a client that has it already (contract/general.md §10).
 *
 * @param hasETag true if the response has an ETag even if the client sent none
 * @param onGrown called when the response has been compressed
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  { hasETag, onGrown }: { hasETag: boolean; onGrown?: () => void },
): FastifyReply {
  const { headers } = request
  const ifNoneMatch = headers['if-none-match']
  const isGzipped = response.body.length >= gzipBytesMin && acceptsGzip(headers['accept-encoding'])
  if (hasETag || ifNoneMatch !== undefined) {
    response.etag ??= computeETag(response)
    if (sendETag(request, reply, response.etag, isGzipped)) return reply
  }
  if (!reply.hasHeader('content-type')) reply.type('application/json')
  if (!isGzipped) return reply.send(response.body)
  const sendGzipped = (gzipped: Buffer) => {
    if (response.gzipped === null) {
      response.gzipped = gzipped
      onGrown?.()
    }
    return reply.header('content-encoding', 'gzip').send(gzipped)
  }
  if (response.gzipped !== null) return sendGzipped(response.gzipped)
  if (response.body.length <= syncGzipBytesMax) {
    return sendGzipped(gzipSync(response.body, { level: gzipLevel }))
  }
  gzip(response.body, { level: gzipLevel }, (error, gzipped) => {
    if (error) reply.send(error)
    else sendGzipped(gzipped)
  })
  return reply
}

/**
 * Sets the ETag of a response, and sends 304 to a client that has it already.
 *
 * @returns true if 304 was sent
 */
function sendETag(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  isGzipped: boolean,
): boolean {
  reply.header('etag', `"${etag}${isGzipped ? gzipSuffix : ''}"`)
  reply.header('cache-control', 'private, no-cache')
  if (!matchesETag(headers['if-none-match'], etag, etag + gzipSuffix)) return false
  reply.code(304).send()
  return true
}

/**
 * Sends a body from a file. A client that sent an ETag gets one, or 304 if it has that body
 * already.
 */
export function sendSpooled(
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, size, digest }: SpooledBody,
): void {
  const { headers } = request
  const hasIfNoneMatch = headers['if-none-match'] !== undefined
  if (hasIfNoneMatch && sendETag(request, reply, digest, acceptsGzip(headers['accept-encoding']))) {
    return void stream.destroy()
  }
  reply.header('content-length', size).send(stream)
}

function computeETag({ body, objectETag }: CachedResponse): string {
  const digest = createHash('sha1').update(body).digest('base64url')
  return objectETag === '' ? digest : `${objectETag}.${digest}`
}

const gzipSuffix = '-gzip'

/** Returns true if a client accepts gzip: it names it or `*`, with a weight above zero. */
function acceptsGzip(accepted: string | string[] | undefined): boolean {
  if (accepted === undefined) return false
  if (accepted === 'gzip') return true
  const codings = String(accepted)
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim().split(/\s*;\s*/))
  const isAccepted = (name: string) => {
    const match = codings.find(([coding]) => coding === name)
    return match && !match.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  }
  return isAccepted('gzip') ?? isAccepted('*') ?? false
}
