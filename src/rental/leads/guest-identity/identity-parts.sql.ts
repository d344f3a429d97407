/** What finding and making guests is made of: see `guest-identity.sql.ts`. */
import { sql } from 'kysely'
import { momentAfter } from '../../../platform/db/later-than.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { toldNames as names } from '../guests/guest.ts'
import { newestOf } from './told-by-leads.sql.ts'

export const columnsOf = (alias: string) => sql.join(names.map(name => sql.ref(`${alias}.${name}`)))
const setEach = (value: (name: string) => Sql) =>
  sql.join(names.map(name => sql`${sql.ref(name)} = ${value(name)}`))

/** Somebody of whom something was told, by a lead or otherwise, and who that is. */
export interface Identified {
  lead_uid: string | null
  guest_uid: string | null
}

/**
 * What is told: the columns of {@link toldByLeads}, `told_by`, the partner that tells it if that
 * sees no personal data, and `fresh`, a uid for a guest who is new.
 */
export interface Telling {
  agencyUid: string
  told: Sql
  /** Whether new details replace those of a known guest, or only fill what is missing. */
  known: 'REPLACED' | 'KEPT'
}

/** Who is told of, and the persons that these are; each part of a statement, with a comma. */
export function found({ agencyUid, told }: Telling): Sql {
  return sql`told as (${told}),
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
      from who w group by w.guest_uid)`
}

/** Makes guests of rows: agency, uid, keys, what is told, by whom, when, and when it changed. */
export function making(rows: Sql): Sql {
  return sql`insert into guests (agency_uid, uid, email_key, phone_key,
        ${sql.join(names.map(name => sql.ref(name)))}, told_by_partner_uid, created_at, updated_at)
      ${rows} on conflict do nothing returning uid`
}

/** Changes those of some persons `v` of whom something new is told. */
export function changing(now: Sql, { agencyUid, known }: Telling, persons: Sql): Sql {
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
  return sql`update guests g set phone_key = ${phone}, told_by_partner_uid = ${alone},
        email_key = coalesce(g.email_key, case when ${isSure} then v.email_key end),
        ${setEach(kept)}, updated_at = greatest(${now}, ${momentAfter(sql`g.updated_at`)})
      from ${persons}
      where g.agency_uid = ${agencyUid} and g.uid = v.guest_uid and not v.is_new
        and (not v.adopts or g.email_key is null)
        and (v.adopts or (${phone}, ${alone}, ${sql.join(names.map(kept))})
          is distinct from (g.phone_key, g.told_by_partner_uid, ${columnsOf('g')}))
      returning g.uid`
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
