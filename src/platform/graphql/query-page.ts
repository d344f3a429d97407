import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsHtml, scripted, secure, sendPageFile, setPageHeaders } from '../web/pages.ts'
import { bundleQueryPage } from './query-page/bundle.ts'
import { type QueryPageSettings, queryPageHtml } from './query-page/html.ts'

export type SendQueryPage = (
  reply: FastifyReply,
  settings: QueryPageSettings,
) => Promise<FastifyReply>

/**
 * Serves the scripts and styles of the query page below `assetsPath` (without a trailing slash) and
 * returns a function that sends the page. The page posts its queries to its own path. It is built
 * on the first request for it or its files.
 */
export function serveQueryPage(
  app: FastifyInstance,
  options: { assetsPath: string },
): SendQueryPage {
  app.get<{ Params: { build: string; file: string } }>(
    `${options.assetsPath}/:build/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const bundle = await bundleQueryPage()
      const asset = bundle.assets.get(request.params.file)
      if (request.params.build !== bundle.build || !asset) return reply.callNotFound()
      return sendPageFile(request, secure(reply, scripted), asset)
    },
  )

  return async (reply, settings) => {
    const { build } = await bundleQueryPage()
    setPageHeaders(reply, scripted).header('cache-control', 'no-store').header('vary', 'accept')
    return reply.send(queryPageHtml(`${options.assetsPath}/${build}`, settings))
  }
}

/** Returns whether a browser requests the query page rather than a query result. */
export function requestsQueryPage(request: FastifyRequest): boolean {
  const { query } = request.query as { query?: unknown }
  return !query && acceptsHtml(request)
}
