/**
 * Who is who: two leads of an agency are of one guest when they have the same e-mail address, in
 * any case; else the same phone number, if not both have an e-mail address. Two e-mail addresses
 * are two guests, even with one phone number: couples and companies share phones, and it is worse
 * to show somebody another's messages than to have somebody twice. A lead with neither is of a
 * guest of its own (contract/messaging.md §1).
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { retry, sqlState } from '../../../platform/db/transaction.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import { type GuestRow, toldColumns } from './guest.ts'

/** An e-mail address as a guest is known by it. */
export function emailKey(text: Sql): Sql {
  return sql`nullif(lower(btrim(${text})), '')`
}

const phoneDigitsMin = 5

/** A phone number as a guest is known by it: its digits, of which a few are no number. */
export function phoneKey(text: Sql): Sql {
  const digits = sql`regexp_replace(regexp_replace(${text}, '[^0-9]', '', 'g'), '^00', '')`
  return sql`case when length(${digits}) >= ${sql.lit(phoneDigitsMin)} then ${digits} end`
}

const names = Object.keys(toldColumns) as (keyof typeof toldColumns)[]

const columnsOf = (alias: string) => sql.join(names.map(name => sql.ref(`${alias}.${name}`)))
const setEach = (value: (name: string) => Sql) =>
  sql.join(names.map(name => sql`${sql.ref(name)} = ${value(name)}`))

/** The newest value that is not null among several rows. */
function newest(column: Sql, row: string): Sql {
  const order = sql`${sql.ref(`${row}.told_at`)} desc, ${sql.ref(`${row}.lead_uid`)} desc`
  return sql`(array_agg(${column} order by ${order}) filter (where ${column} is not null))[1]`
}
const newestOf = (row: string, column: string) =>
  sql`${newest(sql.ref(`${row}.${column}`), row)} as ${sql.ref(column)}`

/**
 * What a lead says of its guest; a block has none. Looked up lead by lead, whatever the planner
 * knows of the tables: else it may read all of an agency for each.
 */
function toldByLeads(agencyUid: string, leadUid: Sql): Sql {
  const told = Object.entries(toldColumns)
  const columns = told.map(([name, column]) => sql`${sql.ref(`l.${column}`)} as ${sql.ref(name)}`)
  return sql`select l.uid as lead_uid, l.created_at as told_at,
      ${emailKey(sql`l.email`)} as email_key,
      coalesce(${phoneKey(sql`l.phone_number`)}, ${phoneKey(sql`l.cell_phone_number`)})
        as phone_key, ${sql.join(columns)}
    from leads l
    where l.agency_uid = ${agencyUid} and l.uid = ${leadUid} and l.type <> 'BLOCK' offset 0`
}

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
  const told = sql`select t.*, f.fresh from unnest(${leadUids}::uuid[], ${fresh}::uuid[])
      as f (lead_uid, fresh)
    cross join lateral (${toldByLeads(agencyUid, sql`f.lead_uid`)}) t
    where ${evenSilent ? sql`true` : says} and not exists (select 1 from lead_guests lg
      where lg.agency_uid = ${agencyUid} and lg.lead_uid = f.lead_uid)`
  return identify(ctx, { agencyUid, told, known: 'REPLACED' })
}

/**
 * Takes leads whose address is no longer that of their guest away from this one, if it has another
 * lead or somebody else is known by the address: else the guest's own address was corrected.
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
      and (exists (${others}) or exists (${known}))
    returning lg.guest_uid`.execute(db)
  return rows.map(({ guest_uid }) => guest_uid)
}

/** What is told, the columns of {@link toldByLeads} and `fresh`, a uid for a guest who is new. */
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

/** What to throw where another transaction gave a guest the same address meanwhile. */
export function afterCollision(error: unknown): unknown {
  return sqlState(error) === '23505' ? retry() : error
}

