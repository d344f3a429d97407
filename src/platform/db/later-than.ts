import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'

/** The present time, or a millisecond after the row's last change if that is later. */
export function laterThan({ clock }: { clock: Clock }): RawBuilder<Date> {
  return sql<Date>`greatest(${clock.now()}::timestamptz, updated_at + interval '1 ms')`
}
