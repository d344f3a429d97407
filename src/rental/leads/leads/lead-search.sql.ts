/** Leads by text, by what is paid of them and when it should be: contract/leads.md §7. */
import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { isPart } from '../../properties/property-query/folded-text.sql.ts'
import { paidOf } from '../payments/paid.sql.ts'
import { phoneDigits } from './phone-digits.sql.ts'

/**
 * Whether a text is part of a lead's external id, or of the guest's name, e-mail addresses or phone
 * numbers: of these only where the caller may see them.
 */
export function isFound(lead: Row, text: Sql): Sql {
  const [first, last] = [lead('first_name'), lead('last_name')]
  const name = sql`concat_ws(' ', ${first}, ${last}, ${first})`
  const guest = sql`(${isPart(text, name)}
    or ${isPart(text, lead('email'))} or ${isPart(text, lead('secondary_email'))}
    or ${isPartOfNumber(text, lead('phone_number'))}
    or ${isPartOfNumber(text, lead('cell_phone_number'))})`
  const seen = lead.personal === null ? guest : sql`(${lead.personal} and ${guest})`
  return sql`(${isPart(text, lead('external_booking_id'))} or ${seen})`
}

/**
 * Compares digits, if the text may be a phone number with at least four. The zero before a national
 * number is not part of the international one.
 */
function isPartOfNumber(text: Sql, number: Sql): Sql {
  return sql`case when ${number} is not null and ${text} ~ '^[-+0-9() ./]{4,}$'
    and length(${phoneDigits(text)}) >= 4
    then position(ltrim(${phoneDigits(text)}, '0') in ${phoneDigits(number)}) > 0 else false end`
}

/** Whether less was paid than the order of a lead comes to; null without an order. */
export function isDueOf(lead: Row): Sql {
  const order = rowOfAgency('o', lead('agency_uid'))
  return sql`(select o.total_amount > ${paidOf(order)} from orders o
    where o.agency_uid = ${lead('agency_uid')} and o.lead_uid = ${lead('uid')})`
}

/** Whether a day lists a lead as due: contract/resources.md §11.1. */
export function isDueOn(lead: Row, day: Sql): Sql {
  // The database asks first what costs less; what was paid costs most.
  return sql`(${lead('status')} = 'BOOKED' and ${lead('check_out_local')} >= ${day}
    and ${lead('check_in_local')} < ${day} + 1 + (select p.full_payment_timing from properties p
      where p.agency_uid = ${lead('agency_uid')} and p.uid = ${lead('property_uid')})
    and ${isDueOf(lead)})`
}
