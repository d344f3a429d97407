import { createHash } from 'node:crypto'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { holdsTag } from '../http/entity-tags.ts'
import { bytesOf } from '../responses/pieces.ts'
import type { SpooledBody } from '../responses/response-spool.ts'

/** Response body, with what is derived from it when a client first needs it. */
export interface CachedResponse {
  body: Buffer
  gzipped: Buffer | null
  tag: string | null
  /** Tag of the object that the response shows; empty: it shows several. */
  state: string
}

/** Shorter ones are not worth compressing. */
const gzippedBytesMin = 1_024
/** Longer ones are compressed in another thread, so that other requests do not wait for it. */
const gzippedAtOnceBytesMax = 262_144
/** Half the time of the sixth for a fourteenth more bytes, up to a third where much repeats. */
export const gzipLevel = 3

/**
 * Builds a response to cache.
 *
 * @param state tag of the object that it shows, the start of its own tag; empty: several objects
 */
export function cachedResponse(body: string | Buffer, state = ''): CachedResponse {
  const bytes = typeof body === 'string' ? bytesOf(body) : body
  return { body: bytes, gzipped: null, tag: null, state }
}

/**
 * Sends a response, or 304 to a client that has it already (contract/general.md §10).
 *
 * @param hasETag whether it has an ETag even if the client sent none
 * @param onGrown called when the response has been compressed
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  { hasETag, onGrown }: { hasETag: boolean; onGrown?: () => void },
): FastifyReply {
  const { headers } = request
  const asked = headers['if-none-match']
  const isZipped = response.body.length >= gzippedBytesMin && takesGzip(headers['accept-encoding'])
  if (hasETag || asked !== undefined) {
    response.tag ??= tagOf(response)
    if (sendTag(request, reply, response.tag, isZipped)) return reply
  }
  if (!reply.hasHeader('content-type')) reply.type('application/json')
  if (!isZipped) return reply.send(response.body)
  const sendZipped = (gzipped: Buffer) => {
    if (response.gzipped === null) {
      response.gzipped = gzipped
      onGrown?.()
    }
    return reply.header('content-encoding', 'gzip').send(gzipped)
  }
  if (response.gzipped !== null) return sendZipped(response.gzipped)
  if (response.body.length <= gzippedAtOnceBytesMax) {
    return sendZipped(gzipSync(response.body, { level: gzipLevel }))
  }
  gzip(response.body, { level: gzipLevel }, (error, gzipped) => {
    if (error) reply.send(error)
    else sendZipped(gzipped)
  })
  return reply
}

/**
 * Tells the tag of a response, and answers 304 to a client that has it already.
 *
 * @returns whether that was answered
 */
function sendTag(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  isZipped: boolean,
): boolean {
  reply.header('etag', `"${tag}${isZipped ? zippedSuffix : ''}"`)
  reply.header('cache-control', 'private, no-cache')
  if (!holdsTag(headers['if-none-match'], tag, tag + zippedSuffix)) return false
  reply.code(304).send()
  return true
}

/**
 * Sends a body that is in a file, with its tag to a client that has sent one, or 304 if it has that
 * body already.
 */
export function sendSpooled(
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, size, digest }: SpooledBody,
): void {
  const { headers } = request
  const isTagged = headers['if-none-match'] !== undefined
  if (isTagged && sendTag(request, reply, digest, takesGzip(headers['accept-encoding']))) {
    return void stream.destroy()
  }
  reply.header('content-length', size).send(stream)
}

function tagOf({ body, state }: CachedResponse): string {
  const digest = createHash('sha1').update(body).digest('base64url')
  return state === '' ? digest : `${state}.${digest}`
}

const zippedSuffix = '-gzip'

/** Returns whether a client accepts gzip: it names it or `*`, with a weight above zero. */
function takesGzip(accepted: string | string[] | undefined): boolean {
  if (accepted === undefined) return false
  if (accepted === 'gzip') return true
  const named = String(accepted)
    .toLowerCase()
    .split(',')
    .map(one => one.trim().split(/\s*;\s*/))
  const weighs = (name: string) => {
    const found = named.find(([coding]) => coding === name)
    return found && !found.some(part => /^q=0(\.0*)?$/.test(part))
  }
  return weighs('gzip') ?? weighs('*') ?? false
}
