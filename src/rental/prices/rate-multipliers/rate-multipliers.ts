import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'

/** Lists the rate multipliers of an agency, 0.10 for 10 %; the default of other channels is 0. */
export async function listMultipliers(
  ctx: Context,
  agencyUid: string,
): Promise<{ channel: string; value: string }[]> {
  return ctx.db
    .selectFrom('rate_multipliers as m')
    .select(['m.channel', 'm.value'])
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 'm')}`)
    .where('m.agency_uid', '=', agencyUid)
    .execute()
}

/**
 * Inserts or updates the multipliers of some channels.
 *
 * @returns channels whose multiplier changed
 */
export async function storeMultipliers(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  multipliers: { channel: string; value: string }[],
): Promise<string[]> {
  // Sorted: concurrent writers lock rows in the same order and do not deadlock.
  const { rows } = await sql<{ channel: string }>`
    insert into rate_multipliers as m (agency_uid, channel, value)
    select ${agencyUid}::uuid, g.channel, g.value
    from json_to_recordset(${JSON.stringify(multipliers)}::json) as g(channel text, value numeric)
    where g.value <> 0 or exists (select 1 from rate_multipliers o
      where o.agency_uid = ${agencyUid} and o.channel = g.channel)
    order by g.channel
    on conflict (agency_uid, channel) do update set value = excluded.value
      where m.value <> excluded.value
    returning channel`.execute(db)
  return rows.map(({ channel }) => channel)
}
