import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** For how many seconds the delivery that is due the longest has waited; 0 when none is due. */
export async function backlogAgeUnscoped(db: Kysely<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<{ due_at: Date }>`/* every tenant */
    select due_at from deliveries where completed_at is null and due_at <= ${now}
    order by due_at limit 1`.execute(db)
  const [oldest] = rows
  return oldest ? (now.getTime() - oldest.due_at.getTime()) / 1_000 : 0
}
