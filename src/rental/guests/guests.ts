import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/** The guest that a lead is bound to. */
export async function findGuestOfLead(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  leadUid: string,
): Promise<{ uid: string } | undefined> {
  return db
    .selectFrom('lead_guests')
    .select('guest_uid as uid')
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', leadUid)
    .executeTakeFirst()
}

/** The guests that leads are bound to. */
export async function listGuestsOfLeads(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  leadUids: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('lead_guests')
    .select('guest_uid')
    .distinct()
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', sql<string>`any(${leadUids}::uuid[])`)
    .execute()
  return rows.map(({ guest_uid }) => guest_uid)
}
