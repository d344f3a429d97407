import { type WaitingContext, waitingRoute } from '../../../context.ts'
import { readLimit } from '../../../platform/db/page.ts'
import { invalidParameter, notFound } from '../../../platform/errors.ts'
import type { Connection } from '../../../platform/rest/connection.ts'
import { integer, listOf, named, number, oneOf, Type, uid } from '../../../platform/rest/fields.ts'
import { pageSize } from '../../../platform/rest/list.ts'
import { StreamReply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { agencyUidOrOnly, reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { eventTypes } from '../events/event.ts'
import { eventPageShape, eventShape, presentEvent, presentPage } from './event-shape.ts'
import { eventStream } from './event-stream.ts'
import { checkFilters, type EventPage, findEvent, listEvents } from './reached-events.ts'

const positionMax = Number.MAX_SAFE_INTEGER
const streamType = 'text/event-stream'

export const eventRoutes = [
  waitingRoute({
    method: 'GET',
    path: '/events',
    since: '3.3',
    summary: 'List events',
    description:
      'Returns the events with a higher `seq` than `after`. With `wait` the request waits for ' +
      'the next event (long polling). `Accept: text/event-stream` streams events (server-sent ' +
      'events).',
    tag: 'Events',
    query: Type.Object({
      after: Type.Optional(integer(0, positionMax)),
      agencyUid: Type.Optional(uid()),
      eventTypes: Type.Optional(listOf(named('EventType', oneOf(eventTypes)))),
      propertyUid: Type.Optional(uid()),
      leadUid: Type.Optional(uid()),
      _limit: Type.Optional(pageSize()),
      wait: Type.Optional(number({ min: 0, max: 30 })),
    }),
    answer: eventPageShape,
    http: { streams: streamType, plain: true },
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
      'EVENTS_GONE',
    ],
    handler: async (ctx, { query }, connection) => {
      const agencyUid = agencyUidOrOnly(ctx.caller, query.agencyUid)
      const limit = readLimit(query._limit, 100, 1_000)
      const streams = connection.headers.accept?.includes(streamType) ?? false
      const after = (streams ? lastEventId(connection) : null) ?? query.after ?? 0
      const wanted: Wanted = {
        filters: {
          agencyUid,
          types: query.eventTypes ?? null,
          propertyUid: null,
          leadUid: null,
          ...(query.propertyUid || query.leadUid ? await checkFilters(ctx, agencyUid, query) : {}),
        },
        after,
        limit,
      }
      if (streams) return openStream(ctx, wanted, connection)
      const waitMs = (query.wait ?? 0) * 1_000
      if (waitMs > 0) return presentPage(await awaitEvents(ctx, wanted, waitMs, connection))
      return presentPage(await listEvents(ctx, wanted.filters, after, limit))
    },
  }),
  waitingRoute({
    method: 'GET',
    path: '/events/:eventUid',
    since: '3.3',
    summary: 'Get an event',
    tag: 'Events',
    answer: Type.Object({ event: eventShape }),
    http: { plain: true },
    errors: ['EVENT_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const eventUid = params.eventUid!
      const found = asUid(eventUid)
      const event = found === null ? undefined : await findEvent(ctx, found)
      if (!event) throw notFound('EVENT_NOT_FOUND', eventUid)
      return { event: presentEvent(event) }
    },
  }),
]

interface Wanted {
  filters: Parameters<typeof listEvents>[1]
  after: number
  limit: number
}

/**
 * Waits for an event, or for none until the time is over. Before what came is read, the caller is
 * authenticated again, because its credential or role may have ended meanwhile.
 *
 * @throws ApiError RATE_LIMITED, 401, 403
 */
async function awaitEvents(
  first: WaitingContext,
  { filters, after, limit }: Wanted,
  waitMs: number,
  { credential, signal, renew }: Connection<WaitingContext>,
): Promise<EventPage> {
  let ctx = first
  const leave = ctx.logs.open.enter(credential)
  const end = performance.now() + waitMs
  try {
    let page = await listEvents(ctx, filters, after, limit)
    while (page.events.length === 0 && !signal.aborted) {
      const leftMs = end - performance.now()
      if (leftMs <= 0) break
      const { nextAfter, latestSeq } = page
      if (nextAfter === latestSeq) await ctx.logs.next(filters.agencyUid, latestSeq, leftMs, signal)
      if (signal.aborted) break
      ctx = await renew()
      reachedAgencyUid(ctx.caller, filters.agencyUid)
      page = await listEvents(ctx, filters, nextAfter, limit)
    }
    return page
  } finally {
    leave()
  }
}

/** The first page is read before the stream begins, so that a refusal is an ordinary answer. */
async function openStream(
  ctx: WaitingContext,
  { filters, after }: Wanted,
  connection: Connection<WaitingContext>,
): Promise<StreamReply> {
  const leave = ctx.logs.open.enter(connection.credential)
  try {
    const stream = await eventStream(ctx, filters, after, connection)
    stream.once('close', leave)
    return new StreamReply(streamType, stream)
  } catch (error) {
    leave()
    throw error
  }
}

function lastEventId({ headers }: Connection<WaitingContext>): number | null {
  const sent = String(headers['last-event-id'] ?? '').trim()
  if (sent === '') return null
  const seq = /^\d+$/.test(sent) ? Number(sent) : Number.NaN
  if (Number.isSafeInteger(seq)) return seq
  throw invalidParameter('Last-Event-ID', 'must be an integer')
}
