/** Files that browsers and crawlers request from the root of every site. */
import type { FastifyInstance } from 'fastify'
import { iconSvg } from './html.ts'
import { secure } from './pages.ts'

/** Rules for crawlers: pages may be indexed, responses of the API not. */
const robots = `User-agent: *
Disallow: /api/
Disallow: /v2/
`

const cacheControl = 'public, max-age=86400'

/**
 * Serves `/robots.txt`, and the icon that browsers request for responses that are not HTML, such as
 * photos.
 */
export function serveSiteFiles(app: FastifyInstance): void {
  const files = [
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', body: robots },
    { path: '/favicon.ico', type: 'image/svg+xml', body: iconSvg },
  ]
  for (const { path, type, body } of files) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      secure(reply).header('cache-control', cacheControl).type(type).send(body),
    )
  }
}