function identifying({ clock }: Pick<Context, 'clock'>, { agencyUid, told, known }: Telling) {
  const now = sql`${clock.now()}::timestamptz`
  const isReplaced = known === 'REPLACED'
  const kept = (name: string) => {
    const [is, told] = [sql.ref(`g.${name}`), sql.ref(`v.${name}`)]
    return isReplaced ? sql`coalesce(${told}, ${is})` : sql`coalesce(${is}, ${told})`
  }
  const phone = kept('phone_key')
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
        ${sql.join(names.map(name => newestOf('w', name)))}
      from who w group by w.guest_uid),
    made as (
      insert into guests (agency_uid, uid, email_key, phone_key,
        ${sql.join(names.map(name => sql.ref(name)))}, created_at, updated_at)
      select ${agencyUid}::uuid, v.guest_uid, v.email_key, v.phone_key, ${columnsOf('v')},
        v.created_at, ${now}
      from persons v where v.is_new on conflict do nothing returning uid),
    changed as (
      update guests g set email_key = coalesce(g.email_key, v.email_key), phone_key = ${phone},
        ${setEach(kept)}, updated_at = greatest(${now}, g.updated_at + interval '1 ms')
      from persons v
      where g.agency_uid = ${agencyUid} and g.uid = v.guest_uid and not v.is_new
        and (not v.adopts or g.email_key is null)
        and (v.adopts or (${phone}, ${sql.join(names.map(kept))})
          is distinct from (g.phone_key, ${columnsOf('g')}))
      returning g.uid),
    sure as (
      select w.lead_uid, w.fresh, w.guest_uid from who w
      join persons v on v.guest_uid = w.guest_uid
      where (not v.is_new and not v.adopts) or v.guest_uid in (select uid from made)
        or v.guest_uid in (select uid from changed)),
    bound as (
      insert into lead_guests (agency_uid, lead_uid, guest_uid)
      select ${agencyUid}::uuid, s.lead_uid, s.guest_uid from sure s where s.lead_uid is not null
      on conflict do nothing returning lead_uid, guest_uid)
    select t.lead_uid,
      case when t.lead_uid is null then s.guest_uid else b.guest_uid end as guest_uid
    from told t
    left join sure s on s.fresh = t.fresh
    left join bound b on b.lead_uid = t.lead_uid`
}

/** One row per e-mail address; a guest known by the phone number alone is taken for the first. */
function mailedGuests(agencyUid: string): Sql {
  return sql`select m.email_key, m.phone_key, m.fresh, m.told_at, g.uid as known_uid,
      case when row_number() over (partition by a.uid order by m.told_at, m.fresh) = 1
        then a.uid end as adopted_uid
    from (select distinct on (t.email_key) t.email_key, t.phone_key, t.fresh, t.told_at
      from told t where t.email_key is not null
      order by t.email_key, t.told_at, t.fresh) m
    left join guests g on g.agency_uid = ${agencyUid} and g.email_key = m.email_key
    left join guests a on a.agency_uid = ${agencyUid} and g.uid is null and a.email_key is null
      and a.phone_key = m.phone_key`
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

/**
 * Makes guests what their leads say of them, the newest first; what they are known by stays unless
 * a lead says otherwise.
 */
export async function refreshGuests(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  guestUids: string[],
): Promise<void> {
  if (guestUids.length === 0) return
  const is = (name: string) => sql.ref(`g.${name}`)
  const told = (name: string) => sql.ref(`v.${name}`)
  const email = sql`coalesce(v.email_key, g.email_key)`
  const phone = sql`case when ${email} is null then coalesce(v.phone_key, g.phone_key)
    else v.phone_key end`
  const statement = sql`with told as (
      select lg.guest_uid, t.* from lead_guests lg
      cross join lateral (${toldByLeads(agencyUid, sql`lg.lead_uid`)}) t
      where lg.agency_uid = ${agencyUid} and lg.guest_uid = any(${guestUids}::uuid[])),
    persons as materialized (
      select t.guest_uid,
        ${sql.join([...keys, ...names].map(name => newestOf('t', name)))}
      from told t group by t.guest_uid)
    update guests g set email_key = ${email}, phone_key = ${phone}, ${setEach(told)},
      updated_at = greatest(${clock.now()}::timestamptz, g.updated_at + interval '1 ms')
    from persons v
    where g.agency_uid = ${agencyUid} and g.uid = v.guest_uid
      and (${email}, ${phone}, ${sql.join(names.map(told))})
        is distinct from (g.email_key, g.phone_key, ${sql.join(names.map(is))})`
  try {
    await statement.execute(db)
  } catch (error) {
    throw afterCollision(error)
  }
}

const keys = ['email_key', 'phone_key'] as const satisfies (keyof GuestRow)[]
