import { type RawBuilder, sql } from 'kysely'

/**
 * The part of a statement that removes the webhooks of deleted properties. It sees the database as
 * it was before the statement, so what is queued by it is queued for them, too, and is still
 * delivered (contract/events.md §8.7).
 */
export function removing(
  agencyUid: string,
  propertyUids: string[],
  now: Date,
): RawBuilder<unknown> {
  return sql`update webhooks set deleted_at = ${now}::timestamptz, drains = true
    where agency_uid = ${agencyUid} and object_uid = any(${propertyUids}::text[])
      and deleted_at is null`
}
