/** The event log as server-sent events: contract/events.md §10. */
import { Readable } from 'node:stream'
import type { WaitingContext } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Connection } from '../../../platform/rest/connection.ts'
import { withErrorListener } from '../../../platform/streams/with-error-listener.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { presentEvent } from './event-shape.ts'
import { type EventFilters, type EventPage, listEvents } from './reached-events.ts'

const pageSize = 100
/** A comment, and an event for browsers, whose `EventSource` passes over comments. */
const pingFrame = ': ping\nevent: ping\ndata: {}\n\n'
const reconnectMs = 2_000
/** How long a reader that takes nothing keeps its connection when the stream is over. */
const graceMs = 1_000

/**
 * A stream of the events after a position, then of those that come. It reads as fast as the client
 * does, a page ahead, and holds no database connection in between.
 *
 * @throws ApiError as {@link listEvents} does of the first page
 */
export async function eventStream(
  ctx: WaitingContext,
  filters: EventFilters,
  after: number,
  connection: Connection<WaitingContext>,
): Promise<Readable> {
  const first = await listEvents(ctx, filters, after, pageSize)
  const ending = AbortSignal.any([connection.signal, AbortSignal.timeout(ctx.logs.pace.streamMs)])
  const renew = () => connection.renew()
  const timing = { ...ctx.logs.pace, ending, renew }
  const frames = follow(ctx, filters, { after, page: first }, timing)
  const stream = withErrorListener(Readable.from(logged(ctx, frames), { objectMode: false }))
  const onEnding = () => {
    const timer = setTimeout(() => stream.destroy(), graceMs)
    stream.once('close', () => clearTimeout(timer))
  }
  if (ending.aborted) onEnding()
  else ending.addEventListener('abort', onEnding, { once: true })
  stream.once('close', () => ending.removeEventListener('abort', onEnding))
  return stream
}

interface Timing {
  pingMs: number
  renewMs: number
  ending: AbortSignal
  /** Authenticates the reader again. */
  renew: () => Promise<WaitingContext>
}

async function* follow(
  first: WaitingContext,
  filters: EventFilters,
  start: { after: number; page: EventPage },
  { pingMs, renewMs, ending, renew }: Timing,
): AsyncGenerator<string> {
  let ctx = first
  let { after, page } = start
  let spokenAt = performance.now()
  let renewAt = spokenAt + renewMs
  yield `retry: ${reconnectMs}\n\n`
  while (!ending.aborted) {
    const text = framesOf(page, after)
    if (text !== '') {
      yield text
      spokenAt = performance.now()
    }
    after = page.nextAfter
    if (after === page.latestSeq) {
      const waitMs = Math.max(0, Math.min(spokenAt + pingMs, renewAt) - performance.now())
      await ctx.logs.next(filters.agencyUid, after, waitMs, ending)
    }
    if (ending.aborted) return
    if (performance.now() >= spokenAt + pingMs) {
      yield pingFrame
      spokenAt = performance.now()
    }
    if (performance.now() >= renewAt) {
      ctx = await renew()
      reachedAgencyUid(ctx.caller, filters.agencyUid)
      renewAt = performance.now() + renewMs
    }
    page = await listEvents(ctx, filters, after, pageSize)
  }
}

/** A page as frames; what was looked at and is hidden behind the last event is told as a cursor. */
function framesOf({ events, nextAfter }: EventPage, after: number): string {
  const frames = events.map(event =>
    frame(event.seq, event.type, JSON.stringify(presentEvent(event))),
  )
  const isTold = nextAfter === (events.at(-1)?.seq ?? after)
  if (!isTold) frames.push(frame(nextAfter, 'cursor', JSON.stringify({ nextAfter })))
  return frames.join('')
}

function frame(id: number, event: string, data: string): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
}

/** Ends quietly whatever stops it: the client comes again after what it has seen. */
async function* logged(ctx: WaitingContext, frames: AsyncGenerator<string>) {
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
