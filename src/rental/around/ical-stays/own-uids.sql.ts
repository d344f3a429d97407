import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

const uids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/**
 * Tells whether a UID of a feed repeats one that this server exports: it contains the uid of a
 * lead, even a deleted one, at some properties, or of one of these; and the lead, where it is one.
 */
export async function findOwn(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  propertyUids: string[],
  text: string | null,
): Promise<{ isEcho: boolean; leadUid: string | null }> {
  const found = text?.toLowerCase().match(uids) ?? []
  if (found.length === 0) return { isEcho: false, leadUid: null }
  if (found.some(uid => propertyUids.includes(uid))) return { isEcho: true, leadUid: null }
  const lead = await db
    .selectFrom('leads')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', sql<string>`any(${found}::uuid[])`)
    .where('property_uid', '=', sql<string>`any(${propertyUids}::uuid[])`)
    .executeTakeFirst()
  return { isEcho: lead !== undefined, leadUid: lead?.uid ?? null }
}
