import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { renewFeed } from '../../prices/calendar-feeds/calendar-feeds.ts'

/** Renews the token of a property's feed. The former one becomes invalid. */
export async function changeExportToken(
  ctx: Context,
  property: { agency_uid: string; uid: string },
): Promise<string> {
  return transaction(ctx, async (ctx: Context) => renewFeed(ctx, property))
}
