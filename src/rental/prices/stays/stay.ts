/**
 * What a property asks of a stay: contract/pricing.md §3.4 and §4. Pure; nights and days are
 * numbers, as {@link dayOf} counts them, and a stay holds the nights from check-in up to, but not
 * including, check-out.
 */
import type { Selectable } from 'kysely'
import { dateOf, dayOf, instantOf, localDayOf } from '../../../platform/dates.ts'
import { ApiError, type ErrorCode, fixedError } from '../../../platform/errors.ts'
import { weekdays } from '../../properties/properties/property.ts'
import type { PricingPeriodsTable, PropertiesTable } from '../../tables.ts'

/** What of a property the rules look at. */
export type StayRules = Pick<
  Selectable<PropertiesTable>,
  | 'time_zone'
  | 'master_bookable'
  | 'max_guests'
  | 'minimum_stay'
  | 'maximum_stay'
  | 'minimum_weekend_stay'
  | 'day_of_week_minimum_stay'
  | 'allow_booking_requests_above_maximum_stay'
  | 'allow_booking_request_when_out_of_lead_time'
  | 'booking_window'
  | 'booking_lead_time'
  | 'turn_over_days'
  | 'check_in_time_start'
  | 'days_of_the_week_to_check_in_on'
>

/** What of a date's pricing period the rules look at. */
export type Period = Pick<
  Selectable<PricingPeriodsTable>,
  'price' | 'minimum_stay' | 'available_for_check_in' | 'available_for_check_out'
>

/** A pricing period under its day, as `periodsOf` selects it. */
export type DatedPeriod = [
  day: number,
  price: string | null,
  minimumStay: number | null,
  availableForCheckIn: boolean | null,
  availableForCheckOut: boolean | null,
]

/** The period of each day that has one. */
export function periodsByDay(periods: DatedPeriod[]): Map<number, Period> {
  return new Map(
    periods.map(([day, price, minimum_stay, available_for_check_in, available_for_check_out]) => [
      day,
      { price, minimum_stay, available_for_check_in, available_for_check_out },
    ]),
  )
}

/** Two civil dates, the second after the first. */
export interface Stay {
  checkIn: string
  checkOut: string
}

/** What is known of the property when a stay is checked. */
export interface StayFacts {
  rules: StayRules
  /** It has subs. */
  isMaster: boolean
  /** No night of the stay is taken: `isFree` of units.ts. */
  isFree: boolean
  /** The pricing periods of the dates of check-in and check-out. */
  checkInPeriod: Period | undefined
  checkOutPeriod: Period | undefined
  now: Date
}

/** Which rules bind an act: contract/pricing.md §4, the table of acts. */
export interface StayTests {
  /** How many are compared with the most that the property takes; null: it is not asked. */
  guests: number | null
  /** A BLOCK may lie on a master that is not bookable. */
  isBlock?: boolean
  /** OUTSIDE_BOOKING_WINDOW to MAXIMUM_STAY. */
  stayRules: boolean
  /** Ends that an alteration leaves: the rules that look at this end only are not tested. */
  keepsCheckIn?: boolean
  keepsCheckOut?: boolean
}

/** What a stay may be refused with, in the order in which the rules are tested. */
export const stayRefusals = [
  'TOO_MANY_GUESTS',
  'MASTER_NOT_BOOKABLE',
  'NOT_AVAILABLE',
  'OUTSIDE_BOOKING_WINDOW',
  'OUT_OF_LEAD_TIME',
  'CHECK_IN_NOT_ALLOWED',
  'CHECK_OUT_NOT_ALLOWED',
  'MINIMUM_STAY',
  'MAXIMUM_STAY',
] as const satisfies ErrorCode[]

/**
 * The first rule that a stay breaks, or null. A refusal with NOT_AVAILABLE has no members yet:
 * `notAvailable` of refuse.ts finds them.
 */
export function checkStay(facts: StayFacts, stay: Stay, tests: StayTests): ApiError | null {
  const { rules, isMaster, isFree } = facts
  const { max_guests } = rules
  if (tests.guests !== null && tests.guests > max_guests) {
    const members = { limit: max_guests }
    return new ApiError('TOO_MANY_GUESTS', `guests must be at most ${max_guests}`, { members })
  }
  if (isMaster && !rules.master_bookable && !tests.isBlock) {
    return masterNotBookable()
  }
  if (!isFree) return takenNights()
  return tests.stayRules ? checkRules(facts, stay, tests) : null
}

/** MASTER_NOT_BOOKABLE: "Property is not bookable, book one of its sub-properties". */
export function masterNotBookable(): ApiError {
  return fixedError('MASTER_NOT_BOOKABLE')
}

/** NOT_AVAILABLE: "Property is not available for the given dates". */
export function takenNights(members: Record<string, unknown> = {}): ApiError {
  const text = 'Property is not available for the given dates'
  return new ApiError('NOT_AVAILABLE', text, { members })
}

