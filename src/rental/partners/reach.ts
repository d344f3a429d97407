/** What a partner may see, as SQL (contract/general.md §3). `partner` is the partner's uid. */
import { sql } from 'kysely'
import type { Sql } from '../../platform/graphql/fields.ts'

/** Whether a grant reaches a property: one on itself, or one on its hotel. */
export function isGranted(property: string, partner: Sql): Sql {
  const p = sql.table(property)
  return sql`exists (
    select 1 from grants g where g.agency_uid = ${p}.agency_uid and g.partner_uid = ${partner}
    and g.object_uid in (${p}.uid, ${p}.hotel_uid))`
}

/**
 * Joins `reach.personal_data`, one row per lead within reach and none otherwise. A grant on the
 * property itself wins over one on its hotel.
 */
export function joinReach(lead: string, partner: Sql): Sql {
  const l = sql.table(lead)
  return sql`join lateral (
    select g.personal_data or coalesce(${l}.created_by_partner_uid = ${partner}, false) as personal
    from properties p
    join grants g on g.agency_uid = p.agency_uid and g.partner_uid = ${partner}
      and g.object_uid in (p.uid, p.hotel_uid)
    where p.agency_uid = ${l}.agency_uid and p.uid = ${l}.property_uid
    order by g.object_uid = p.uid desc limit 1) reach on true`
}
