/**
 * Who is who: two leads of an agency are of one guest when they have the same e-mail address, in
 * any case; else the same phone number, if not both have an e-mail address. Two e-mail addresses
 * are two guests, even with one phone number: couples and companies share phones, and it is worse
 * to show somebody another's messages than to have somebody twice. A lead with neither is of a
 * guest of its own (contract/messaging.md §1).
 *
 * A partner that sees no personal data of others may say who its guest is, but is heard last of a
 * guest of whom others have told (contract/resources.md §8.2): it adds what is missing, except an
 * e-mail address, and makes nobody known by one.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { isSpread } from '../../../platform/db/gathered/spread.ts'
import { retry } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { blindMaker } from '../../access/partners/reach.sql.ts'
import { toldNames as names } from '../guests/guest.ts'
import { isHeard } from '../guests/leads-of-guest.sql.ts'
import { identifyApart } from './identify-apart.sql.ts'
import {
  changing,
  columnsOf,
  found,
  type Identified,
  making,
  type Telling,
} from './identity-parts.sql.ts'
import { afterCollision, toldByLeads } from './told-by-leads.sql.ts'

/**
 * Binds those leads of an agency that have no guest yet and say something of one, or in any case;
 * one statement.
 *
 * @returns the guests by lead
 */
export async function bindLeads(
  ctx: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  leadUids: string[],
  { evenSilent = false } = {},
): Promise<Map<string | null, string>> {
  const now = ctx.clock.now().getTime()
  const fresh = leadUids.map(() => newUid(now))
  const says = sql`coalesce(${sql.join(names.map(name => sql.ref(`t.${name}`)))}) is not null`
  const toldBy = sql`, ${blindMaker('l', sql`${agencyUid}::uuid`)} as told_by`
  const told = sql`select t.*, f.fresh from unnest(${leadUids}::uuid[], ${fresh}::uuid[])
      as f (lead_uid, fresh)
    cross join lateral (${toldByLeads(agencyUid, sql`f.lead_uid`, toldBy)}) t
    where ${evenSilent ? sql`true` : says} and not exists (select 1 from lead_guests lg
      where lg.agency_uid = ${agencyUid} and lg.lead_uid = f.lead_uid)`
  return identify(ctx, { agencyUid, told, known: 'REPLACED' })
}

/**
 * Takes leads whose address is no longer that of their guest away from this one, if it has another
 * lead, somebody else is known by the address, or others told of the guest than who made the lead:
 * else the guest's own address was corrected.
 *
 * @returns the guests that were left
 */
export async function leaveGuests(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  leadUids: string[],
): Promise<string[]> {
  if (leadUids.length === 0) return []
  const others = sql`select 1 from lead_guests o where o.agency_uid = ${agencyUid}
    and o.guest_uid = g.uid and o.lead_uid <> t.lead_uid`
  const known = sql`select 1 from guests h where h.agency_uid = ${agencyUid} and h.uid <> g.uid
    and case when t.email_key is null then h.phone_key = t.phone_key
      else h.email_key = t.email_key end`
  const { rows } = await sql<{ guest_uid: string }>`delete from lead_guests lg
    using unnest(${leadUids}::uuid[]) as f (lead_uid)
      cross join lateral (${toldByLeads(agencyUid, sql`f.lead_uid`)}) t, guests g
    where lg.agency_uid = ${agencyUid} and lg.lead_uid = f.lead_uid
      and g.agency_uid = ${agencyUid} and g.uid = lg.guest_uid
      and case when t.email_key is null then t.phone_key <> coalesce(g.phone_key, '')
        else t.email_key <> coalesce(g.email_key, '') end
      and (exists (${others}) or exists (${known}) or not ${isHeard('lg', 'g')})
    returning lg.guest_uid`.execute(db)
  return rows.map(({ guest_uid }) => guest_uid)
}

/** Binds leads to a guest, whichever they were bound to. */
export async function rebindLeads(
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

const roundsMax = 5

/**
 * Finds or makes the guests of whom something is told, and binds the leads that tell it to them;
 * one statement, however many leads there are. Who makes the same guest meanwhile is waited for,
 * and then found.
 *
 * @returns the guests by lead, for a telling without a lead by null
 */
export async function identify(
  ctx: Pick<Context, 'db' | 'clock'>,
  telling: Telling,
): Promise<Map<string | null, string>> {
  const found = new Map<string | null, string>()
  for (let round = 0; round < roundsMax; round++) {
    const rows = await identifyOnce(ctx, telling)
    for (const { lead_uid, guest_uid } of rows) if (guest_uid) found.set(lead_uid, guest_uid)
    if (rows.every(({ guest_uid }) => guest_uid !== null)) return found
  }
  throw retry()
}

async function identifyOnce(
  ctx: Pick<Context, 'db' | 'clock'>,
  telling: Telling,
): Promise<Identified[]> {
  try {
    if (isSpread(ctx.db)) return await identifyApart(ctx, telling)
    const { rows } = await identifying(ctx, telling).execute(ctx.db)
    return rows
  } catch (error) {
    throw afterCollision(error)
  }
}

function identifying({ clock }: Pick<Context, 'clock'>, telling: Telling) {
  const { agencyUid } = telling
  const now = sql`${clock.now()}::timestamptz`
  return sql<Identified>`with ${found(telling)},
    made as (${making(sql`select ${agencyUid}::uuid, v.guest_uid, v.email_key, v.phone_key,
        ${columnsOf('v')}, v.told_by, v.created_at, ${now} from persons v where v.is_new`)}),
    changed as (${changing(now, telling, sql`persons v`)}),
    sure as (
      select w.lead_uid, w.fresh, w.guest_uid, w.told_by from who w
      join persons v on v.guest_uid = w.guest_uid
      where (not v.is_new and not v.adopts) or v.guest_uid in (select uid from made)
        or v.guest_uid in (select uid from changed)),
    bound as (
      insert into lead_guests (agency_uid, lead_uid, guest_uid, told_by_partner_uid)
      select ${agencyUid}::uuid, s.lead_uid, s.guest_uid, s.told_by from sure s
      where s.lead_uid is not null
      on conflict do nothing returning lead_uid, guest_uid)
    select t.lead_uid,
      case when t.lead_uid is null then s.guest_uid else b.guest_uid end as guest_uid
    from told t
    left join sure s on s.fresh = t.fresh
    left join bound b on b.lead_uid = t.lead_uid`
}
