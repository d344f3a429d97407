import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { holdsTag } from '../http/entity-tags.ts'
import type { Answer } from './kept-answers.ts'

/** Shorter ones are not worth compressing. */
const gzippedBytesMin = 1_024
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

const encoder = new TextEncoder()

/**
 * A long text as it is sent. To have its length counted first and then the text written, as a
 * socket does that is given it, takes three times as long.
 */
export function bytesOf(text: string): Buffer {
  const { buffer, byteOffset, byteLength } = encoder.encode(text)
  return Buffer.from(buffer, byteOffset, byteLength)
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
    reply.header('etag', `"${answer.tag}${isZipped ? zippedSuffix : ''}"`)
    reply.header('cache-control', 'private, no-cache')
    if (holdsTag(asked, answer.tag, answer.tag + zippedSuffix)) return reply.code(304).send()
  }
  reply.type('application/json')
  if (!isZipped) return reply.send(answer.body)
  if (answer.gzipped === null) {
    answer.gzipped = gzipSync(answer.body, { level: gzipLevel })
    onGrown?.()
  }
  return reply.header('content-encoding', 'gzip').send(answer.gzipped)
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
