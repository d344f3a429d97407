/** Who may be told of an event, by one rule for both ways: contract/events.md §6.3. */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'

/**
 * The parts of a query that ask whether a partner may be told of the event under an alias, by its
 * present grants, with its property joined as `p`. A webhook of the agency itself has no partner.
 */
export function eventReach(event: string, agency: Sql, partner: Sql) {
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
    isReached: sql`(${partner} is null or ${e}.audience = 'PARTNER' or a.grants > 0)`,
    showsPersonal: sql`(${partner} is null or coalesce(a.personal_data, false)
      or exists (select 1 from leads l where l.agency_uid = ${agency} and l.uid = ${e}.lead_uid
        and l.created_by_partner_uid = ${partner}))`,
  }
}
