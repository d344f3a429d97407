import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asPage, scripted, secure, sendPageFile } from '../pages.ts'
import { bundleQueryPage } from './query-page/bundle.ts'
import { type QueryPageSettings, queryPageHtml } from './query-page/html.ts'

/** Answers a request with the query page of the address it came to. */
export type SendQueryPage = (
  reply: FastifyReply,
  settings: QueryPageSettings,
) => Promise<FastifyReply>

/**
 * Serves the scripts and styles of the query page below `assetsPath` (without a trailing slash) and
 * returns the function that answers with the page itself. The page posts its queries to its own
 * address. Nothing is built before the page or one of its files is first asked for.
 */
export function queryPage(app: FastifyInstance, options: { assetsPath: string }): SendQueryPage {
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
    asPage(reply, scripted).header('cache-control', 'no-store').header('vary', 'accept')
    return reply.send(queryPageHtml(`${options.assetsPath}/${build}`, settings))
  }
}

/** Whether a GET of a GraphQL address comes from a browser that wants the page, not an answer. */
export function wantsQueryPage(request: FastifyRequest): boolean {
  const { query } = request.query as { query?: unknown }
  return !query && (request.headers.accept ?? '').includes('text/html')
}
