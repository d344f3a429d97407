import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'

/** The condition that a lead is of a guest. */
export function isOfGuest(lead: Row, guestUid: string): Sql {
  return sql`exists (select 1 from lead_guests lg where lg.agency_uid = ${lead('agency_uid')}
    and lg.lead_uid = ${lead('uid')} and lg.guest_uid = ${guestUid})`
}

/**
 * Whether what a lead tells of its guest, as rows of `lead_guests` and `guests`, is heard like that
 * of everybody: its maker saw personal data, or there is this guest by that partner alone.
 */
export function isHeard(leadGuest: string, guest: string): Sql {
  const toldBy = sql.ref(`${leadGuest}.told_by_partner_uid`)
  const alone = sql.ref(`${guest}.told_by_partner_uid`)
  return sql`(${toldBy} is null or coalesce(${toldBy} = ${alone}, false))`
}
