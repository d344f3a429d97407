/** Time of the newest complete backup. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** Key of the only row. */
const id = 1

/** Records a complete backup. Its time may be before the recorded one, if a clock was wrong. */
export async function recordBackup({ db }: Pick<Context, 'db'>, createdAt: Date): Promise<void> {
  await sql`insert into last_backups (id, created_at) values (${id}, ${createdAt}::timestamptz)
    on conflict (id) do update set created_at = excluded.created_at`.execute(db)
}

/** Returns the time of the newest backup; null: none is recorded. */
export async function findLastBackup({ db }: Pick<Context, 'db'>): Promise<Date | null> {
  const row = await db
    .selectFrom('last_backups')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.created_at ?? null
}
