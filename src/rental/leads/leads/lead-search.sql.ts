/** Search of leads by text, balance and due date: contract/leads.md §7. */
import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { agencyRow } from '../../access/agencies/tenant.sql.ts'
import { containsFolded } from '../../properties/property-query/folded-text.sql.ts'
import { selectPaidAmount } from '../payments/paid.sql.ts'
import { phoneDigits } from './lead-search-vector.sql.ts'

/**
 * Returns the condition that a text occurs in a lead's external id, or in the guest's name, e-mail
 * addresses or phone numbers; the latter only if the caller may see personal data.
 */
export function matchesText(lead: Row, text: Sql): Sql {
  const [firstName, lastName] = [lead('first_name'), lead('last_name')]
  // Matches the first name before the last one, and after it.
  const name = sql`concat_ws(' ', ${firstName}, ${lastName}, ${firstName})`
  const guest = sql`(${containsFolded(text, name)}
    or ${containsFolded(text, lead('email'))} or ${containsFolded(text, lead('secondary_email'))}
    or ${isPartOfNumber(text, lead('phone_number'))}
    or ${isPartOfNumber(text, lead('cell_phone_number'))})`
  const visibleGuest = lead.personal === null ? guest : sql`(${lead.personal} and ${guest})`
  return sql`(${containsFolded(text, lead('external_booking_id'))} or ${visibleGuest})`
}

/**
 * Compares digits if the text looks like a phone number with at least four. Ignores leading zeros,
 * because an international number lacks the zero of the national one.
 */
function isPartOfNumber(text: Sql, number: Sql): Sql {
  return sql`case when ${number} is not null and ${text} ~ '^[-+0-9() ./]{4,}$'
    and length(${phoneDigits(text)}) >= 4
    then position(ltrim(${phoneDigits(text)}, '0') in ${phoneDigits(number)}) > 0 else false end`
}

/** Returns SQL that is true if less was paid than the order's total; null without an order. */
export function hasBalanceDue(lead: Row): Sql {
  const order = agencyRow('o', lead('agency_uid'))
  return sql`(select o.total_amount > ${selectPaidAmount(order)} from orders o
    where o.agency_uid = ${lead('agency_uid')} and o.lead_uid = ${lead('uid')})`
}

/** Returns the condition that payment of a lead is due on a day: contract/resources.md §11.1. */
export function isDueOn(lead: Row, day: Sql): Sql {
  // Cheap conditions come first; the sum of payments is the most expensive.
  return sql`(${lead('status')} = 'BOOKED' and ${lead('check_out_local')} >= ${day}
    and ${lead('check_in_local')} < ${day} + 1 + (select p.full_payment_timing from properties p
      where p.agency_uid = ${lead('agency_uid')} and p.uid = ${lead('property_uid')})
    and ${hasBalanceDue(lead)})`
}
