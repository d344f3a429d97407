/** What a browser shows: pages, what they may do, and the files that they load. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A file ready to send, under an address that names its contents. */
export interface PageFile {
  type: string
  plain: Buffer
  gzipped: Buffer
  brotli?: Buffer
}

/** Sources that a page may use of a kind, besides nothing: `{ 'img-src': "'self' data:" }`. */
export type PageNeeds = Partial<
  Record<
    | `${'default' | 'connect' | 'font' | 'img' | 'manifest' | 'object' | 'script' | 'style'}-src`
    | 'form-action'
    | 'require-trusted-types-for',
    string
  >
>

/** Says of an answer that it is a page, and what it may do. */
export function asPage(reply: FastifyReply, needs?: PageNeeds): FastifyReply {
  return secure(reply, needs).type('text/html; charset=utf-8')
}

/** Forbids whatever a browser shows to run, load, send or frame anything but what it needs. */
export function secure(reply: FastifyReply, needs: PageNeeds = {}): FastifyReply {
  const policy = {
    'default-src': "'none'",
    'form-action': "'none'",
    ...needs,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  const directives = Object.entries(policy).map(([name, sources]) => `${name} ${sources}`)
  return reply.headers({
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
}

/** Has every page that says nothing of what it needs be allowed nothing. */
export function secureOthers(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    if (isPage && !reply.hasHeader('content-security-policy')) secure(reply)
    done()
  })
}

/**
 * What a page needs that runs scripts of this server. Editors set style attributes and add style
 * elements as they run; no script is ever inline.
 */
export const scripted: PageNeeds = {
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
  'img-src': "'self' data:",
  'object-src': "'none'",
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
