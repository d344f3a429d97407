import { type WaitingContext, waitingRoute } from '../../../context.ts'
import { eventTypes } from '../../../pending-events/event.ts'
import { readLimit } from '../../../platform/db/pagination.ts'
import { invalidParameter, notFound } from '../../../platform/errors.ts'
import { integer, listOf, named, number, oneOf, Type, uid } from '../../../platform/rest/fields.ts'
import { pageSize } from '../../../platform/rest/list.ts'
import type { Connection } from '../../../platform/rest/request-connection.ts'
import { StreamReply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireAgencyUid, requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { checkFilters, type EventPage, findEvent, listEvents } from './accessible-events.ts'
import { eventPageShape, eventShape, presentEvent, presentPage } from './event-shape.ts'
import { eventStream } from './event-stream.ts'

const [limitDefault, limitMax] = [100, 1_000]
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
    response: eventPageShape,
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
      const agencyUid = requireAgencyUidOrOnly(ctx.caller, query.agencyUid)
      const limit = readLimit(query._limit, limitDefault, limitMax)
      const isStream = connection.headers.accept?.includes(streamType) ?? false
      const after = (isStream ? readLastEventId(connection) : null) ?? query.after ?? 0
      const request: EventsRequest = {
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
      if (isStream) return openStream(ctx, request, connection)
      const waitMs = (query.wait ?? 0) * 1_000
      if (waitMs > 0) return presentPage(await awaitEvents(ctx, request, waitMs, connection))
      return presentPage(await listEvents(ctx, request.filters, after, limit))
    },
  }),
  waitingRoute({
    method: 'GET',
    path: '/events/:eventUid',
    since: '3.3',
    summary: 'Get an event',
    tag: 'Events',
    response: Type.Object({ event: eventShape }),
    http: { plain: true },
    errors: ['EVENT_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const eventUid = params.eventUid!
      const eventKey = asUid(eventUid)
      const event = eventKey === null ? undefined : await findEvent(ctx, eventKey)
      if (!event) throw notFound('EVENT_NOT_FOUND', eventUid)
      return { event: presentEvent(event) }
    },
  }),
]

interface EventsRequest {
  filters: Parameters<typeof listEvents>[1]
  after: number
  limit: number
}

/**
 * Waits for an event or a timeout. Authenticates the caller again before it reads new events,
 * because the credential or role may have ended.
 *
 * @throws ApiError RATE_LIMITED, 401, 403
 */
async function awaitEvents(
  initialCtx: WaitingContext,
  { filters, after, limit }: EventsRequest,
  waitMs: number,
  { credential, signal, reauthenticate }: Connection<WaitingContext>,
): Promise<EventPage> {
  let ctx = initialCtx
  const release = ctx.logs.open.acquire(credential)
  const endAt = performance.now() + waitMs
  try {
    let page = await listEvents(ctx, filters, after, limit)
    while (page.events.length === 0 && !signal.aborted) {
      const remainingMs = endAt - performance.now()
      if (remainingMs <= 0) break
      const { nextAfter, latestSeq } = page
      // Otherwise the scan of a page ended before the log did.
      const isAtEnd = nextAfter === latestSeq
      if (isAtEnd) await ctx.logs.next(filters.agencyUid, latestSeq, remainingMs, signal)
      if (signal.aborted) break
      ctx = await reauthenticate()
      requireAgencyUid(ctx.caller, filters.agencyUid)
      page = await listEvents(ctx, filters, nextAfter, limit)
    }
    return page
  } finally {
    release()
  }
}

/** Opens a stream. Reads the first page before, so that an error is an ordinary response. */
async function openStream(
  ctx: WaitingContext,
  { filters, after }: EventsRequest,
  connection: Connection<WaitingContext>,
): Promise<StreamReply> {
  const release = ctx.logs.open.acquire(connection.credential)
  try {
    const stream = await eventStream(ctx, filters, after, connection)
    stream.once('close', release)
    return new StreamReply(streamType, stream)
  } catch (error) {
    release()
    throw error
  }
}

/** Returns the position from the header that a client sends when it reconnects, or null. */
function readLastEventId({ headers }: Connection<WaitingContext>): number | null {
  const header = String(headers['last-event-id'] ?? '').trim()
  if (header === '') return null
  const seq = /^\d+$/.test(header) ? Number(header) : Number.NaN
  if (Number.isSafeInteger(seq)) return seq
  throw invalidParameter('Last-Event-ID', 'must be an integer')
}
