/**
 * Type, status, source and countdown of a lead in v2 and in the lead query, derived from its
 * canonical state in SQL: contract/leads.md §10.1, contract/leadsql.md §5. `now` is server time.
 */
import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { legacySources, type SourceColumns } from './legacy-sources.ts'

/** Returns BLOCK, INQUIRY or BOOKING; a booking request appears as an inquiry. */
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
  const conditions = (columns: SourceColumns) =>
    Object.entries(columns).map(([column, value]) => sql`${lead(column)} = ${sql.lit(value)}`)
  const cases = Object.entries(legacySources).map(
    ([name, columns]) =>
      sql`when ${sql.join(conditions(columns), sql` and `)} then ${sql.lit(name)}`,
  )
  return sql`case ${sql.join(cases, sql` `)} else ${lead('source')} end`
}

/**
 * Selects the countdown of a lead, one row: `next_status`, `starts_at`, `ends_at` (null: no
 * span), `is_due` (it can be overdue). The case is determined once, not again for each column.
 */
export function selectCountdown(lead: Row, now: Sql): Sql {
  const cases = countdownCases(lead, now)
  const whens = cases.map(({ when }, i) => sql`when ${when} then ${sql.lit(i)}`)
  const perCase = (read: (countdownCase: CountdownCase) => Sql | undefined) => {
    const values = cases.flatMap((countdownCase, i) => {
      const value = read(countdownCase)
      return value ? [sql`when ${sql.lit(i)} then ${value}`] : []
    })
    return sql`case c.case_index ${sql.join(values, sql` `)} end`
  }
  return sql`select ${perCase(({ next }) => (next ? sql.lit(next) : undefined))} as next_status,
      ${perCase(({ span }) => span?.[0])} as starts_at,
      ${perCase(({ span }) => span?.[1])} as ends_at,
      coalesce(${perCase(({ isDue }) => (isDue ? sql`true` : undefined))}, false) as is_due
    from (select case ${sql.join(whens, sql` `)} end as case_index offset 0) c offset 0`
}

/** Condition on a lead, and the status that it counts down to. */
interface CountdownCase {
  when: Sql
  next?: string
  /** Undefined if the duration is unknown. */
  span?: Span
  /** Past the end of the span the lead is overdue, because a user has to act. */
  isDue?: true
}

type Span = [start: Sql, end: Sql]

/** Settings of an agency that has none stored. */
const defaultResponseHours = 24
const defaultValidityHours = 168

/**
 * Returns the cases of a countdown, the most frequent first: the table of contract/leadsql.md §5. A
 * lead that matches none has no countdown.
 */
function countdownCases(lead: Row, now: Sql): CountdownCase[] {
  const status = lead('status')
  const checkIn = lead('check_in_at')
  const checkOut = lead('check_out_at')
  const isBooked = sql`${status} = 'BOOKED'`
  const isNew = sql`${status} = 'NEW'`
  const isPending = sql`${status} in ('PENDING', 'PENDING_APPROVED')`
  const bookedAt = sql`coalesce(${lead('booked_at')}, ${lead('created_at')})`
  const openedAt = sql`coalesce(${lead('timer_started_at')}, ${lead('created_at')})`
  const quotedAt = lead('quote_sent_at')
  const timer: Span = [lead('timer_started_at'), lead('timer_ends_at')]
  const responseDeadline = plusHours(lead, openedAt, 'inquiry_response_hours', defaultResponseHours)
  const quoteExpiry = plusHours(lead, quotedAt, 'quote_validity_hours', defaultValidityHours)
  const hasTimer = sql`${isPending} and ${lead('timer_ends_at')} is not null`
  const isFromChannel = sql`${isPending} and ${lead('source')} like 'DIRECT\\_%'`
  return [
    { when: sql`${isBooked} and ${now} >= ${checkOut}` },
    { when: sql`${isBooked} and ${now} < ${checkIn}`, next: 'STAY', span: [bookedAt, checkIn] },
    { when: isBooked, next: 'ARCHIVED', span: [checkIn, checkOut] },
    {
      when: sql`${isNew} and ${quotedAt} is null`,
      next: 'QUOTE_SENT',
      span: [openedAt, responseDeadline],
      isDue: true,
    },
    { when: isNew, next: 'CLOSED_QUOTE', span: [quotedAt, quoteExpiry], isDue: true },
    { when: sql`${status} = 'ON_HOLD'`, next: 'HOLD_EXPIRED', span: timer, isDue: true },
    { when: hasTimer, next: 'CLOSED_QUOTE', span: timer, isDue: true },
    { when: isFromChannel, next: 'BOOKED_EXTERNALLY' },
    { when: isPending, next: 'BOOKED_BY_AGENT' },
  ]
}

/**
 * Selects when the status, and with `includesCountdown` the countdown, changes next by time alone:
 * in milliseconds since 1970, never too late; null if never. For expiry of cached responses.
 */
export function nextLegacyChange(lead: Row, now: Sql, includesCountdown: boolean): Sql {
  const ifFuture = (instant: Sql) => sql`case when ${instant} > ${now} then ${inMs(instant)} end`
  const stay = sql`case when ${lead('status')} = 'BOOKED' then
    least(${ifFuture(lead('check_in_at'))}, ${ifFuture(lead('check_out_at'))}) end`
  if (!includesCountdown) return sql`(${stay})`
  const [start, end] = [sql`s.starts_at`, sql`s.ends_at`]
  return sql`least(${stay}, (select ${nextPercentChange([start, end], now)}
    from (${selectCountdown(lead, now)}) s))`
}

/**
 * Selects the instant when the elapsed percentage of a span next increases, minus one millisecond.
 */
function nextPercentChange([start, end]: Span, now: Sql): Sql {
  const elapsed = sql`greatest(0, ${elapsedPercent([start, end], now)})`
  const spanMs = sql`(${inMs(end)} - ${inMs(start)})`
  return sql`case
    when ${end} is null or ${now} >= ${end} then null
    when ${start} is null or ${start} >= ${end} then ${inMs(end)}
    else least(${inMs(end)}, floor(${inMs(start)} + (${elapsed} + 1) * ${spanMs} / 100) - 1) end`
}

/** Selects the elapsed percentage of a span, ⌊100·(now − start)/(end − start)⌋, not clamped. */
export function elapsedPercent([start, end]: Span, now: Sql): Sql {
  return sql`floor(100 * (${inMs(now)} - ${inMs(start)}) / (${inMs(end)} - ${inMs(start)}))`
}

/**
 * Converts an instant to milliseconds since 1970, as a float: exact for these values and ten times
 * as fast as numeric. Instants of leads are whole milliseconds.
 */
function inMs(instant: Sql): Sql {
  return sql`round(date_part('epoch', ${instant}) * 1000)`
}

function plusHours(lead: Row, start: Sql, column: string, fallback: number): Sql {
  return sql`(${start} + make_interval(hours => ${agencySetting(lead, column, fallback)}))`
}

/** Returns a setting of the lead's agency, looked up only for rows that need it. */
function agencySetting(lead: Row, column: string, fallback: number): Sql {
  return sql`coalesce((select ${sql.ref(`s.${column}`)} from agency_settings s
    where s.agency_uid = ${lead('agency_uid')}), ${sql.lit(fallback)})`
}
