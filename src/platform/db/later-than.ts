import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'

/**
 * What `updated_at` of a row becomes with a change: the present time, or a millisecond after its
 * last change if that is later, so that every change is seen (contract/general.md §5).
 */
export function laterThan({ clock }: { clock: Clock }): RawBuilder<Date> {
  return sql<Date>`greatest(${clock.now()}::timestamptz, updated_at + interval '1 ms')`
}
