/** Pages for browsers, their security headers, and their files. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** File with its encodings, under a path that contains a content hash. */
export interface PageFile {
  type: string
  plain: Buffer
  gzipped: Buffer
  brotli?: Buffer
}

/** Additional content security policy directives: `{ 'img-src': "'self' data:" }`. */
export type ContentSources = Partial<
  Record<
    | `${'default' | 'connect' | 'font' | 'img' | 'manifest' | 'object' | 'script' | 'style'}-src`
    | 'form-action'
    | 'require-trusted-types-for',
    string
  >
>

/**
 * Source of connections of a page without scripts: browsers let tools that check a page read its
 * `/robots.txt` only under its policy.
 */
export const robotsSource = "'self'"

/** Returns true for a browser that navigates; API clients accept JSON or anything. */
export function acceptsHtml({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers.accept ?? '').includes('text/html')
}

export function setPageHeaders(reply: FastifyReply, sources?: ContentSources): FastifyReply {
  return secure(reply, sources).type('text/html; charset=utf-8')
}

/** Sets security headers, with a content security policy that allows only the given sources. */
export function secure(reply: FastifyReply, sources: ContentSources = {}): FastifyReply {
  const policy = {
    'default-src': "'none'",
    'form-action': "'none'",
    ...sources,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  return reply.headers({
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
}

/** Adds a strict content security policy to every HTML page without one. */
export function secureAllPages(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    if (isPage && !reply.hasHeader('content-security-policy')) secure(reply)
    done()
  })
}

/**
 * Content security policy of pages with scripts of this server. Editors add styles at runtime; no
 * script is inline.
 */
export const scripted: ContentSources = {
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
  'img-src': "'self' data:",
  'object-src': "'none'",
}

/** Sets headers for permanent caching. Caches store one response per encoding. */
export function cacheForever(reply: FastifyReply, type: string): FastifyReply {
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  return reply.header('vary', 'accept-encoding').type(type)
}

/** Sends a file in the smallest encoding that the browser accepts. */
export function sendPageFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, gzipped, brotli }: PageFile,
): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  cacheForever(reply, type)
  if (brotli && accepted.includes('br')) {
    return reply.header('content-encoding', 'br').send(brotli)
  }
  if (!accepted.includes('gzip')) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzipped)
}
