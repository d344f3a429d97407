/** Calendar feeds: contract/pricing.md §10. */
import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'

/** Gives properties a feed each, under a token of 128 random bits. */
export async function insertFeeds(
  { db }: Pick<Context, 'db'>,
  properties: { agency_uid: string; uid: string }[],
  now: Date,
): Promise<void> {
  if (properties.length === 0) return
  const rows = properties.map(({ agency_uid, uid }) => ({
    token: randomBytes(16).toString('hex'),
    agency_uid,
    property_uid: uid,
    created_at: now,
  }))
  await db.insertInto('calendar_feeds').values(rows).execute()
}
