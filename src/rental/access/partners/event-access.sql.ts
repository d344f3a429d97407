/**
 * Permission to receive an event, by present grants: contract/general.md §3, events.md §6.3. There
 * are two forms of the rule: for single events, and for a page of events of one agency.
 */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../agencies/caller.ts'

/**
 * Returns the SQL fragments that check whether a partner may receive the event of an alias. The
 * query joins the property of the event as `p`. `partner` is null for a webhook of the agency
 * itself.
 */
export function eventAccess(event: string, agency: Sql, partner: Sql) {
  const e = sql.table(event)
  return {
    join: sql`left join lateral (
      select bool_or(gr.personal_data) as personal_data, count(*) as grants from (
        select gr.personal_data from grants gr
        where gr.agency_uid = ${agency} and gr.partner_uid = ${partner}
          and case ${e}.audience
            when 'PROPERTY' then gr.object_uid in (${e}.property_uid, p.hotel_uid)
            when 'HOTEL' then gr.object_uid = ${e}.hotel_uid
            when 'GRANTEES' then true else false end
        order by gr.object_uid = ${e}.property_uid desc limit 1) gr) a on true`,
    isAccessible: sql`(${partner} is null or a.grants > 0
      or (${e}.audience = 'PARTNER' and ${e}.partner_uid = ${partner}))`,
    includesPersonal: sql`(${partner} is null or coalesce(a.personal_data, false)
      or ${isOwnLead(agency, sql`${e}.lead_uid`, partner)})`,
  }
}

/**
 * Returns whether a partner created the lead. The partner then sees its personal data while it can
 * access the lead.
 */
function isOwnLead(agency: Sql, leadUid: Sql, partner: Sql): Sql {
  return sql`exists (select 1 from leads l where l.agency_uid = ${agency} and l.uid = ${leadUid}
    and l.created_by_partner_uid = ${partner})`
}

/** SQL fragments that select the events `k` of an agency that a caller may see. */
export interface EventPageAccess {
  /** Common table expressions, each preceded by a comma. */
  granted: Sql
  /** Join to `k`. */
  join: Sql
  condition: Sql
  personal: Sql
  /** Further condition for personal data, for returned events `s`. */
  ownLead: Sql
}

export function eventPageAccess(caller: Caller, agency: Sql): EventPageAccess {
  return caller.kind === 'partner' ? partnerEventAccess(caller.partnerUid, agency) : fullAccess
}

const fullAccess: EventPageAccess = {
  granted: sql``,
  join: sql``,
  condition: sql`true`,
  personal: sql`true`,
  ownLead: sql`false`,
}

function partnerEventAccess(partnerUid: string, agency: Sql): EventPageAccess {
  const partner = sql`${partnerUid}::uuid`
  return {
    granted: sql`, granted as (
      select g.object_uid, g.personal_data from grants g
      where g.agency_uid = ${agency} and g.partner_uid = ${partner}),
    reached as (
      select distinct on (uid) uid, personal_data from (
        select object_uid as uid, personal_data, 1 as distance from granted
        union all
        select p.uid, g.personal_data, 2 from granted g
        join properties p on p.agency_uid = ${agency} and p.hotel_uid = g.object_uid) r
      order by uid, distance)`,
    join: sql`left join reached r
      on r.uid = case k.audience when 'HOTEL' then k.hotel_uid else k.property_uid end`,
    condition: sql`case k.audience when 'PARTNER' then k.partner_uid = ${partner}
      when 'GRANTEES' then exists (select 1 from granted)
      when 'AGENCY' then false else r.uid is not null end`,
    personal: sql`coalesce(r.personal_data, false)`,
    ownLead: isOwnLead(agency, sql`s.lead_uid`, partner),
  }
}