function checkRules(facts: StayFacts, stay: Stay, tests: StayTests): ApiError | null {
  const { rules } = facts
  const a = dayOf(stay.checkIn)
  const b = dayOf(stay.checkOut)
  const today = localDayOf(facts.now, rules.time_zone)
  if (!tests.keepsCheckOut && b - 1 > lastBookable(rules, today)) {
    const text = 'Dates are outside the booking window of the property'
    return broken('OUTSIDE_BOOKING_WINDOW', text, dateOf(lastBookable(rules, today)), dateOf(b - 1))
  }
  if (!tests.keepsCheckIn && isTooNear(rules, a, facts.now, today)) {
    const text = 'Check-in date does not respect the booking lead time'
    const { booking_lead_time } = rules
    const hoursLeft = Math.floor(millisecondsLeft(rules, a, facts.now) / hourMs)
    return broken('OUT_OF_LEAD_TIME', text, booking_lead_time ?? 0, hoursLeft)
  }
  if (!tests.keepsCheckIn && !allowsCheckIn(rules, facts.checkInPeriod, a)) {
    return new ApiError('CHECK_IN_NOT_ALLOWED', `Check-in is not allowed on ${stay.checkIn}`)
  }
  if (!tests.keepsCheckOut && !allowsCheckOut(facts.checkOutPeriod)) {
    return new ApiError('CHECK_OUT_NOT_ALLOWED', `Check-out is not allowed on ${stay.checkOut}`)
  }
  const least = minimumStay(rules, facts.checkInPeriod, a, b)
  if (b - a < least) return broken('MINIMUM_STAY', `Minimum stay is ${least} nights`, least, b - a)
  const most = maximumStay(rules)
  if (b - a > most && !rules.allow_booking_requests_above_maximum_stay) {
    return broken('MAXIMUM_STAY', `Maximum stay is ${most} nights`, most, b - a)
  }
  return null
}

function broken(code: ErrorCode, text: string, required: unknown, actual: unknown): ApiError {
  return new ApiError(code, text, { members: { required, actual } })
}

/**
 * Whether a stay that passed did so only because the property takes requests for stays that are
 * longer, or check-ins that are nearer, than it takes at once.
 */
export function isForRequestOnly(
  { rules, now }: Pick<StayFacts, 'rules' | 'now'>,
  stay: Stay,
  tests: StayTests,
): boolean {
  if (!tests.stayRules) return false
  const a = dayOf(stay.checkIn)
  if (rules.allow_booking_requests_above_maximum_stay) {
    if (dayOf(stay.checkOut) - a > maximumStay(rules)) return true
  }
  if (tests.keepsCheckIn || !rules.allow_booking_request_when_out_of_lead_time) return false
  return millisecondsLeft(rules, a, now) < leadTimeMs(rules)
}

const hourMs = 3_600_000

type Weekday = (typeof weekdays)[number]

/** The weekday of a day. Day 0 was a Thursday. */
function weekdayOf(day: number): Weekday {
  return weekdays[(((day + 3) % 7) + 7) % 7]!
}

/** Friday and Saturday nights are weekend nights. */
export function isWeekendNight(night: number): boolean {
  const weekday = weekdayOf(night)
  return weekday === 'FRIDAY' || weekday === 'SATURDAY'
}

/** The last night within the booking window, Infinity without one. */
export function lastBookable({ booking_window }: StayRules, today: number): number {
  return booking_window !== null && booking_window > 0 ? today + booking_window : Infinity
}

/**
 * The first day that one may check in on: today, or later as the lead time asks, unless the
 * property takes requests within it. Every later day is far enough ahead, too.
 */
export function firstCheckIn(rules: StayRules, now: Date, today: number): number {
  if (rules.allow_booking_request_when_out_of_lead_time) return today
  const earliest = localDayOf(new Date(now.getTime() + leadTimeMs(rules)), rules.time_zone)
  // A zone that skipped a day lets the day before through as well.
  const days = [earliest - 1, earliest, earliest + 1]
  const isAhead = (day: number) => millisecondsLeft(rules, day, now) >= leadTimeMs(rules)
  return Math.max(today, days.find(isAhead)!)
}

/** Whether a day is past, or nearer than the lead time asks and not taken as a request. */
function isTooNear(rules: StayRules, day: number, now: Date, today: number): boolean {
  if (day < today) return true
  if (rules.allow_booking_request_when_out_of_lead_time) return false
  return millisecondsLeft(rules, day, now) < leadTimeMs(rules)
}

/** From now to the start of check-in on a day, where the property is. */
function millisecondsLeft(rules: StayRules, day: number, now: Date): number {
  const hour = String(rules.check_in_time_start).padStart(2, '0')
  return instantOf(`${dateOf(day)}T${hour}:00:00`, rules.time_zone).getTime() - now.getTime()
}

function leadTimeMs({ booking_lead_time }: StayRules): number {
  return (booking_lead_time ?? 0) * hourMs
}

/** Whether weekday and period let one check in on a day. */
export function allowsCheckIn(rules: StayRules, period: Period | undefined, day: number): boolean {
  const allowed = rules.days_of_the_week_to_check_in_on
  const isAllowed = allowed.length === 0 || allowed.includes(weekdayOf(day))
  return isAllowed && period?.available_for_check_in !== false
}

/** Whether the period of a day lets one check out. */
export function allowsCheckOut(period: Period | undefined): boolean {
  return period?.available_for_check_out !== false
}

/** The nights that a stay [a, b) must have at least: max(plain(a), weekend(a, b)). */
export function minimumStay(
  rules: StayRules,
  period: Period | undefined,
  a: number,
  b: number,
): number {
  const byWeekday = rules.day_of_week_minimum_stay as Partial<Record<Weekday, number>>
  const ofDate = period?.minimum_stay ?? byWeekday[weekdayOf(a)] ?? null
  if (ofDate !== null) return Math.max(1, ofDate)
  const ofWeekend = holdsWeekendNight(a, b) ? (rules.minimum_weekend_stay ?? 0) : 0
  return Math.max(1, rules.minimum_stay ?? 1, ofWeekend)
}

function holdsWeekendNight(a: number, b: number): boolean {
  for (let night = a; night < Math.min(b, a + 7); night++) if (isWeekendNight(night)) return true
  return false
}

/** The nights that a stay may have at most, Infinity without a limit. */
export function maximumStay({ maximum_stay }: StayRules): number {
  return maximum_stay !== null && maximum_stay > 0 ? maximum_stay : Infinity
}
