import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { ofCaller } from '../agencies/tenant.ts'

/** What an agency adds to its prices by channel, 0.10 for 10 %; a channel without a row adds 0. */
export async function listMultipliers(
  ctx: Context,
  agencyUid: string,
): Promise<{ channel: string; value: string }[]> {
  return ctx.db
    .selectFrom('rate_multipliers as m')
    .select(['m.channel', 'm.value'])
    .where(sql<boolean>`${ofCaller(ctx.caller, 'm')}`)
    .where('m.agency_uid', '=', agencyUid)
    .execute()
}

/** Stores the multipliers of some channels; those of others stay. */
export async function storeMultipliers(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  multipliers: { channel: string; value: string }[],
): Promise<void> {
  if (multipliers.length === 0) return
  // In one order for all, so that two writers do not wait for each other.
  const rows = multipliers.toSorted((a, b) => (a.channel < b.channel ? -1 : 1))
  await db
    .insertInto('rate_multipliers')
    .values(rows.map(row => ({ agency_uid: agencyUid, ...row })))
    .onConflict(conflict =>
      conflict
        .columns(['agency_uid', 'channel'])
        .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
    )
    .execute()
}
