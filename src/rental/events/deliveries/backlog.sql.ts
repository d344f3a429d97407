import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** For how many seconds the delivery that is due the longest has waited; 0 when none is due. */
export async function backlogAgeUnscoped(db: Kysely<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<{ oldest: Date | null }>`/* every tenant */
    select min((select min(d.due_at) from deliveries d where d.agency_uid = l.agency_uid
      and d.completed_at is null and d.due_at <= ${now})) as oldest from event_logs l
  `.execute(db)
  const { oldest } = rows[0]!
  return oldest ? (now.getTime() - oldest.getTime()) / 1_000 : 0
}
