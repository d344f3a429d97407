/** Pages that run scripts of this server in a browser, and the files that they load. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file ready to send, under an address that names its contents. */
export interface PageFile {
  type: string
  plain: Buffer
  gzipped: Buffer
  brotli?: Buffer
}

/**
 * Lets a page run and load what this server has, and frame nothing. Editors set style attributes
 * and add style elements as they run; no script is ever inline.
 *
 * @param directives what the page needs besides
 */
export function secure(reply: FastifyReply, directives: string[] = []): FastifyReply {
  const policy = [
    "default-src 'self'",
    ...directives,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  reply.header('content-security-policy', policy.join('; '))
  reply.header('x-content-type-options', 'nosniff')
  return reply.header('referrer-policy', 'no-referrer')
}

/** Has a file kept for ever, in each encoding that it is sent in. */
export function keepForEver(reply: FastifyReply, type: string): FastifyReply {
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  return reply.header('vary', 'accept-encoding').type(type)
}

/** Sends a file in the smallest of its encodings that the browser takes. */
export function sendPageFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, gzipped, brotli }: PageFile,
): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  keepForEver(reply, type)
  if (brotli && accepted.includes('br')) {
    return reply.header('content-encoding', 'br').send(brotli)
  }
  if (!accepted.includes('gzip')) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzipped)
}
