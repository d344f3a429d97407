/** Settings of nights, whether occupied or not: prices, minimum stays, check-ins. Pure. */
import { localDay } from '../../../platform/dates/dates.ts'
import type { CalendarInputs, Days } from '../availability/calendar-inputs.ts'
import { listPrice } from '../availability/list-price.ts'
import {
  allowsCheckIn,
  allowsCheckOut,
  firstCheckIn,
  minimumStay,
  type Period,
} from '../stays/stay.ts'

/** Columns with a value for each night. */
export interface NightSettings {
  prices: number[]
  minimumStays: number[]
  /** Bits of check-in and check-out, set where weekday and period allow them. */
  ends: Uint8Array
  /** 1 where a period sets the price. */
  overrides: Uint8Array
}

/**
 * Bits of `ends`. `overrideBit` is not set by `settingsReader`: calendar entries add it where a
 * pricing period sets the price.
 */
export const [checkInBit, checkOutBit, overrideBit] = [2, 1, 4]

type SettingsReader = (inputs: CalendarInputs) => NightSettings

/**
 * Returns a function that reads the settings of a property for `days`. Days without a period differ
 * only by weekday, and prices of periods recur over days and properties: both are memoized.
 */
export function settingsReader(days: Days): SettingsReader {
  const readPrice = priceReader()
  const length = days.to - days.from
  const readWeek = weekReader(days.from)
  return inputs => {
    const weekSettings = readWeek(inputs)
    const prices = new Array<number>(length)
    const minimumStays = new Array<number>(length)
    const ends = new Uint8Array(length)
    const overrides = new Uint8Array(length)
    const { periods } = inputs
    const { columns } = periods
    for (let i = 0; i < length; i++) {
      const day = days.from + i
      const weekdaySettings = weekSettings[i % 7]!
      const periodIndex = periods.indexOf(day)
      prices[i] = weekdaySettings.price
      minimumStays[i] = weekdaySettings.minimumStay
      ends[i] = weekdaySettings.ends
      if (periodIndex < 0) continue
      const price = columns.prices[periodIndex]!
      if (price !== null) {
        prices[i] = readPrice(inputs, price, day)
        overrides[i] = 1
      }
      if (columns.minimumStays?.[periodIndex] != null) {
        minimumStays[i] = minimumStay(inputs, periods.at(periodIndex), day, day + 1)
      }
      if (columns.checkIns || columns.checkOuts)
        ends[i] = openEnds(inputs, day, periods.at(periodIndex))
    }
    return { prices, minimumStays, ends, overrides }
  }
}

/** Returns a memoized reader of the settings of seven days without a period. */
function weekReader(from: number) {
  return memoized(
    (inputs: CalendarInputs) => Array.from({ length: 7 }, (_, i) => settingsOn(inputs, from + i)),
    ({ daily_rate, weekend_adjustment_rate, currency, ...rules }) => {
      const price = `${daily_rate} ${weekend_adjustment_rate} ${currency}`
      const stays = `${rules.minimum_stay} ${rules.minimum_weekend_stay}`
      const minimumStays = JSON.stringify(rules.day_of_week_minimum_stay)
      return `${price} ${stays} ${rules.days_of_the_week_to_check_in_on} ${minimumStays}`
    },
  )
}

/** Returns the settings of a day without a period. */
function settingsOn(inputs: CalendarInputs, day: number) {
  return {
    price: Number(listPrice(inputs, undefined, day)),
    minimumStay: minimumStay(inputs, undefined, day, day + 1),
    ends: openEnds(inputs, day),
  }
}

function openEnds(inputs: CalendarInputs, day: number, period?: Period): number {
  const checkIn = allowsCheckIn(inputs, period, day) ? checkInBit : 0
  return checkIn + (allowsCheckOut(period) ? checkOutBit : 0)
}

/** Returns a memoized parser of the prices of periods. */
function priceReader() {
  const byCurrency = new Map<string, Map<string, number>>()
  return (inputs: CalendarInputs, price: string, day: number): number => {
    let values = byCurrency.get(inputs.currency)
    if (!values) {
      values = new Map()
      byCurrency.set(inputs.currency, values)
    }
    let value = values.get(price)
    if (value === undefined) {
      value = Number(listPrice(inputs, { price }, day))
      values.set(price, value)
    }
    return value
  }
}

/** Returns a memoized reader of the current date and the first date with check-in. */
export function startReader(now: Date) {
  return memoized(
    (inputs: CalendarInputs) => {
      const today = localDay(now, inputs.time_zone)
      return { today, firstCheckInDay: firstCheckIn(inputs, now, today) }
    },
    ({ time_zone, booking_lead_time, check_in_time_start, ...inputs }) => {
      const acceptsRequests = inputs.allow_booking_request_when_out_of_lead_time
      return `${time_zone} ${booking_lead_time} ${check_in_time_start} ${acceptsRequests}`
    },
  )
}

/** Memoizes a function: it computes the result of each key once. */
function memoized<T, R>(compute: (value: T) => R, toKey: (value: T) => string) {
  const results = new Map<string, R>()
  return (value: T): R => {
    const key = toKey(value)
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const result = compute(value)
    results.set(key, result)
    return result
  }
}
