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
import { momentAfter } from '../../../platform/db/later-than.ts'
import { retry } from '../../../platform/db/transaction.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import { blindMaker } from '../../access/partners/reach.sql.ts'
import { toldNames as names } from '../guests/guest.ts'
import { isHeard } from '../guests/leads-of-guest.sql.ts'
import { afterCollision, newestOf, toldByLeads } from './told-by-leads.sql.ts'

const columnsOf = (alias: string) => sql.join(names.map(name => sql.ref(`${alias}.${name}`)))
const setEach = (value: (name: string) => Sql) =>
  sql.join(names.map(name => sql`${sql.ref(name)} = ${value(name)}`))

/** Somebody of whom something was told, by a lead or otherwise, and who that is. */
interface Identified {
  lead_uid: string | null
  guest_uid: string | null
}

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

/**
 * What is told: the columns of {@link toldByLeads}, `told_by`, the partner that tells it if that
 * sees no personal data, and `fresh`, a uid for a guest who is new.
 */
interface Telling {
  agencyUid: string
  told: Sql
  /** Whether new details replace those of a known guest, or only fill what is missing. */
  known: 'REPLACED' | 'KEPT'
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
    const { rows } = await identifying(ctx, telling).execute(ctx.db)
    return rows
  } catch (error) {
    throw afterCollision(error)
  }
}

function identifying({ clock }: Pick<Context, 'clock'>, { agencyUid, told, known }: Telling) {
  const now = sql`${clock.now()}::timestamptz`
  const isSure = sql`(v.told_by is null or v.told_by = g.told_by_partner_uid)`
  const isReplaced = known === 'REPLACED' ? isSure : sql`false`
  const kept = (name: string) => {
    const [is, told] = [sql.ref(`g.${name}`), sql.ref(`v.${name}`)]
    const filled = name === 'email' ? sql`case when ${isSure} then ${told} end` : told
    return sql`case when ${isReplaced} then coalesce(${told}, ${is})
      else coalesce(${is}, ${filled}) end`
  }
  const phone = kept('phone_key')
  const alone = sql`case when v.by_lead and v.told_by is distinct from g.told_by_partner_uid
    then null else g.told_by_partner_uid end`
  return sql<Identified>`with told as (${told}),
    mailed as (${mailedGuests(agencyUid)}),
    phoned as (${phonedGuests(agencyUid)}),
    who as (
      select t.*, coalesce(m.known_uid, m.adopted_uid, m.fresh, p.guest_uid, t.fresh) as guest_uid,
        m.adopted_uid
      from told t
      left join mailed m on m.email_key = t.email_key
      left join phoned p on t.email_key is null and p.phone_key = t.phone_key),
    persons as (
      select w.guest_uid, max(w.email_key) as email_key, ${newestOf('w', 'phone_key')},
        min(w.told_at) as created_at, bool_or(w.guest_uid = w.fresh) as is_new,
        coalesce(bool_or(w.guest_uid = w.adopted_uid), false) as adopts,
        bool_or(w.lead_uid is not null) as by_lead,
        case when bool_and(w.told_by is not null) and count(distinct w.told_by) = 1
          then (array_agg(w.told_by))[1] end as told_by,
        ${sql.join(names.map(name => newestOf('w', name)))}
      from who w group by w.guest_uid),
    made as (
      insert into guests (agency_uid, uid, email_key, phone_key,
        ${sql.join(names.map(name => sql.ref(name)))}, told_by_partner_uid, created_at, updated_at)
      select ${agencyUid}::uuid, v.guest_uid, v.email_key, v.phone_key, ${columnsOf('v')},
        v.told_by, v.created_at, ${now}
      from persons v where v.is_new on conflict do nothing returning uid),
    changed as (
      update guests g set phone_key = ${phone}, told_by_partner_uid = ${alone},
        email_key = coalesce(g.email_key, case when ${isSure} then v.email_key end),
        ${setEach(kept)}, updated_at = greatest(${now}, ${momentAfter(sql`g.updated_at`)})
      from persons v
      where g.agency_uid = ${agencyUid} and g.uid = v.guest_uid and not v.is_new
        and (not v.adopts or g.email_key is null)
        and (v.adopts or (${phone}, ${alone}, ${sql.join(names.map(kept))})
          is distinct from (g.phone_key, g.told_by_partner_uid, ${columnsOf('g')}))
      returning g.uid),
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

/**
 * One row per e-mail address; a guest known by the phone number alone is taken for the first, if
 * who tells it may make that guest known by an address.
 */
function mailedGuests(agencyUid: string): Sql {
  return sql`select m.email_key, m.phone_key, m.fresh, m.told_at, g.uid as known_uid,
      case when row_number() over (partition by a.uid order by m.told_at, m.fresh) = 1
        then a.uid end as adopted_uid
    from (select distinct on (t.email_key) t.email_key, t.phone_key, t.fresh, t.told_at, t.told_by
      from told t where t.email_key is not null
      order by t.email_key, t.told_at, t.fresh) m
    left join guests g on g.agency_uid = ${agencyUid} and g.email_key = m.email_key
    left join guests a on a.agency_uid = ${agencyUid} and g.uid is null and a.email_key is null
      and a.phone_key = m.phone_key and (m.told_by is null or m.told_by = a.told_by_partner_uid)`
}

/** One row per phone number that is told without an e-mail address. */
function phonedGuests(agencyUid: string): Sql {
  return sql`select p.phone_key, coalesce(
      (select g.uid from guests g where g.agency_uid = ${agencyUid} and g.phone_key = p.phone_key
        order by g.email_key is not null, g.created_at, g.uid limit 1),
      (select coalesce(m.known_uid, m.fresh) from mailed m where m.phone_key = p.phone_key
        order by m.told_at, m.fresh limit 1),
      p.fresh) as guest_uid
    from (select distinct on (t.phone_key) t.phone_key, t.fresh from told t
      where t.email_key is null and t.phone_key is not null
      order by t.phone_key, t.told_at, t.fresh) p`
}
