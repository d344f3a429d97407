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
  periodsByDay,
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
  const dates = Array.from({ length: days.to - days.from }, (_, i) => dateOf(days.from + i))
  const around = { from: days.from - 1, to: days.to }
  const startOf = startReader(now)
  const priceOf = priceReader()
  return (facts: CalendarFacts) => {
    const { today, opens } = startOf(facts)
    const { causes, freeUnits } = nightsOf(facts, around, today)
    const settingsOf = settingsReader(facts, priceOf)
    const availabilityOf = availabilityMaker(facts, shape)
    return dates.map((date, i) => {
      const [before, night] = [causes[i]!, causes[i + 1]!]
      const day = days.from + i
      const settings = settingsOf(day)
      const availability = availabilityOf({
        causes: night,
        availableForCheckIn: night === 0 && day >= opens && settings.allowsCheckIn,
        availableForCheckOut: before === 0 && settings.allowsCheckOut,
        minimumStayLength: settings.minimumStayLength,
        freeUnits: freeUnits[i + 1]!,
      })
      return { date, pricing: settings.pricing, availability }
    })
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
  const known = new Map<string, number>()
  return (facts, period, day) => {
    if (period?.price == null) return Number(listPrice(facts, period, day))
    const key = `${facts.currency} ${period.price}`
    const value = known.get(key) ?? Number(listPrice(facts, period, day))
    known.set(key, value)
    return value
  }
}

/** What a property asks of a day, whatever is taken; days without a period differ by weekday. */
export function settingsReader(facts: CalendarFacts, priceOf: ReadPrice) {
  const periods = periodsByDay(facts.periods)
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

interface Night {
  causes: number
  availableForCheckIn: boolean
  availableForCheckOut: boolean
  minimumStayLength: number
  freeUnits: number
}

function availabilityMaker(facts: CalendarFacts, shape: EntryShape) {
  const most = maximumStay(facts)
  const maximumStayLength = most === Infinity ? 0 : most
  const hasUnits = shape.availableUnits && facts.hotel_uid !== null
  const make = ({ causes, freeUnits, ...night }: Night) => ({
    unavailable: causes !== 0,
    unavailabilityReason: reasonOf(causes),
    ...night,
    maximumStayLength,
    ...(hasUnits ? { availableUnits: freeUnits } : {}),
    ...(shape.comments ? { comments: sentencesOf(causes) } : {}),
  })
  return remembered(make, night => {
    const flags = (night.availableForCheckIn ? 2 : 0) + (night.availableForCheckOut ? 1 : 0)
    return `${night.causes} ${flags} ${night.minimumStayLength} ${night.freeUnits}`
  })
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
