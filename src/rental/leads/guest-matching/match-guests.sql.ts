/**
 * Guest matching: two leads of an agency have the same guest if they have the same e-mail address,
 * in any case; else the same phone number, unless both have an e-mail address. Two e-mail addresses
 * are two guests, even with one phone number: couples and companies share phones, and showing one
 * guest another's messages is worse than a duplicate guest. A lead with neither has a guest of its
 * own (contract/messaging.md §1).
 *
 * A partner without access to personal data may send guest details, but they have the lowest
 * priority if other sources reported details (contract/resources.md §8.2): they only fill missing
 * fields, except the e-mail address, and never set the key for matching.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { topologyOf } from '../../../platform/db/cluster/topology.ts'
import { retry } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { creatorWithoutPersonalData } from '../../access/partners/access-scope.sql.ts'
import { isTrustedSource } from '../guests/leads-of-guest.sql.ts'
import { retryOnCollision, selectDetailsOfLead } from './guest-details.sql.ts'
import {
  detailColumns,
  type GuestMatch,
  guestInsert,
  guestUpdate,
  type MatchInput,
  matchTables,
} from './match-fragments.sql.ts'
import { matchGuestsOnCluster } from './match-guests-on-cluster.sql.ts'

/**
 * Links leads without a guest to matching or new guests, in one statement. Leads without guest
 * details are only linked with `includesEmpty`.
 *
 * @returns the guests by lead
 */
export async function linkLeads(
  ctx: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  leadUids: string[],
  { includesEmpty = false } = {},
): Promise<Map<string | null, string>> {
  const now = ctx.clock.now().getTime()
  const newUids = leadUids.map(() => newUid(now))
  const hasDetails = sql`coalesce(${detailColumns('t')}) is not null`
  const reporter = creatorWithoutPersonalData('l', sql`${agencyUid}::uuid`)
  const reportedBy = sql`, ${reporter} as reported_by`
  const details = sql`select t.*, f.new_uid from unnest(${leadUids}::uuid[], ${newUids}::uuid[])
      as f (lead_uid, new_uid)
    cross join lateral (${selectDetailsOfLead(agencyUid, sql`f.lead_uid`, reportedBy)}) t
    where ${includesEmpty ? sql`true` : hasDetails} and not exists (select 1 from lead_guests lg
      where lg.agency_uid = ${agencyUid} and lg.lead_uid = f.lead_uid)`
  return matchGuests(ctx, { agencyUid, details, existingGuests: 'REPLACE' })
}

/**
 * Unlinks leads whose address differs from that of their guest, if the guest has another lead,
 * another guest has the address, or another source reported the guest's details: otherwise the
 * address was corrected.
 *
 * @returns the guests of the unlinked leads
 */
export async function unlinkGuests(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  leadUids: string[],
): Promise<string[]> {
  if (leadUids.length === 0) return []
  const otherLeads = sql`select 1 from lead_guests o where o.agency_uid = ${agencyUid}
    and o.guest_uid = g.uid and o.lead_uid <> t.lead_uid`
  const otherGuests = sql`select 1 from guests h
    where h.agency_uid = ${agencyUid} and h.uid <> g.uid
      and case when t.email_key is null then h.phone_key = t.phone_key
      else h.email_key = t.email_key end`
  const { rows } = await sql<{ guest_uid: string }>`delete from lead_guests lg
    using unnest(${leadUids}::uuid[]) as f (lead_uid)
      cross join lateral (${selectDetailsOfLead(agencyUid, sql`f.lead_uid`)}) t, guests g
    where lg.agency_uid = ${agencyUid} and lg.lead_uid = f.lead_uid
      and g.agency_uid = ${agencyUid} and g.uid = lg.guest_uid
      and case when t.email_key is null then t.phone_key <> coalesce(g.phone_key, '')
        else t.email_key <> coalesce(g.email_key, '') end
      and (exists (${otherLeads}) or exists (${otherGuests}) or not ${isTrustedSource('lg', 'g')})
    returning lg.guest_uid`.execute(db)
  return rows.map(({ guest_uid }) => guest_uid)
}

/** Links leads to a guest, replacing former links. */
export async function relinkLeads(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  leadUids: string[],
): Promise<void> {
  await sql`insert into lead_guests (agency_uid, lead_uid, guest_uid)
    select ${agency_uid}::uuid, f.lead_uid, ${uid}::uuid
    from unnest(${leadUids}::uuid[]) as f (lead_uid)
    on conflict (agency_uid, lead_uid) do update
      set guest_uid = excluded.guest_uid, told_by_partner_uid = null`.execute(db)
}

/** Maximum number of attempts when concurrent transactions insert the same guests. */
const attemptsMax = 5

/**
 * Finds or inserts the guests of reported details and links the leads to them, in one statement for
 * any number of leads. Retries when a concurrent transaction inserts the same guest, and then finds
 * it.
 *
 * @returns the guests by lead; by null for details without a lead
 */
export async function matchGuests(
  ctx: Pick<Context, 'db' | 'clock'>,
  input: MatchInput,
): Promise<Map<string | null, string>> {
  const guestByLead = new Map<string | null, string>()
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const rows = await tryMatchGuests(ctx, input)
    for (const { lead_uid, guest_uid } of rows) if (guest_uid) guestByLead.set(lead_uid, guest_uid)
    if (rows.every(({ guest_uid }) => guest_uid !== null)) return guestByLead
  }
  throw retry()
}

async function tryMatchGuests(
  ctx: Pick<Context, 'db' | 'clock'>,
  input: MatchInput,
): Promise<GuestMatch[]> {
  try {
    return await topologyOf(ctx.db).runWrites({
      combined: async () => (await matchStatement(ctx, input).execute(ctx.db)).rows,
      sequential: () => matchGuestsOnCluster(ctx, input),
    })
  } catch (error) {
    throw retryOnCollision(error)
  }
}

function matchStatement({ clock }: Pick<Context, 'clock'>, input: MatchInput) {
  const { agencyUid } = input
  const now = sql`${clock.now()}::timestamptz`
  return sql<GuestMatch>`with ${matchTables(input)},
    inserted as (${guestInsert(sql`select ${agencyUid}::uuid, v.guest_uid, v.email_key, v.phone_key,
        ${detailColumns('v')}, v.reported_by, v.created_at, ${now}
        from persons v where v.is_new`)}),
    changed as (${guestUpdate(now, input, sql`persons v`)}),
    confirmed as (
      select w.lead_uid, w.new_uid, w.guest_uid, w.reported_by from matches w
      join persons v on v.guest_uid = w.guest_uid
      where (not v.is_new and not v.adopts) or v.guest_uid in (select uid from inserted)
        or v.guest_uid in (select uid from changed)),
    linked as (
      insert into lead_guests (agency_uid, lead_uid, guest_uid, told_by_partner_uid)
      select ${agencyUid}::uuid, s.lead_uid, s.guest_uid, s.reported_by from confirmed s
      where s.lead_uid is not null
      on conflict do nothing returning lead_uid, guest_uid)
    select t.lead_uid,
      case when t.lead_uid is null then s.guest_uid else b.guest_uid end as guest_uid
    from reported t
    left join confirmed s on s.new_uid = t.new_uid
    left join linked b on b.lead_uid = t.lead_uid`
}
