import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'

export function isLinkedToGuest(lead: Row, guestUid: string): Sql {
  return sql`exists (select 1 from lead_guests lg where lg.agency_uid = ${lead('agency_uid')}
    and lg.lead_uid = ${lead('uid')} and lg.guest_uid = ${guestUid})`
}

/**
 * Returns the condition that a lead is a trusted source of guest details: its creator had access to
 * personal data, or the guest has leads of that partner only. Parameters are aliases of
 * `lead_guests` and `guests`.
 */
export function isTrustedSource(leadGuest: string, guest: string): Sql {
  const reportedBy = sql.ref(`${leadGuest}.told_by_partner_uid`)
  const onlyReporter = sql.ref(`${guest}.told_by_partner_uid`)
  return sql`(${reportedBy} is null or coalesce(${reportedBy} = ${onlyReporter}, false))`
}
