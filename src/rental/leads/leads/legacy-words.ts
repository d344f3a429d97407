/**
 * What a lead is called in v2 and in the lead query, derived from its canonical state in SQL:
 * contract/leads.md §10.1, contract/leadsql.md §5. `now` is server time.
 */
import { sql } from 'kysely'
import type { Case, Row, Sql } from '../../../platform/graphql/fields.ts'
import { legacySources, type SourceMeant } from './legacy-sources.ts'

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
  const fits = (meant: SourceMeant) =>
    Object.entries(meant).map(([column, value]) => sql`${lead(column)} = ${sql.lit(value)}`)
  const cases = Object.entries(legacySources).map(
    ([word, meant]) => sql`when ${sql.join(fits(meant), sql` and `)} then ${sql.lit(word)}`,
  )
  return sql`case ${sql.join(cases, sql` `)} else ${lead('source')} end`
}

/**
 * The cases of a lead's countdown: the table of contract/leadsql.md §5, the most frequent first.
 * Columns: `next_status`, `starts_at`, `ends_at` (null: no span), `is_due` (it can be overdue).
 */
export function countdownCases(lead: Row, now: Sql): Case[] {
  const status = lead('status')
  const checkIn = lead('check_in_at')
  const checkOut = lead('check_out_at')
  const isBooked = sql`${status} = 'BOOKED'`
  const isNew = sql`${status} = 'NEW'`
  const isPending = sql`${status} in ('PENDING', 'PENDING_APPROVED')`
  const made = sql`coalesce(${lead('timer_started_at')}, ${lead('created_at')})`
  const quoted = lead('quote_sent_at')
  const timer: Span = [lead('timer_started_at'), lead('timer_ends_at')]
  const isTimed = sql`${lead('timer_ends_at')} is not null`
  return [
    { when: sql`${isBooked} and ${now} >= ${checkOut}`, columns: nothing },
    {
      when: sql`${isBooked} and ${now} < ${checkIn}`,
      columns: next('STAY', [sql`coalesce(${lead('booked_at')}, ${lead('created_at')})`, checkIn]),
    },
    { when: isBooked, columns: next('ARCHIVED', [checkIn, checkOut]) },
    {
      when: sql`${isNew} and ${quoted} is null`,
      columns: due('QUOTE_SENT', [made, plusHours(lead, made, 'inquiry_response_hours', 24)]),
    },
    {
      when: isNew,
      columns: due('CLOSED_QUOTE', [quoted, plusHours(lead, quoted, 'quote_validity_hours', 168)]),
    },
    { when: sql`${status} = 'ON_HOLD'`, columns: due('HOLD_EXPIRED', timer) },
    { when: sql`${isPending} and ${isTimed}`, columns: due('CLOSED_QUOTE', timer) },
    {
      when: sql`${isPending} and ${lead('source')} like 'DIRECT\\_%'`,
      columns: next('BOOKED_EXTERNALLY', noSpan),
    },
    { when: isPending, columns: next('BOOKED_BY_AGENT', noSpan) },
    { when: null, columns: nothing },
  ]
}

/**
 * When the status or, where it is shown, the countdown of a lead changes next though nobody writes
 * it, in milliseconds since 1970 and never too late; null: never.
 */
export function legacyChange(lead: Row, now: Sql, showsCountdown: boolean): Sql {
  const after = (instant: Sql) => sql`case when ${instant} > ${now} then
    floor(extract(epoch from ${instant}) * 1000) end`
  const stay = sql`case when ${lead('status')} = 'BOOKED' then
    least(${after(lead('check_in_at'))}, ${after(lead('check_out_at'))}) end`
  if (!showsCountdown) return sql`(${stay})::float8`
  const branches = countdownCases(lead, now).map(({ when, columns }) => {
    const step = nextStep([columns.starts_at!, columns.ends_at!], now)
    return when === null ? sql`else ${step}` : sql`when ${when} then ${step}`
  })
  return sql`least(${stay}, case ${sql.join(branches, sql` `)} end)::float8`
}

/** When a percentage of a span that has gone by grows next, a millisecond earlier. */
function nextStep([start, end]: Span, now: Sql): Sql {
  const epoch = (instant: Sql) => sql`extract(epoch from ${instant})`
  const length = sql`(${epoch(end)} - ${epoch(start)})`
  const gone = sql`greatest(0, floor(100 * (${epoch(now)} - ${epoch(start)}) / ${length}))`
  return sql`case
    when ${end} is null or ${now} >= ${end} then null
    when ${start} is null or ${start} >= ${end} then floor(${epoch(end)} * 1000)
    else least(floor(${epoch(end)} * 1000),
      floor((${epoch(start)} + (${gone} + 1) * ${length} / 100) * 1000) - 1) end`
}

type Span = [start: Sql, end: Sql]

const none = sql`null::timestamptz`
const noSpan: Span = [none, none]
const nothing = { ...next('', noSpan), next_status: sql`null` }

function next(status: string, [starts_at, ends_at]: Span): Case['columns'] {
  return { next_status: sql.lit(status), starts_at, ends_at, is_due: sql`false` }
}

/** A countdown to something that somebody must do: past the end of the span, it is overdue. */
function due(status: string, span: Span): Case['columns'] {
  return { ...next(status, span), is_due: sql`true` }
}

function plusHours(lead: Row, start: Sql, column: string, standard: number): Sql {
  return sql`(${start} + make_interval(hours => ${setting(lead, column, standard)}))`
}

/** A setting of the lead's agency, looked up only for the rows that need it. */
function setting(lead: Row, column: string, standard: number): Sql {
  return sql`coalesce((select ${sql.ref(`s.${column}`)} from agency_settings s
    where s.agency_uid = ${lead('agency_uid')}), ${sql.lit(standard)})`
}
