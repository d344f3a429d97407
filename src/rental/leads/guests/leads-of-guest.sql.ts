import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'

/** The condition that the lead under an alias is of a guest. */
export function isOfGuest(lead: string, guestUid: string): Sql {
  const l = sql.table(lead)
  return sql`exists (select 1 from lead_guests lg where lg.agency_uid = ${l}.agency_uid
    and lg.lead_uid = ${l}.uid and lg.guest_uid = ${guestUid})`
}
