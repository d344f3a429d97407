import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** For how many seconds the delivery that is due the longest has waited; 0 when none is due. */
export async function backlogAgeUnscoped(db: Kysely<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<{ oldest: Date | null }>`/* every tenant */
    with recursive agencies as (
      (select d.agency_uid from deliveries d where d.completed_at is null
        order by d.agency_uid limit 1)
      union all
      select (select d.agency_uid from deliveries d where d.completed_at is null
        and d.agency_uid > a.agency_uid order by d.agency_uid limit 1)
      from agencies a where a.agency_uid is not null)
    select min(first.due_at) as oldest from agencies a cross join lateral (
      select d.due_at from deliveries d where d.agency_uid = a.agency_uid
        and d.completed_at is null and d.due_at <= ${now} order by d.due_at limit 1) first
  `.execute(db)
  const { oldest } = rows[0]!
  return oldest ? (now.getTime() - oldest.getTime()) / 1_000 : 0
}
