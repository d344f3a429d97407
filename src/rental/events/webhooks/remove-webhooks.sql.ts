import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** Lists the uids of an agency's webhooks for properties. */
export async function listPropertyWebhooks(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  propertyUids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select uid from webhooks
    where agency_uid = ${agencyUid} and object_uid = any(${propertyUids}::text[])
      and deleted_at is null`.execute(db)
  return rows.map(({ uid }) => uid)
}

/**
 * Removes webhooks of deleted properties. Queued deliveries are still sent (contract/events.md
 * §8.7). Writes nothing if there are none, because all agencies share the table.
 */
export async function removeWebhooks(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  uids: string[],
): Promise<void> {
  if (uids.length === 0) return
  await sql`update webhooks set deleted_at = ${clock.now()}::timestamptz, drains = true
    where agency_uid = ${agencyUid} and uid = any(${uids}::uuid[])
      and deleted_at is null`.execute(db)
}
