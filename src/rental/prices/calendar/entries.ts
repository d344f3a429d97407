/**
 * A calendar's entries: contract/pricing.md §2. An answer may have 120,000 of them, and few differ
 * in more than the date; what recurs is made once.
 */
import { dateOf } from '../../../platform/dates.ts'
import type { CalendarFacts, Days } from '../calendar-facts/facts.ts'
import { maximumStay } from '../stays/stay.ts'
import { nightsOf, reasonOf, sentencesOf } from './nights.ts'
import {
  checkInBit,
  checkOutBit,
  overrideBit,
  settingsReader,
  startReader,
} from './read-night-settings.ts'

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
  const availabilityOf = availabilityMaker(shape, parts => parts)
  return (facts: CalendarFacts) => {
    const { prices, availabilities } = tellNights(facts, availabilityOf(facts))
    return dates.map((date, i) => {
      const pricing = { value: prices[i]!, currency: facts.currency }
      return { date, pricing, ...availabilities[i]! }
    })
  }
}

/** The same as JSON: to make 30,000 objects and write them would take three times as long. */
export function entriesWriter(days: Days, now: Date, shape: EntryShape) {
  const starts = datesOf(days).map((date, i) => {
    return `${i === 0 ? '' : ','}{"date":"${date}","pricing":{"value":`
  })
  const tellNights = nightsTeller(days, now)
  const endOf = availabilityMaker(shape, (parts, currency) => {
    return `,"currency":${JSON.stringify(currency)}},${JSON.stringify(parts).slice(1)}`
  })
  const parts = new Array<string | number>(starts.length * 3)
  return (facts: CalendarFacts): string => {
    const { prices, availabilities: ends } = tellNights(facts, endOf(facts))
    // One list that is joined once leaves no strings of strings for the collection of garbage.
    for (let i = 0, at = 0; i < starts.length; i++) {
      parts[at++] = starts[i]!
      parts[at++] = prices[i]!
      parts[at++] = ends[i]!
    }
    return `[${parts.join('')}]`
  }
}

function datesOf({ from, to }: Days): string[] {
  return Array.from({ length: to - from }, (_, i) => dateOf(from + i))
}

/** Gives a function that tells, night by night, the prices and what is made of availability. */
function nightsTeller(days: Days, now: Date) {
  const around = { from: days.from - 1, to: days.to }
  const startOf = startReader(now)
  const settingsOf = settingsReader(days)
  return <T>(facts: CalendarFacts, availabilityOf: AvailabilityOf<T>) => {
    const { today, opens } = startOf(facts)
    const { causes, freeUnits } = nightsOf(facts, around, today)
    const { prices, minimumStays, ends, overrides } = settingsOf(facts)
    const availabilities = new Array<T>(prices.length)
    for (let i = 0; i < prices.length; i++) {
      const night = causes[i + 1]!
      let open = ends[i]!
      if (night !== 0 || days.from + i < opens) open &= ~checkInBit
      if (causes[i] !== 0) open &= ~checkOutBit
      if (overrides[i] !== 0) open |= overrideBit
      availabilities[i] = availabilityOf(minimumStays[i]!, night, open, freeUnits[i + 1]!)
    }
    return { prices, availabilities }
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

/** The parts of an entry after its price. */
interface EntryParts {
  availability: Availability
  adjustedByCustomPricingPeriod: boolean
}

/** `ends` has the bits of check-in and check-out where they are open, and that of a set price. */
type AvailabilityOf<T> = (
  minimumStayLength: number,
  causes: number,
  ends: number,
  freeUnits: number,
) => T

const endsCount = 8

/** More than any set of causes. */
const causesCount = 65_536

/**
 * Gives what `make` makes of the availability of a night, once for all nights that are alike, also
 * those of other properties.
 */
function availabilityMaker<T>(
  shape: EntryShape,
  make: (parts: EntryParts, currency: string) => T,
): (facts: CalendarFacts) => AvailabilityOf<T> {
  const ofSettings = new Map<string, AvailabilityOf<T>>()
  return ({ currency, hotel_uid, ...rules }) => {
    const most = maximumStay(rules)
    const maximumStayLength = most === Infinity ? 0 : most
    const hasUnits = shape.availableUnits === true && hotel_uid !== null
    const settings = `${currency} ${maximumStayLength} ${hasUnits}`
    let availabilityOf = ofSettings.get(settings)
    if (availabilityOf) return availabilityOf
    availabilityOf = onceEach((minimumStayLength, causes, ends, freeUnits) => {
      const availability = {
        unavailable: causes !== 0,
        unavailabilityReason: reasonOf(causes),
        availableForCheckIn: (ends & checkInBit) !== 0,
        availableForCheckOut: (ends & checkOutBit) !== 0,
        minimumStayLength,
        maximumStayLength,
        ...(hasUnits ? { availableUnits: freeUnits } : {}),
        ...(shape.comments ? { comments: sentencesOf(causes) } : {}),
      }
      const adjustedByCustomPricingPeriod = (ends & overrideBit) !== 0
      return make({ availability, adjustedByCustomPricingPeriod }, currency)
    })
    ofSettings.set(settings, availabilityOf)
    return availabilityOf
  }
}

function onceEach<T>(make: AvailabilityOf<T>): AvailabilityOf<T> {
  const known = new Map<number, Map<number, T>>()
  return (minimumStayLength, causes, ends, freeUnits) => {
    let alike = known.get(minimumStayLength)
    if (!alike) {
      alike = new Map()
      known.set(minimumStayLength, alike)
    }
    const key = (freeUnits * causesCount + causes) * endsCount + ends
    let made = alike.get(key)
    if (made === undefined) {
      made = make(minimumStayLength, causes, ends, freeUnits)
      alike.set(key, made)
    }
    return made
  }
}
