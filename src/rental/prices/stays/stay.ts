/**
 * Stay rules of properties: contract/pricing.md §3.4 and §4. Pure. Nights and days are numbers, as
 * of {@link dayOf}. A stay holds the nights from check-in to check-out, the latter excluded.
 */
import type { Selectable } from 'kysely'
import { dateOf, dayOf, hourMs, localDay, toInstant } from '../../../platform/dates/dates.ts'
import { ApiError, type ErrorCode, fixedError } from '../../../platform/errors.ts'
import { weekdays } from '../../properties/properties/property.ts'
import type { PricingPeriodsTable, PropertiesTable } from '../../tables.ts'

/** Columns of a property that the rules need. */
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

/** Columns of a pricing period that the rules need. */
export type Period = Pick<
  Selectable<PricingPeriodsTable>,
  'price' | 'minimum_stay' | 'available_for_check_in' | 'available_for_check_out'
>

/** Pricing period with its day, as `selectPeriods` selects it. */
export type DatedPeriod = [
  day: number,
  price: string | null,
  minimumStay: number | null,
  availableForCheckIn: boolean | null,
  availableForCheckOut: boolean | null,
]

export function periodsByDay(periods: DatedPeriod[]): Map<number, Period> {
  return new Map(
    periods.map(([day, price, minimum_stay, available_for_check_in, available_for_check_out]) => [
      day,
      { price, minimum_stay, available_for_check_in, available_for_check_out },
    ]),
  )
}

/** Civil dates, check-out after check-in. */
export interface Stay {
  checkIn: string
  checkOut: string
}

/** Inputs of the check of a stay. */
export interface StayInputs {
  rules: StayRules
  /** True if the property has sub-properties. */
  isMaster: boolean
  /** True if no night of the stay is occupied: `isFree` of `free-units.ts`. */
  isFree: boolean
  /** Pricing periods of the dates of check-in and check-out. */
  checkInPeriod: Period | undefined
  checkOutPeriod: Period | undefined
  now: Date
}

/** Rules that apply to an action: contract/pricing.md §4, table of actions. */
export interface AppliedRules {
  /** Number of guests, compared with the maximum of the property; null: not checked. */
  guests: number | null
  /** True for a BLOCK, which may be on a master that is not bookable. */
  isBlock?: boolean
  /** True to check the rules from OUTSIDE_BOOKING_WINDOW to MAXIMUM_STAY. */
  stayRules: boolean
  /** True if a change leaves the check-in as it is: rules of the check-in alone are not checked. */
  keepsCheckIn?: boolean
  /** The same for the check-out. */
  keepsCheckOut?: boolean
}

