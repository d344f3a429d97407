/** Leads, guests and messages past their retention period: contract/resources.md §8.2. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

type Db = Pick<Context, 'db'>

/**
 * Returns leads whose stays ended before an instant and that changed since they were last
 * processed.
 */
export async function listOverdueLeads(
  { db }: Db,
  agencyUid: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select l.uid from leads l
    left join lead_erasures e on e.agency_uid = ${agencyUid} and e.lead_uid = l.uid
    where l.agency_uid = ${agencyUid} and l.type <> 'BLOCK' and l.check_out_at < ${before}
      and (e.as_of is null or e.as_of < l.updated_at)
    order by l.check_out_at, l.uid limit ${limit}`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Records that leads were processed in their current version. */
export async function markProcessed(
  { db }: Db,
  agencyUid: string,
  leadUids: string[],
): Promise<void> {
  await sql`insert into lead_erasures (agency_uid, lead_uid, as_of)
    select l.agency_uid, l.uid, l.updated_at from leads l
    where l.agency_uid = ${agencyUid} and l.uid = any(${leadUids}::uuid[])
    on conflict (agency_uid, lead_uid) do update set as_of = excluded.as_of`.execute(db)
}

/** Returns the guests of leads who have neither an unprocessed lead nor a recent message. */
export async function listGuestsWithoutData(
  { db }: Db,
  agencyUid: string,
  leadUids: string[],
  before: Date,
): Promise<string[]> {
  const { rows } = await sql<{ guest_uid: string }>`select distinct lg.guest_uid
    from lead_guests lg
    where lg.agency_uid = ${agencyUid} and lg.lead_uid = any(${leadUids}::uuid[])
      and not exists (select 1 from lead_guests o
        where o.agency_uid = ${agencyUid} and o.guest_uid = lg.guest_uid
          and not exists (select 1 from lead_erasures e
            where e.agency_uid = ${agencyUid} and e.lead_uid = o.lead_uid))
      and not exists (select 1 from threads t
        join messages m on m.agency_uid = ${agencyUid} and m.thread_uid = t.uid
        where t.agency_uid = ${agencyUid} and t.guest_uid = lg.guest_uid
          and m.created_at >= ${before})
    order by lg.guest_uid`.execute(db)
  return rows.map(({ guest_uid }) => guest_uid)
}

/** Locks messages written before an instant, except pending ones. */
export async function lockOverdueMessages(
  { db }: Db,
  agencyUid: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select m.uid from messages m
    where m.agency_uid = ${agencyUid} and m.created_at < ${before}
      and not exists (select 1 from sendings s where s.agency_uid = ${agencyUid}
        and s.message_uid = m.uid and s.completed_at is null)
    order by m.created_at, m.uid limit ${limit} for update of m`.execute(db)
  return rows.map(({ uid }) => uid)
}
