/** Events that tests tell of themselves. */
import { transaction } from '../src/platform/db/transaction.ts'
import { systemCaller } from '../src/rental/access/agencies/caller.ts'
import { openPendingEvents } from '../src/rental/events/events/open-pending-events.ts'
import {
  type NewEvent,
  recordEvent,
  type Telling,
} from '../src/rental/events/events/record-event.ts'
import type { TestServer } from './server.ts'

/** Commits events in one transaction, as another process does: this one is not woken. */
export async function tell(
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  agencyUid: string,
  events: Omit<NewEvent, 'agencyUid'>[],
): Promise<void> {
  const caller = systemCaller(agencyUid)
  const pending = openPendingEvents(clock)
  const base: Telling = { db: database.kysely, caller, clock, pending, requestUid: null }
  await transaction(base, async (ctx: Telling) => {
    for (const event of events) recordEvent(ctx, { ...event, agencyUid })
  })
}

/** A frame of a stream by its fields; a comment has no name. */
export type Frame = Record<string, string>

/** Opens a stream of server-sent events and reads it frame by frame. */
export async function framesFrom(url: string, headers: Record<string, string>) {
  const closing = new AbortController()
  const response = await fetch(url, { headers, signal: closing.signal })
  const chunks = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Frame> => {
    while (!text.includes('\n\n')) {
      const { value, done } = await chunks.read()
      if (done) throw new Error('The stream has ended')
      text += value
    }
    const end = text.indexOf('\n\n')
    const lines = text.slice(0, end).split('\n')
    text = text.slice(end + 2)
    return Object.fromEntries(lines.map(line => line.split(/: (.*)/)))
  }
  return {
    status: response.status,
    headers: response.headers,
    next,
    /** The next one that is no comment, and not the first one. */
    async nextEvent(): Promise<Frame> {
      for (;;) {
        const frame = await next()
        if ('id' in frame) return frame
      }
    },
    /** Reads to the end. */
    async end(): Promise<void> {
      while (!(await chunks.read()).done);
    },
    async json() {
      for (;;) {
        const { value, done } = await chunks.read()
        if (done) return JSON.parse(text)
        text += value
      }
    },
    close: () => closing.abort(),
  }
}
