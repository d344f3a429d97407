import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'

/** The present time, or a millisecond after the row's last change if that is later. */
export function laterThan({ clock }: { clock: Clock }): RawBuilder<Date> {
  const next = momentAfter(sql`updated_at`)
  return sql<Date>`greatest(${clock.now()}::timestamptz, ${next})`
}

/**
 * A millisecond after an instant. Reckoned in UTC: what is added to an instant may depend on the
 * time zone of the session, and a distributed database refuses to write that.
 */
export function momentAfter(instant: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${instant} at time zone 'UTC' + interval '1 ms') at time zone 'UTC'`
}
