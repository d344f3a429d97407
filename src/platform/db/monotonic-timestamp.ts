import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'

/**
 * Returns SQL for the current time, or a millisecond after the row's last change if that is later.
 */
export function laterThan({ clock }: { clock: Clock }): RawBuilder<Date> {
  const next = oneMsAfter(sql`updated_at`)
  return sql<Date>`greatest(${clock.now()}::timestamptz, ${next})`
}

/**
 * Returns SQL for a millisecond after an instant, computed in UTC: interval arithmetic depends on
 * the time zone of the session, and a distributed database refuses to write the result.
 */
export function oneMsAfter(instant: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${instant} at time zone 'UTC' + interval '1 ms') at time zone 'UTC'`
}
