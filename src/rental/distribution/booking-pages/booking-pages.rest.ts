/**
 * Public pages of directly bookable properties, outside the versions of the API:
 * contract/resources.md §7. A page shows the property and its free dates; it does not book.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../../context.ts'
import { WindowCounter } from '../../../platform/limits/window-counter.ts'
import { handleUnknown } from '../../../platform/rest/response/not-found.ts'
import { asUid } from '../../../platform/uid.ts'
import { setPageHeaders } from '../../../platform/web/pages.ts'
import { findPagePropertyUnscoped } from '../../properties/direct-booking/direct-booking.ts'
import { loadBookingPage, type PageContext } from './booking-page.ts'
import { messagePage, pageSources, renderBookingPage } from './booking-page-html.ts'

/** Limit per client address; each process counts separately. */
const requestsPerMinuteMax = 60

interface PageRequest {
  Params: { propertyUid: string; slug?: string }
}

type ServedContext = PageContext & { settings: Pick<Context['settings'], 'publicUrl'> }

/** Serves `:propertyUid/:slug` below a prefix. */
export function serveBookingPages(app: FastifyInstance, prefix: string, ctx: ServedContext): void {
  const requestCounts = new WindowCounter({ windowMs: 60_000, keysMax: 10_000 })
  app.addHook('onRequest', async (request, reply) => {
    const retrySeconds = requestCounts.add(request.ip, requestsPerMinuteMax, new Date())
    if (retrySeconds === null) return
    reply.header('retry-after', String(retrySeconds))
    return sendPage(reply, 429, messagePage('Too many requests', 'Try again in a minute.'))
  })
  handleUnknown(app, (_request, reply) => sendNotFound(reply))
  // Pages are not part of the API documents.
  const options = { schema: { hide: true } }
  const pagePath = (uid: string, slug: string) => `${prefix}/${uid}/${slug}`
  app.get<PageRequest>('/:propertyUid', options, async ({ params }, reply) => {
    const property = await findProperty(params)
    if (!property) return sendNotFound(reply)
    return reply.redirect(pagePath(property.uid, property.page.slug), 302)
  })
  app.get<PageRequest>('/:propertyUid/:slug', options, async ({ params, headers }, reply) => {
    const property = await findProperty(params)
    if (!property) return sendNotFound(reply)
    const { uid, page } = property
    if (params.slug !== page.slug || params.propertyUid !== uid) {
      return reply.redirect(pagePath(uid, page.slug), 302)
    }
    const content = await loadBookingPage(ctx, property)
    const { publicUrl } = ctx.settings
    const languages = headers['accept-language']
    reply.headers({ vary: 'accept-language', 'cache-control': 'no-cache' })
    return sendPage(
      reply,
      200,
      renderBookingPage(content, { publicUrl, languages }),
      content.photos,
    )
  })

  async function findProperty({ propertyUid }: PageRequest['Params']) {
    const uid = asUid(propertyUid)
    return uid === null ? undefined : findPagePropertyUnscoped(ctx, uid)
  }
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  const text = 'The page may have moved, or the property is not available for booking.'
  return sendPage(reply, 404, messagePage('Page not found', text))
}

function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  photos: Parameters<typeof pageSources>[0] = [],
): FastifyReply {
  return setPageHeaders(reply.code(status), pageSources(photos)).send(page)
}
