/**
 * What a lead is called in v2 and in the lead query, derived from its canonical state in SQL:
 * contract/leads.md §10.1, contract/leadsql.md §5. `now` is server time.
 */
import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
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
 * A lead's countdown, one row: `next_status`, `starts_at`, `ends_at` (null: no span), `is_due` (it
 * can be overdue). Which case it is is asked once, and not again for each column.
 */
export function countdownOf(lead: Row, now: Sql): Sql {
  const cases = countdownCases(lead, now)
  const which = cases.map(({ when }, i) => sql`when ${when} then ${sql.lit(i)}`)
  const byCase = (ofCase: (one: Case) => Sql | undefined) => {
    const values = cases.flatMap((one, i) => {
      const value = ofCase(one)
      return value ? [sql`when ${sql.lit(i)} then ${value}`] : []
    })
    return sql`case c.which ${sql.join(values, sql` `)} end`
  }
  return sql`select ${byCase(({ next }) => (next ? sql.lit(next) : undefined))} as next_status,
      ${byCase(({ span }) => span?.[0])} as starts_at,
      ${byCase(({ span }) => span?.[1])} as ends_at,
      coalesce(${byCase(({ isDue }) => (isDue ? sql`true` : undefined))}, false) as is_due
    from (select case ${sql.join(which, sql` `)} end as which offset 0) c offset 0`
}

/** What a lead counts down to next. */
interface Case {
  when: Sql
  next?: string
  /** Left out: nobody knows how long it takes. */
  span?: Span
  /** Somebody must do it: past the end of the span, it is overdue. */
  isDue?: true
}

type Span = [start: Sql, end: Sql]

/**
 * The cases of a countdown: the table of contract/leadsql.md §5, the most frequent first; a lead
 * that none is about counts down to nothing.
 */
function countdownCases(lead: Row, now: Sql): Case[] {
  const status = lead('status')
  const checkIn = lead('check_in_at')
  const checkOut = lead('check_out_at')
  const isBooked = sql`${status} = 'BOOKED'`
  const isNew = sql`${status} = 'NEW'`
  const isPending = sql`${status} in ('PENDING', 'PENDING_APPROVED')`
  const booked = sql`coalesce(${lead('booked_at')}, ${lead('created_at')})`
  const made = sql`coalesce(${lead('timer_started_at')}, ${lead('created_at')})`
  const quoted = lead('quote_sent_at')
  const timer: Span = [lead('timer_started_at'), lead('timer_ends_at')]
  const answered = plusHours(lead, made, 'inquiry_response_hours', 24)
  const valid = plusHours(lead, quoted, 'quote_validity_hours', 168)
  const isTimed = sql`${isPending} and ${lead('timer_ends_at')} is not null`
  const isDirect = sql`${isPending} and ${lead('source')} like 'DIRECT\\_%'`
  return [
    { when: sql`${isBooked} and ${now} >= ${checkOut}` },
    { when: sql`${isBooked} and ${now} < ${checkIn}`, next: 'STAY', span: [booked, checkIn] },
    { when: isBooked, next: 'ARCHIVED', span: [checkIn, checkOut] },
    {
      when: sql`${isNew} and ${quoted} is null`,
      ...{ next: 'QUOTE_SENT', span: [made, answered], isDue: true },
    },
    { when: isNew, next: 'CLOSED_QUOTE', span: [quoted, valid], isDue: true },
    { when: sql`${status} = 'ON_HOLD'`, next: 'HOLD_EXPIRED', span: timer, isDue: true },
    { when: isTimed, next: 'CLOSED_QUOTE', span: timer, isDue: true },
    { when: isDirect, next: 'BOOKED_EXTERNALLY' },
    { when: isPending, next: 'BOOKED_BY_AGENT' },
  ]
}

/**
 * When the status or, where it is shown, the countdown of a lead changes next though nobody writes
 * it, in milliseconds since 1970 and never too late; null: never.
 */
export function legacyChange(lead: Row, now: Sql, showsCountdown: boolean): Sql {
  const after = (instant: Sql) => sql`case when ${instant} > ${now} then ${inMs(instant)} end`
  const stay = sql`case when ${lead('status')} = 'BOOKED' then
    least(${after(lead('check_in_at'))}, ${after(lead('check_out_at'))}) end`
  if (!showsCountdown) return sql`(${stay})`
  const [start, end] = [sql`s.starts_at`, sql`s.ends_at`]
  return sql`least(${stay}, (select ${nextStep([start, end], now)}
    from (${countdownOf(lead, now)}) s))`
}

/** When a percentage of a span that has gone by grows next, a millisecond earlier. */
function nextStep([start, end]: Span, now: Sql): Sql {
  const gone = sql`greatest(0, ${percentGone([start, end], now)})`
  const length = sql`(${inMs(end)} - ${inMs(start)})`
  return sql`case
    when ${end} is null or ${now} >= ${end} then null
    when ${start} is null or ${start} >= ${end} then ${inMs(end)}
    else least(${inMs(end)}, floor(${inMs(start)} + (${gone} + 1) * ${length} / 100) - 1) end`
}

/** ⌊100·(now − start)/(end − start)⌋, whatever it is. */
export function percentGone([start, end]: Span, now: Sql): Sql {
  return sql`floor(100 * (${inMs(now)} - ${inMs(start)}) / (${inMs(end)} - ${inMs(start)}))`
}

/**
 * An instant in milliseconds since 1970, of which all that leads tell are whole. As a float, which
 * is exact for these and costs a tenth of a numeric.
 */
function inMs(instant: Sql): Sql {
  return sql`round(date_part('epoch', ${instant}) * 1000)`
}

function plusHours(lead: Row, start: Sql, column: string, standard: number): Sql {
  return sql`(${start} + make_interval(hours => ${setting(lead, column, standard)}))`
}

/** A setting of the lead's agency, looked up only for the rows that need it. */
function setting(lead: Row, column: string, standard: number): Sql {
  return sql`coalesce((select ${sql.ref(`s.${column}`)} from agency_settings s
    where s.agency_uid = ${lead('agency_uid')}), ${sql.lit(standard)})`
}
