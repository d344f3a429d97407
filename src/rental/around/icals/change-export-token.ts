import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { renewFeed } from '../../prices/calendar-feeds/calendar-feeds.ts'

/** Gives the feed of a property a new token; the old one is unknown from then on. */
export async function changeExportToken(
  ctx: Context,
  property: { agency_uid: string; uid: string },
): Promise<string> {
  return transaction(ctx, async (ctx: Context) => renewFeed(ctx, property))
}
