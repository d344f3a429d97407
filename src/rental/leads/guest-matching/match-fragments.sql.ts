/** SQL fragments of guest matching: see `match-guests.sql.ts`. */
import { sql } from 'kysely'
import { oneMsAfter } from '../../../platform/db/monotonic-timestamp.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { guestDetailNames } from '../guests/guest.ts'
import { newestValue } from './guest-details.sql.ts'

export const detailColumns = (alias: string) =>
  sql.join(guestDetailNames.map(name => sql.ref(`${alias}.${name}`)))
const assignments = (value: (name: string) => Sql) =>
  sql.join(guestDetailNames.map(name => sql`${sql.ref(name)} = ${value(name)}`))

/**
 * Result of matching; `guest_uid` is null if a concurrent transaction won and a retry is needed.
 */
export interface GuestMatch {
  lead_uid: string | null
  guest_uid: string | null
}

/**
 * Guest details to match, as SQL with the columns of `selectDetailsOfLead`, `reported_by` (the
 * partner, if it has no access to personal data) and `new_uid` (a uid for a new guest).
 */
export interface MatchInput {
  agencyUid: string
  details: Sql
  /** Strategy for existing guests: replace their details, or only fill missing ones. */
  existingGuests: 'REPLACE' | 'FILL_MISSING'
}

/**
 * Returns common table expressions: `reported` with the input, `matches` with the guest of each
 * input row, and `persons` with the merged details of each guest. `adopts` is true if an address is
 * added to a guest that was known by its phone number alone.
 */
export function matchTables({ agencyUid, details }: MatchInput): Sql {
  return sql`reported as (${details}),
    by_email as (${guestsByEmail(agencyUid)}),
    by_phone as (${guestsByPhone(agencyUid)}),
    matches as (
      select t.*, m.adopted_uid,
        coalesce(m.known_uid, m.adopted_uid, m.new_uid, p.guest_uid, t.new_uid) as guest_uid
      from reported t
      left join by_email m on m.email_key = t.email_key
      left join by_phone p on t.email_key is null and p.phone_key = t.phone_key),
    persons as (
      select w.guest_uid, max(w.email_key) as email_key, ${newestValue('w', 'phone_key')},
        min(w.reported_at) as created_at, bool_or(w.guest_uid = w.new_uid) as is_new,
        coalesce(bool_or(w.guest_uid = w.adopted_uid), false) as adopts,
        bool_or(w.lead_uid is not null) as by_lead,
        case when bool_and(w.reported_by is not null) and count(distinct w.reported_by) = 1
          then (array_agg(w.reported_by))[1] end as reported_by,
        ${sql.join(guestDetailNames.map(name => newestValue('w', name)))}
      from matches w group by w.guest_uid)`
}

/**
 * Returns the insert of guests from rows of agency, uid, keys, details, partner, creation and
 * update time.
 */
export function guestInsert(rows: Sql): Sql {
  return sql`insert into guests (agency_uid, uid, email_key, phone_key,
        ${sql.join(guestDetailNames.map(name => sql.ref(name)))},
        told_by_partner_uid, created_at, updated_at)
      ${rows} on conflict do nothing returning uid`
}

/** Returns the update of existing guests with new details from persons `v`. */
export function guestUpdate(
  now: Sql,
  { agencyUid, existingGuests }: MatchInput,
  persons: Sql,
): Sql {
  const isTrusted = sql`(v.reported_by is null or v.reported_by = g.told_by_partner_uid)`
  const isReplaced = existingGuests === 'REPLACE' ? isTrusted : sql`false`
  const mergedValue = (name: string) => {
    const [current, reported] = [sql.ref(`g.${name}`), sql.ref(`v.${name}`)]
    const fallback = name === 'email' ? sql`case when ${isTrusted} then ${reported} end` : reported
    return sql`case when ${isReplaced} then coalesce(${reported}, ${current})
      else coalesce(${current}, ${fallback}) end`
  }
  const phone = mergedValue('phone_key')
  const solePartner = sql`case
    when v.by_lead and v.reported_by is distinct from g.told_by_partner_uid then null
    else g.told_by_partner_uid end`
  return sql`update guests g set phone_key = ${phone}, told_by_partner_uid = ${solePartner},
        email_key = coalesce(g.email_key, case when ${isTrusted} then v.email_key end),
        ${assignments(mergedValue)}, updated_at = greatest(${now}, ${oneMsAfter(sql`g.updated_at`)})
      from ${persons}
      where g.agency_uid = ${agencyUid} and g.uid = v.guest_uid and not v.is_new
        and (not v.adopts or g.email_key is null)
        and (v.adopts or (${phone}, ${solePartner}, ${sql.join(guestDetailNames.map(mergedValue))})
          is distinct from (g.phone_key, g.told_by_partner_uid, ${detailColumns('g')}))
      returning g.uid`
}

/**
 * Selects one row per e-mail address. The first one adopts a guest that was matched by phone number
 * alone, if its source may set the key for matching.
 */
function guestsByEmail(agencyUid: string): Sql {
  return sql`select m.email_key, m.phone_key, m.new_uid, m.reported_at, g.uid as known_uid,
      case when row_number() over (partition by a.uid order by m.reported_at, m.new_uid) = 1
        then a.uid end as adopted_uid
    from (select distinct on (t.email_key) t.email_key, t.phone_key, t.new_uid, t.reported_at,
        t.reported_by from reported t where t.email_key is not null
      order by t.email_key, t.reported_at, t.new_uid) m
    left join guests g on g.agency_uid = ${agencyUid} and g.email_key = m.email_key
    left join guests a on a.agency_uid = ${agencyUid} and g.uid is null and a.email_key is null
      and a.phone_key = m.phone_key
      and (m.reported_by is null or m.reported_by = a.told_by_partner_uid)`
}

/** Selects one row per phone number reported without an e-mail address. */
function guestsByPhone(agencyUid: string): Sql {
  return sql`select p.phone_key, coalesce(
      (select g.uid from guests g where g.agency_uid = ${agencyUid} and g.phone_key = p.phone_key
        order by g.email_key is not null, g.created_at, g.uid limit 1),
      (select coalesce(m.known_uid, m.new_uid) from by_email m where m.phone_key = p.phone_key
        order by m.reported_at, m.new_uid limit 1),
      p.new_uid) as guest_uid
    from (select distinct on (t.phone_key) t.phone_key, t.new_uid from reported t
      where t.email_key is null and t.phone_key is not null
      order by t.phone_key, t.reported_at, t.new_uid) p`
}
