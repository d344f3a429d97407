import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** The webhooks of an agency for properties. */
export async function listWebhooksOf(
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
 * Removes webhooks of deleted properties. What is queued for them is still delivered
 * (contract/events.md §8.7). The table of webhooks is that of all agencies: for none it is not
 * touched.
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
