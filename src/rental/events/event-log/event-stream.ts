/** The event log as server-sent events: contract/events.md §10. */
import { Readable } from 'node:stream'
import type { WaitingContext } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { withErrorListener } from '../../../platform/io/with-error-listener.ts'
import type { Connection } from '../../../platform/rest/request-connection.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { type EventFilters, type EventPage, listEvents } from './accessible-events.ts'
import { presentEvent } from './event-shape.ts'

const pageSize = 100
/** Ping as a comment, and as an event for browsers: `EventSource` ignores comments. */
const pingFrame = ': ping\nevent: ping\ndata: {}\n\n'
const reconnectMs = 2_000
/** Time for which a client that does not read keeps its connection after the stream has ended. */
const graceMs = 1_000

/**
 * Streams the events after a position, then new ones. Reads as fast as the client does, prefetches
 * one page, and holds no database connection in between.
 *
 * @throws ApiError as {@link listEvents} does for the first page
 */
export async function eventStream(
  ctx: WaitingContext,
  filters: EventFilters,
  after: number,
  connection: Connection<WaitingContext>,
): Promise<Readable> {
  const firstPage = await listEvents(ctx, filters, after, pageSize)
  const ending = AbortSignal.any([connection.signal, AbortSignal.timeout(ctx.logs.pace.streamMs)])
  const renew = () => connection.reauthenticate()
  const timing = { ...ctx.logs.pace, ending, renew }
  const frames = streamFrames(ctx, filters, { after, page: firstPage }, timing)
  const stream = withErrorListener(Readable.from(logErrors(ctx, frames), { objectMode: false }))
  const destroyLater = () => {
    const timer = setTimeout(() => stream.destroy(), graceMs)
    stream.once('close', () => clearTimeout(timer))
  }
  // The reading of the first page may have taken until then.
  if (ending.aborted) destroyLater()
  else ending.addEventListener('abort', destroyLater, { once: true })
  stream.once('close', () => ending.removeEventListener('abort', destroyLater))
  return stream
}

interface Timing {
  pingMs: number
  renewMs: number
  ending: AbortSignal
  /** Authenticates the reader again. */
  renew: () => Promise<WaitingContext>
}

async function* streamFrames(
  initialCtx: WaitingContext,
  filters: EventFilters,
  start: { after: number; page: EventPage },
  { pingMs, renewMs, ending, renew }: Timing,
): AsyncGenerator<string> {
  let ctx = initialCtx
  let { after, page } = start
  let sentAt = performance.now()
  let renewAt = sentAt + renewMs
  yield `retry: ${reconnectMs}\n\n`
  while (!ending.aborted) {
    const frames = toFrames(page, after)
    if (frames !== '') {
      yield frames
      sentAt = performance.now()
    }
    after = page.nextAfter
    if (after === page.latestSeq) {
      const waitMs = Math.max(0, Math.min(sentAt + pingMs, renewAt) - performance.now())
      await ctx.logs.next(filters.agencyUid, after, waitMs, ending)
    }
    if (ending.aborted) return
    if (performance.now() >= sentAt + pingMs) {
      yield pingFrame
      sentAt = performance.now()
    }
    if (performance.now() >= renewAt) {
      ctx = await renew()
      requireAgencyUid(ctx.caller, filters.agencyUid)
      renewAt = performance.now() + renewMs
    }
    page = await listEvents(ctx, filters, after, pageSize)
  }
}

/**
 * Formats a page as frames. If hidden events follow the last visible one, adds a frame with the
 * cursor.
 */
function toFrames({ events, nextAfter }: EventPage, after: number): string {
  const frames = events.map(event =>
    frame(event.seq, event.type, JSON.stringify(presentEvent(event))),
  )
  const isPositionSent = nextAfter === (events.at(-1)?.seq ?? after)
  if (!isPositionSent) frames.push(frame(nextAfter, 'cursor', JSON.stringify({ nextAfter })))
  return frames.join('')
}

function frame(id: number, event: string, data: string): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
}

/** Logs an error and ends the stream without it: the client reconnects from its last event. */
async function* logErrors(ctx: WaitingContext, frames: AsyncGenerator<string>) {
  try {
    yield* frames
  } catch (error) {
    if (error instanceof ApiError) ctx.log.info({ code: error.code }, 'closed an event stream')
    else
      ctx.log.error(
        { err: error },
        'An event stream failed. Its client can reconnect with Last-Event-ID',
      )
  }
}
