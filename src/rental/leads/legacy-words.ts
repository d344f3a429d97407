/**
 * What a lead is called in v2 and in the lead query, derived from its canonical state in SQL:
 * contract/leads.md §10.1, contract/leadsql.md §5. `now` is server time.
 */
import { sql } from 'kysely'
import type { Row, Sql } from '../../platform/graphql/fields.ts'

/** BLOCK, INQUIRY or BOOKING; a booking request shows as an inquiry. */
export function legacyType(lead: Row): Sql {
  return sql`case ${lead('type')} when 'BOOKING_REQUEST' then 'INQUIRY' else ${lead('type')} end`
}

export function legacyStatus(lead: Row, now: Sql): Sql {
  return sql`case ${lead('status')}
    when 'BOOKED' then case
      when ${now} >= ${lead('check_out_at')} then 'ARCHIVED'
      when ${now} >= ${lead('check_in_at')} then 'STAY'
      when ${lead('booked_by')} = 'CUSTOMER' then 'BOOKED_BY_CUSTOMER'
      when ${lead('booked_by')} = 'EXTERNAL' then 'BOOKED_EXTERNALLY'
      else 'BOOKED_BY_AGENT' end
    when 'NEW' then case when ${lead('quote_sent_at')} is null then 'NEW' else 'QUOTE_SENT' end
    when 'PENDING_APPROVED' then 'PENDING'
    when 'CLOSED' then case
      when ${lead('type')} = 'BOOKING_REQUEST' then 'CLOSED_QUOTE'
      when ${lead('close_reason')} = 'HOLD_CLOSED' then 'CLOSED_HOLD'
      when ${lead('close_reason')} = 'HOLD_EXPIRED' then 'HOLD_EXPIRED'
      else 'CLOSED_QUOTE' end
    when 'CANCELLED' then case ${lead('cancelled_by')}
      when 'GUEST' then 'CANCELLED_BY_TRAVELER'
      when 'OWNER' then 'CANCELLED_BY_OWNER'
      else 'CANCELLED' end
    else ${lead('status')} end`
}

export function legacySource(lead: Row): Sql {
  return sql`case ${lead('source')}
    when 'HOSTFULLY_UI' then 'ORBIRENTAL_FORM'
    when 'HOSTFULLY_DBS' then 'ORBIRENTAL_WIDGET'
    when 'HOSTFULLY_API' then case ${lead('channel')}
      when 'EXPEDIA' then 'DIRECT_EXPEDIA' when 'HOLIDU' then 'DIRECT_HOLIDU'
      else 'ORBIRENTAL_API' end
    when 'HOSTFULLY_LINKED' then 'ORBIRENTAL_LINKED'
    when 'HOSTFULLY_OWNER_PORTAL' then 'OWNER_PORTAL'
    when 'HOSTFULLY_ICAL' then case ${lead('ical_provider')}
      when 'airbnb' then 'IMPORT_AIRBNB' when 'homeaway' then 'IMPORT_HOMEAWAY'
      when 'vrbo' then 'IMPORT_VRBO' when 'booking.com' then 'IMPORT_BOOKINGCOM'
      when 'abritel' then 'IMPORT_ABRITEL' when 'tripadvisor' then 'IMPORT_TRIPADVISOR'
      else 'IMPORT_OTHER_PROVIDER' end
    when 'DIRECT_AIRBNB' then case ${lead('type')}
      when 'BLOCK' then 'AIRBNB_BLOCK_IMPORT' else 'DIRECT_AIRBNB' end
    when 'DIRECT_VRBO' then 'DIRECT_HOMEAWAY'
    else ${lead('source')} end`
}

/**
 * The span a lead's countdown runs over, as a SELECT of one row: `next_status`, `starts_at`,
 * `ends_at` (null: no span), `is_due` (it can be overdue). contract/leadsql.md §5, the table.
 */
export function countdownSpan(lead: Row, now: Sql): Sql {
  const isNew = sql`${lead('status')} = 'NEW'`
  const isQuoted = sql`${lead('quote_sent_at')} is not null`
  const isTimed = sql`${lead('timer_ends_at')} is not null`
  return sql`select lead_span.*, ${lead('uid')} as uid from (select
    case ${lead('status')}
      when 'NEW' then case when ${isQuoted} then 'CLOSED_QUOTE' else 'QUOTE_SENT' end
      when 'ON_HOLD' then 'HOLD_EXPIRED'
      when 'PENDING' then ${pendingNext(lead)}
      when 'PENDING_APPROVED' then ${pendingNext(lead)}
      when 'BOOKED' then case
        when ${now} < ${lead('check_in_at')} then 'STAY'
        when ${now} < ${lead('check_out_at')} then 'ARCHIVED' end
    end as next_status,
    case
      when ${isNew} and ${isQuoted} then ${lead('quote_sent_at')}
      when ${isNew} then coalesce(${lead('timer_started_at')}, ${lead('created_at')})
      when ${lead('status')} in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED') and ${isTimed}
        then ${lead('timer_started_at')}
      when ${lead('status')} = 'BOOKED' and ${now} < ${lead('check_in_at')}
        then coalesce(${lead('booked_at')}, ${lead('created_at')})
      when ${lead('status')} = 'BOOKED' and ${now} < ${lead('check_out_at')}
        then ${lead('check_in_at')}
    end as starts_at,
    case
      when ${isNew} and ${isQuoted} then ${lead('quote_sent_at')} +
        make_interval(hours => ${setting(lead, 'quote_validity_hours', 168)})
      when ${isNew} then coalesce(${lead('timer_started_at')}, ${lead('created_at')}) +
        make_interval(hours => ${setting(lead, 'inquiry_response_hours', 24)})
      when ${lead('status')} in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')
        then ${lead('timer_ends_at')}
      when ${lead('status')} = 'BOOKED' and ${now} < ${lead('check_in_at')}
        then ${lead('check_in_at')}
      when ${lead('status')} = 'BOOKED' and ${now} < ${lead('check_out_at')}
        then ${lead('check_out_at')}
    end as ends_at,
    ${lead('status')} <> 'BOOKED' as is_due) lead_span`
}

function pendingNext(lead: Row): Sql {
  return sql`case
    when ${lead('timer_ends_at')} is not null then 'CLOSED_QUOTE'
    when ${lead('source')} like 'DIRECT\\_%' then 'BOOKED_EXTERNALLY'
    else 'BOOKED_BY_AGENT' end`
}

/** A setting of the lead's agency, looked up only for the rows that need it. */
function setting(lead: Row, column: string, standard: number): Sql {
  return sql`coalesce((select ${sql.ref(`s.${column}`)} from agency_settings s
    where s.agency_uid = ${lead('agency_uid')}), ${sql.lit(standard)})`
}
