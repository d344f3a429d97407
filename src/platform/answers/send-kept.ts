import { createHash } from 'node:crypto'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { holdsTag } from '../http/entity-tags.ts'
import { bytesOf } from '../responses/pieces.ts'
import type { SpooledBody } from '../responses/response-spool.ts'
import type { Answer } from './kept-answers.ts'

/** Shorter ones are not worth compressing. */
const gzippedBytesMin = 1_024
/** Longer ones are compressed in another thread, so that other requests do not wait for it. */
const gzippedAtOnceBytesMax = 262_144
/** Half the time of the sixth for a fourteenth more bytes, up to a third where much repeats. */
export const gzipLevel = 3

/**
 * An answer that is not yet sent.
 *
 * @param state the tag of the object that it gives, which its own begins with; none: it gives many
 */
export function answerOf(body: string | Buffer, state = ''): Answer {
  const bytes = typeof body === 'string' ? bytesOf(body) : body
  return { body: bytes, gzipped: null, tag: null, state }
}

/**
 * Sends an answer, or 304 to who has it already (contract/general.md §10).
 *
 * @param isTagged whether it is sent with its tag; who sends a tag is answered with one anyway
 * @param onGrown is told when the answer has been compressed
 */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  { isTagged, onGrown }: { isTagged: boolean; onGrown?: () => void },
): FastifyReply {
  const { headers } = request
  const asked = headers['if-none-match']
  const isZipped = answer.body.length >= gzippedBytesMin && takesGzip(headers['accept-encoding'])
  if (isTagged || asked !== undefined) {
    answer.tag ??= tagOf(answer)
    if (sendTag(request, reply, answer.tag, isZipped)) return reply
  }
  if (!reply.hasHeader('content-type')) reply.type('application/json')
  if (!isZipped) return reply.send(answer.body)
  const sendZipped = (gzipped: Buffer) => {
    if (answer.gzipped === null) {
      answer.gzipped = gzipped
      onGrown?.()
    }
    return reply.header('content-encoding', 'gzip').send(gzipped)
  }
  if (answer.gzipped !== null) return sendZipped(answer.gzipped)
  if (answer.body.length <= gzippedAtOnceBytesMax) {
    return sendZipped(gzipSync(answer.body, { level: gzipLevel }))
  }
  gzip(answer.body, { level: gzipLevel }, (error, gzipped) => {
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

function tagOf({ body, state }: Answer): string {
  const digest = createHash('sha1').update(body).digest('base64url')
  return state === '' ? digest : `${state}.${digest}`
}

const zippedSuffix = '-gzip'

/** Whether a client takes gzip: it names it, or everything, and not with a weight of nothing. */
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
