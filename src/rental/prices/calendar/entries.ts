/**
 * A calendar's entries: contract/pricing.md §2. An answer may have 120,000 of them, and few differ
 * in more than the date; what recurs is made once.
 */
import { dateOf, localDayOf } from '../../../platform/dates.ts'
import {
  allowsCheckIn,
  allowsCheckOut,
  firstCheckIn,
  maximumStay,
  minimumStay,
  type Period,
} from '../stays/stay.ts'
import type { CalendarFacts, Days } from './facts.ts'
import { listPrice } from './list-price.ts'
import { nightsOf, reasonOf, sentencesOf } from './nights.ts'

/** What entries have beyond what every entry has. */
export interface EntryShape {
  /** `availability.availableUnits` of unit types. */
  availableUnits?: boolean
  /** `availability.comments`. */
  comments?: boolean
}

export type Entry = ReturnType<ReturnType<typeof entriesMaker>>[number]

/**
 * Gives a function that makes the entries of a property for `days`. Its facts must reach one night
 * further at both ends.
 */
export function entriesMaker(days: Days, now: Date, shape: EntryShape) {
  const dates = datesOf(days)
  const tellNights = nightsTeller(days, now)
  return (facts: CalendarFacts) => {
    const availabilityOf = availabilityMaker(facts, shape, availability => availability)
    return tellNights(facts, availabilityOf, (i, pricing, availability) => {
      return { date: dates[i]!, pricing, availability }
    })
  }
}

/** The same as JSON: to make 30,000 objects and write them would take three times as long. */
export function entriesWriter(days: Days, now: Date, shape: EntryShape) {
  const starts = datesOf(days).map(date => `{"date":"${date}","pricing":{"value":`)
  const tellNights = nightsTeller(days, now)
  return (facts: CalendarFacts): string => {
    const priced = `,"currency":${JSON.stringify(facts.currency)}},"availability":`
    const endOf = availabilityMaker(facts, shape, availability => {
      return `${priced}${JSON.stringify(availability)}}`
    })
    const texts = tellNights(facts, endOf, (i, { value }, end) => starts[i]! + value + end)
    return `[${texts.join()}]`
  }
}

function datesOf({ from, to }: Days): string[] {
  return Array.from({ length: to - from }, (_, i) => dateOf(from + i))
}

interface Pricing {
  value: number
  currency: string
}

/** Gives a function that has an entry made of each night of a property. */
function nightsTeller(days: Days, now: Date) {
  const around = { from: days.from - 1, to: days.to }
  const startOf = startReader(now)
  const priceOf = priceReader()
  return <A, T>(
    facts: CalendarFacts,
    availabilityOf: AvailabilityOf<A>,
    entryOf: (i: number, pricing: Pricing, availability: A) => T,
  ): T[] => {
    const { today, opens } = startOf(facts)
    const { causes, freeUnits } = nightsOf(facts, around, today)
    const settingsOf = settingsReader(facts, priceOf)
    const entries: T[] = []
    for (let i = 0; i < days.to - days.from; i++) {
      const settings = settingsOf(days.from + i)
      const night = causes[i + 1]!
      const opensIn = night === 0 && days.from + i >= opens && settings.allowsCheckIn
      const opensOut = causes[i] === 0 && settings.allowsCheckOut
      const ends = (opensIn ? checkInBit : 0) + (opensOut ? checkOutBit : 0)
      const availability = availabilityOf(
        settings.minimumStayLength,
        night,
        ends,
        freeUnits[i + 1]!,
      )
      entries.push(entryOf(i, settings.pricing, availability))
    }
    return entries
  }
}

/** Today and the first day to check in on, which most properties of an agency share. */
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

type ReadPrice = (facts: CalendarFacts, period: Period | undefined, day: number) => number

/** List prices as numbers; those of periods recur over days and properties. */
export function priceReader(): ReadPrice {
  const ofCurrencies = new Map<string, Map<string, number>>()
  return (facts, period, day) => {
    if (period?.price == null) return Number(listPrice(facts, period, day))
    const known = ofCurrencies.get(facts.currency) ?? new Map<string, number>()
    ofCurrencies.set(facts.currency, known)
    const value = known.get(period.price) ?? Number(listPrice(facts, period, day))
    known.set(period.price, value)
    return value
  }
}

/** What a property asks of a day, whatever is taken; days without a period differ by weekday. */
export function settingsReader(facts: CalendarFacts, priceOf: ReadPrice) {
  const { periods } = facts
  const read = (day: number, period?: Period) => ({
    pricing: { value: priceOf(facts, period, day), currency: facts.currency },
    minimumStayLength: minimumStay(facts, period, day, day + 1),
    allowsCheckIn: allowsCheckIn(facts, period, day),
    allowsCheckOut: allowsCheckOut(period),
  })
  const readPlain = remembered(
    (day: number) => read(day),
    day => day % 7,
  )
  return (day: number) => {
    const period = periods.get(day)
    return period ? read(day, period) : readPlain(day)
  }
}

interface Availability {
  unavailable: boolean
  unavailabilityReason: ReturnType<typeof reasonOf>
  availableForCheckIn: boolean
  availableForCheckOut: boolean
  minimumStayLength: number
  maximumStayLength: number
  availableUnits?: number
  comments?: string[]
}

/** `ends` has the bits of check-in and check-out where they are open. */
type AvailabilityOf<T> = (
  minimumStayLength: number,
  causes: number,
  ends: number,
  freeUnits: number,
) => T

const [checkInBit, checkOutBit] = [2, 1]
const endsCount = 4

/** More than any set of causes. */
const causesCount = 65_536

/** Gives what `make` makes of the availability of a night, once for all nights that are alike. */
function availabilityMaker<T>(
  facts: CalendarFacts,
  shape: EntryShape,
  make: (availability: Availability) => T,
): AvailabilityOf<T> {
  const most = maximumStay(facts)
  const maximumStayLength = most === Infinity ? 0 : most
  const hasUnits = shape.availableUnits && facts.hotel_uid !== null
  const read: AvailabilityOf<T> = (minimumStayLength, causes, ends, freeUnits) =>
    make({
      unavailable: causes !== 0,
      unavailabilityReason: reasonOf(causes),
      availableForCheckIn: (ends & checkInBit) !== 0,
      availableForCheckOut: (ends & checkOutBit) !== 0,
      minimumStayLength,
      maximumStayLength,
      ...(hasUnits ? { availableUnits: freeUnits } : {}),
      ...(shape.comments ? { comments: sentencesOf(causes) } : {}),
    })
  const known = new Map<number, Map<number, T>>()
  return (minimumStayLength, causes, ends, freeUnits) => {
    const alike = known.get(minimumStayLength) ?? new Map<number, T>()
    known.set(minimumStayLength, alike)
    const key = (freeUnits * causesCount + causes) * endsCount + ends
    const made = alike.get(key) ?? read(minimumStayLength, causes, ends, freeUnits)
    alike.set(key, made)
    return made
  }
}

/** Memoizes a function: it computes the result of each key once. */
function remembered<T, R>(work: (value: T) => R, keyOf: (value: T) => string | number) {
  const results = new Map<string | number, R>()
  return (value: T): R => {
    const key = keyOf(value)
    const known = results.get(key)
    if (known !== undefined) return known
    const result = work(value)
    results.set(key, result)
    return result
  }
}