/** Error codes of stays, in the order in which the rules are checked. */
export const stayViolations = [
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
 * Returns the error of the first rule that a stay breaks, or null. NOT_AVAILABLE has no members
 * yet: `notAvailable` of `require-stay.ts` adds them.
 */
export function checkStay(inputs: StayInputs, stay: Stay, applied: AppliedRules): ApiError | null {
  const { rules, isMaster, isFree } = inputs
  const { max_guests } = rules
  if (applied.guests !== null && applied.guests > max_guests) {
    const members = { limit: max_guests }
    return new ApiError('TOO_MANY_GUESTS', `guests must be at most ${max_guests}`, { members })
  }
  if (isMaster && !rules.master_bookable && !applied.isBlock) {
    return masterNotBookable()
  }
  if (!isFree) return nightsNotAvailable()
  return applied.stayRules ? checkRules(inputs, stay, applied) : null
}

/** Returns MASTER_NOT_BOOKABLE: "Property is not bookable, book one of its sub-properties". */
export function masterNotBookable(): ApiError {
  return fixedError('MASTER_NOT_BOOKABLE')
}

/** Returns NOT_AVAILABLE: "Property is not available for the given dates". */
export function nightsNotAvailable(members: Record<string, unknown> = {}): ApiError {
  const text = 'Property is not available for the given dates'
  return new ApiError('NOT_AVAILABLE', text, { members })
}

function checkRules(inputs: StayInputs, stay: Stay, applied: AppliedRules): ApiError | null {
  const { rules } = inputs
  const checkInDay = dayOf(stay.checkIn)
  const checkOutDay = dayOf(stay.checkOut)
  const today = localDay(inputs.now, rules.time_zone)
  const lastNight = lastBookableNight(rules, today)
  if (!applied.keepsCheckOut && checkOutDay - 1 > lastNight) {
    const text = 'Dates are outside the booking window of the property'
    const [required, actual] = [dateOf(lastNight), dateOf(checkOutDay - 1)]
    return violation('OUTSIDE_BOOKING_WINDOW', text, required, actual)
  }
  if (!applied.keepsCheckIn && isTooNear(rules, checkInDay, inputs.now, today)) {
    const text = 'Check-in date does not respect the booking lead time'
    const { booking_lead_time } = rules
    const hoursLeft = Math.floor(millisecondsLeft(rules, checkInDay, inputs.now) / hourMs)
    return violation('OUT_OF_LEAD_TIME', text, booking_lead_time ?? 0, hoursLeft)
  }
  if (!applied.keepsCheckIn && !allowsCheckIn(rules, inputs.checkInPeriod, checkInDay)) {
    return new ApiError('CHECK_IN_NOT_ALLOWED', `Check-in is not allowed on ${stay.checkIn}`)
  }
  if (!applied.keepsCheckOut && !allowsCheckOut(inputs.checkOutPeriod)) {
    return new ApiError('CHECK_OUT_NOT_ALLOWED', `Check-out is not allowed on ${stay.checkOut}`)
  }
  const nights = checkOutDay - checkInDay
  const minNights = minimumStay(rules, inputs.checkInPeriod, checkInDay, checkOutDay)
  if (nights < minNights) {
    return violation('MINIMUM_STAY', `Minimum stay is ${minNights} nights`, minNights, nights)
  }
  const maxNights = maximumStay(rules)
  if (nights > maxNights && !rules.allow_booking_requests_above_maximum_stay) {
    return violation('MAXIMUM_STAY', `Maximum stay is ${maxNights} nights`, maxNights, nights)
  }
  return null
}

function violation(code: ErrorCode, text: string, required: unknown, actual: unknown): ApiError {
  return new ApiError(code, text, { members: { required, actual } })
}

/**
 * Returns true if a valid stay requires a booking request: it is longer, or its check-in is nearer,
 * than the property allows for instant booking.
 */
export function isForRequestOnly(
  { rules, now }: Pick<StayInputs, 'rules' | 'now'>,
  stay: Stay,
  applied: AppliedRules,
): boolean {
  if (!applied.stayRules) return false
  const checkInDay = dayOf(stay.checkIn)
  if (rules.allow_booking_requests_above_maximum_stay) {
    if (dayOf(stay.checkOut) - checkInDay > maximumStay(rules)) return true
  }
  if (applied.keepsCheckIn || !rules.allow_booking_request_when_out_of_lead_time) return false
  return millisecondsLeft(rules, checkInDay, now) < leadTimeMs(rules)
}

type Weekday = (typeof weekdays)[number]

/** Returns the weekday of a day, which may be negative. Day 0 was a Thursday, `weekdays[3]`. */
function toWeekday(day: number): Weekday {
  return weekdays[(((day + 3) % 7) + 7) % 7]!
}

/** Returns true for Friday and Saturday nights. */
export function isWeekendNight(night: number): boolean {
  const weekday = toWeekday(night)
  return weekday === 'FRIDAY' || weekday === 'SATURDAY'
}

/** Returns the last night within the booking window, Infinity without one. */
export function lastBookableNight({ booking_window }: StayRules, today: number): number {
  return booking_window !== null && booking_window > 0 ? today + booking_window : Infinity
}

/**
 * Returns the first day with check-in: today, or later by the lead time, unless the property
 * accepts requests within it. Check-in is also allowed on all later days.
 */
export function firstCheckIn(rules: StayRules, now: Date, today: number): number {
  if (rules.allow_booking_request_when_out_of_lead_time) return today
  const earliest = localDay(new Date(now.getTime() + leadTimeMs(rules)), rules.time_zone)
  // In a time zone that skipped a day, the day before is allowed, too.
  const candidates = [earliest - 1, earliest, earliest + 1]
  const respectsLeadTime = (day: number) => millisecondsLeft(rules, day, now) >= leadTimeMs(rules)
  // The last candidate always does: its check-in is after the end of the lead time.
  return Math.max(today, candidates.find(respectsLeadTime)!)
}

/** Returns true if a day is past, or within the lead time and not allowed as a request. */
function isTooNear(rules: StayRules, day: number, now: Date, today: number): boolean {
  if (day < today) return true
  if (rules.allow_booking_request_when_out_of_lead_time) return false
  return millisecondsLeft(rules, day, now) < leadTimeMs(rules)
}

/** Returns the time from now to the start of check-in on a day at the property. */
function millisecondsLeft(rules: StayRules, day: number, now: Date): number {
  const hour = String(rules.check_in_time_start).padStart(2, '0')
  return toInstant(`${dateOf(day)}T${hour}:00:00`, rules.time_zone).getTime() - now.getTime()
}

function leadTimeMs({ booking_lead_time }: StayRules): number {
  return (booking_lead_time ?? 0) * hourMs
}

/** Returns true if weekday and period of a day allow check-in. */
export function allowsCheckIn(rules: StayRules, period: Period | undefined, day: number): boolean {
  const allowed = rules.days_of_the_week_to_check_in_on
  const isAllowed = allowed.length === 0 || allowed.includes(toWeekday(day))
  return isAllowed && period?.available_for_check_in !== false
}

export function allowsCheckOut(period: Period | undefined): boolean {
  return period?.available_for_check_out !== false
}

/**
 * Returns the minimum nights of a stay: that of the date or weekday of check-in if set, otherwise
 * the greater of the property's minimum and, for a stay with a weekend night, its weekend minimum.
 */
export function minimumStay(
  rules: StayRules,
  period: Period | undefined,
  checkInDay: number,
  checkOutDay: number,
): number {
  const byWeekday = rules.day_of_week_minimum_stay as Partial<Record<Weekday, number>>
  const dateMinimum = period?.minimum_stay ?? byWeekday[toWeekday(checkInDay)] ?? null
  if (dateMinimum !== null) return Math.max(1, dateMinimum)
  const weekendMinimum = holdsWeekendNight(checkInDay, checkOutDay)
    ? (rules.minimum_weekend_stay ?? 0)
    : 0
  return Math.max(1, rules.minimum_stay ?? 1, weekendMinimum)
}

/** Seven nights hold every weekday, so no more are examined. */
function holdsWeekendNight(checkInDay: number, checkOutDay: number): boolean {
  for (let night = checkInDay; night < Math.min(checkOutDay, checkInDay + 7); night++)
    if (isWeekendNight(night)) return true
  return false
}

/** Returns the maximum nights of a stay, Infinity without a limit. */
export function maximumStay({ maximum_stay }: StayRules): number {
  return maximum_stay !== null && maximum_stay > 0 ? maximum_stay : Infinity
}
