/**
 * Pages of properties that are booked directly, for everybody and outside the versions: contract/
 * resources.md §7. Until a stay can be booked on them they show the property and its free dates.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../../context.ts'
import { RecentCounts } from '../../../platform/limits/recent-counts.ts'
import { asPage } from '../../../platform/pages.ts'
import { refuseUnknown } from '../../../platform/rest/answers/not-found.ts'
import { asUid } from '../../../platform/uid.ts'
import { findPagePropertyUnscoped } from '../../properties/direct-booking/direct-booking.ts'
import { bookingPage, messagePage, pageNeeds } from './booking-page-html.ts'
import { type PageScope, readPage } from './shown-page.ts'

/** Of one client address; a process counts for itself. */
const requestsPerMinuteMax = 60

interface PageRequest {
  Params: { propertyUid: string; slug?: string }
}

type Scope = PageScope & { settings: Pick<Context['settings'], 'publicUrl'> }

/** Serves `:propertyUid/:slug` below the scope's prefix. */
export function serveBookingPages(app: FastifyInstance, prefix: string, scope: Scope): void {
  const requests = new RecentCounts({ windowMs: 60_000, keysMax: 10_000 })
  app.addHook('onRequest', async (request, reply) => {
    const seconds = requests.add(request.ip, requestsPerMinuteMax, new Date())
    if (seconds === null) return
    reply.header('retry-after', String(seconds))
    return show(reply, 429, messagePage('Too many requests', 'Try again in a minute.'))
  })
  refuseUnknown(app, (_request, reply) => notHere(reply))
  const options = { schema: { hide: true } }
  const path = (uid: string, slug: string) => `${prefix}/${uid}/${slug}`
  app.get<PageRequest>('/:propertyUid', options, async ({ params }, reply) => {
    const property = await findProperty(params)
    if (!property) return notHere(reply)
    return reply.redirect(path(property.uid, property.page.slug), 302)
  })
  app.get<PageRequest>('/:propertyUid/:slug', options, async ({ params, headers }, reply) => {
    const property = await findProperty(params)
    if (!property) return notHere(reply)
    const { uid, page } = property
    if (params.slug !== page.slug || params.propertyUid !== uid) {
      return reply.redirect(path(uid, page.slug), 302)
    }
    const shown = await readPage(scope, property)
    const { publicUrl } = scope.settings
    const languages = headers['accept-language']
    reply.headers({ vary: 'accept-language', 'cache-control': 'no-cache' })
    return show(reply, 200, bookingPage(shown, { publicUrl, languages }), shown.photos)
  })

  async function findProperty({ propertyUid }: PageRequest['Params']) {
    const uid = asUid(propertyUid)
    return uid === null ? undefined : findPagePropertyUnscoped(scope, uid)
  }
}

function notHere(reply: FastifyReply): FastifyReply {
  const text = 'The page may have moved, or the property is not available for booking.'
  return show(reply, 404, messagePage('Page not found', text))
}

function show(
  reply: FastifyReply,
  status: number,
  page: string,
  photos: Parameters<typeof pageNeeds>[0] = [],
): FastifyReply {
  return asPage(reply.code(status), pageNeeds(photos)).send(page)
}
