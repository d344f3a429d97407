import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'

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

/**
 * Stores the multipliers of some channels; those of others stay.
 *
 * @returns the channels whose multiplier is another one than before
 */
export async function storeMultipliers(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  multipliers: { channel: string; value: string }[],
): Promise<string[]> {
  // In one order for all, so that two writers do not wait for each other.
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
