/** What properties ask of nights, whatever is taken: prices, stays and check-ins. Pure. */
import { localDayOf } from '../../../platform/dates.ts'
import type { CalendarFacts, Days } from '../calendar-facts/facts.ts'
import { listPrice } from '../calendar-facts/list-price.ts'
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
  /** The bits of check-in and check-out, where weekday and period allow them. */
  ends: Uint8Array
  /** Which prices are those of a period: 1. */
  overrides: Uint8Array
}

/** The bits of `ends`; the last is that of a price which a pricing period sets. */
export const [checkInBit, checkOutBit, overrideBit] = [2, 1, 4]

type SettingsOf = (facts: CalendarFacts) => NightSettings

/**
 * Gives a function that tells the settings of a property for `days`. Days without a period differ
 * by weekday, and prices of periods recur over days and properties: each is worked out once.
 */
export function settingsReader(days: Days): SettingsOf {
  const priceOf = priceReader()
  const length = days.to - days.from
  const weekOf = weekReader(days.from)
  return facts => {
    const week = weekOf(facts)
    const prices = new Array<number>(length)
    const minimumStays = new Array<number>(length)
    const ends = new Uint8Array(length)
    const overrides = new Uint8Array(length)
    const { periods } = facts
    const { columns } = periods
    for (let i = 0; i < length; i++) {
      const day = days.from + i
      const plain = week[i % 7]!
      const place = periods.placeOf(day)
      prices[i] = plain.price
      minimumStays[i] = plain.minimumStay
      ends[i] = plain.ends
      if (place < 0) continue
      const price = columns.prices[place]!
      if (price !== null) {
        prices[i] = priceOf(facts, price, day)
        overrides[i] = 1
      }
      if (columns.minimumStays?.[place] != null) {
        minimumStays[i] = minimumStay(facts, periods.at(place), day, day + 1)
      }
      if (columns.checkIns || columns.checkOuts) ends[i] = endsOn(facts, day, periods.at(place))
    }
    return { prices, minimumStays, ends, overrides }
  }
}

/** Gives a function that tells the settings of seven days without a period, which houses share. */
function weekReader(from: number) {
  return remembered(
    (facts: CalendarFacts) => Array.from({ length: 7 }, (_, i) => settingsOn(facts, from + i)),
    ({ daily_rate, weekend_adjustment_rate, currency, ...rules }) => {
      const price = `${daily_rate} ${weekend_adjustment_rate} ${currency}`
      const stays = `${rules.minimum_stay} ${rules.minimum_weekend_stay}`
      const ofDays = JSON.stringify(rules.day_of_week_minimum_stay)
      return `${price} ${stays} ${rules.days_of_the_week_to_check_in_on} ${ofDays}`
    },
  )
}

/** Of a day that has no period. */
function settingsOn(facts: CalendarFacts, day: number) {
  return {
    price: Number(listPrice(facts, undefined, day)),
    minimumStay: minimumStay(facts, undefined, day, day + 1),
    ends: endsOn(facts, day),
  }
}

function endsOn(facts: CalendarFacts, day: number, period?: Period): number {
  const opensIn = allowsCheckIn(facts, period, day) ? checkInBit : 0
  return opensIn + (allowsCheckOut(period) ? checkOutBit : 0)
}

/** Gives a function that tells the price of a period as a number. */
function priceReader() {
  const ofCurrencies = new Map<string, Map<string, number>>()
  return (facts: CalendarFacts, price: string, day: number): number => {
    let known = ofCurrencies.get(facts.currency)
    if (!known) {
      known = new Map()
      ofCurrencies.set(facts.currency, known)
    }
    let value = known.get(price)
    if (value === undefined) {
      value = Number(listPrice(facts, { price }, day))
      known.set(price, value)
    }
    return value
  }
}

/** Gives a function that tells today and the first day to check in on, which most share. */
export function startReader(now: Date) {
  return remembered(
    (facts: CalendarFacts) => {
      const today = localDayOf(now, facts.time_zone)
      return { today, opens: firstCheckIn(facts, now, today) }
    },
    ({ time_zone, booking_lead_time, check_in_time_start, ...facts }) => {
      const isOpen = facts.allow_booking_request_when_out_of_lead_time
      return `${time_zone} ${booking_lead_time} ${check_in_time_start} ${isOpen}`
    },
  )
}

/** Memoizes a function: it computes the result of each key once. */
function remembered<T, R>(work: (value: T) => R, keyOf: (value: T) => string) {
  const results = new Map<string, R>()
  return (value: T): R => {
    const key = keyOf(value)
    const known = results.get(key)
    if (known !== undefined) return known
    const result = work(value)
    results.set(key, result)
    return result
  }
}
