/**
 * Entries of a calendar: contract/pricing.md §2. A response may have 120,000 entries, and few
 * differ in more than the date: availabilities are memoized.
 */
import { dateOf } from '../../../platform/dates/dates.ts'
import type { CalendarInputs, Days } from '../availability/calendar-inputs.ts'
import { maximumStay } from '../stays/stay.ts'
import { causeSentences, computeNights, unavailabilityReason } from './nights.ts'
import {
  checkInBit,
  checkOutBit,
  overrideBit,
  settingsReader,
  startReader,
} from './read-night-settings.ts'

/** Optional fields of entries. */
export interface EntryShape {
  /** `availability.availableUnits` of unit types. */
  availableUnits?: boolean
  /** `availability.comments`. */
  comments?: boolean
}

export type Entry = ReturnType<ReturnType<typeof entriesBuilder>>[number]

/**
 * Returns a function that builds the entries of a property for `days`. Its inputs must include one
 * more night at both ends.
 */
export function entriesBuilder(days: Days, now: Date, shape: EntryShape) {
  const dates = listDates(days)
  const readNights = nightsReader(days, now)
  const createBuilder = availabilityBuilder(shape, fields => fields)
  return (inputs: CalendarInputs) => {
    const { prices, availabilities } = readNights(inputs, createBuilder(inputs))
    return dates.map((date, i) => {
      const pricing = { value: prices[i]!, currency: inputs.currency }
      return { date, pricing, ...availabilities[i]! }
    })
  }
}

/** Returns a function that writes entries as JSON: objects would take three times as long. */
export function entriesWriter(days: Days, now: Date, shape: EntryShape) {
  const heads = listDates(days).map((date, i) => {
    return `${i === 0 ? '' : ','}{"date":"${date}","pricing":{"value":`
  })
  const readNights = nightsReader(days, now)
  const createTailWriter = availabilityBuilder(shape, (fields, currency) => {
    return `,"currency":${JSON.stringify(currency)}},${JSON.stringify(fields).slice(1)}`
  })
  // Reused for every property.
  const chunks = new Array<string | number>(heads.length * 3)
  return (inputs: CalendarInputs): string => {
    const { prices, availabilities: tails } = readNights(inputs, createTailWriter(inputs))
    // Joining one list once creates no intermediate strings to be garbage-collected.
    for (let i = 0, chunkIndex = 0; i < heads.length; i++) {
      chunks[chunkIndex++] = heads[i]!
      chunks[chunkIndex++] = prices[i]!
      chunks[chunkIndex++] = tails[i]!
    }
    return `[${chunks.join('')}]`
  }
}

function listDates({ from, to }: Days): string[] {
  return Array.from({ length: to - from }, (_, i) => dateOf(from + i))
}

/** Returns a function that computes the prices and availabilities of nights. */
function nightsReader(days: Days, now: Date) {
  const extended = { from: days.from - 1, to: days.to }
  const readStart = startReader(now)
  const readSettings = settingsReader(days)
  return <T>(inputs: CalendarInputs, buildAvailability: AvailabilityBuilder<T>) => {
    const { today, firstCheckInDay } = readStart(inputs)
    const { causes, freeUnits } = computeNights(inputs, extended, today)
    const { prices, minimumStays, ends, overrides } = readSettings(inputs)
    const availabilities = new Array<T>(prices.length)
    // `causes` starts one night before `days`: `causes[i]` is the night that ends on day i.
    for (let i = 0; i < prices.length; i++) {
      const nightCauses = causes[i + 1]!
      let nightEnds = ends[i]!
      if (nightCauses !== 0 || days.from + i < firstCheckInDay) nightEnds &= ~checkInBit
      if (causes[i] !== 0) nightEnds &= ~checkOutBit
      if (overrides[i] !== 0) nightEnds |= overrideBit
      availabilities[i] = buildAvailability(
        minimumStays[i]!,
        nightCauses,
        nightEnds,
        freeUnits[i + 1]!,
      )
    }
    return { prices, availabilities }
  }
}

interface Availability {
  unavailable: boolean
  unavailabilityReason: ReturnType<typeof unavailabilityReason>
  availableForCheckIn: boolean
  availableForCheckOut: boolean
  minimumStayLength: number
  maximumStayLength: number
  availableUnits?: number
  comments?: string[]
}

/** Fields of an entry after its price. */
interface EntryFields {
  availability: Availability
  adjustedByCustomPricingPeriod: boolean
}

/**
 * Builds an availability. `ends` has the bits of open check-in and check-out, and of a set price.
 */
type AvailabilityBuilder<T> = (
  minimumStayLength: number,
  causes: number,
  ends: number,
  freeUnits: number,
) => T

/** Number of combinations of the three bits of `ends`. */
const endsCount = 8

/** Greater than any set of causes. */
const causesCount = 65_536

/**
 * Returns a builder of availabilities with `build`, memoized for all nights that are alike, also
 * those of other properties.
 */
function availabilityBuilder<T>(
  shape: EntryShape,
  build: (fields: EntryFields, currency: string) => T,
): (inputs: CalendarInputs) => AvailabilityBuilder<T> {
  const bySettings = new Map<string, AvailabilityBuilder<T>>()
  return ({ currency, hotel_uid, ...rules }) => {
    const maxNights = maximumStay(rules)
    const maximumStayLength = maxNights === Infinity ? 0 : maxNights
    const hasUnits = shape.availableUnits === true && hotel_uid !== null
    const settings = `${currency} ${maximumStayLength} ${hasUnits}`
    let buildAvailability = bySettings.get(settings)
    if (buildAvailability) return buildAvailability
    buildAvailability = memoized((minimumStayLength, causes, ends, freeUnits) => {
      const availability = {
        unavailable: causes !== 0,
        unavailabilityReason: unavailabilityReason(causes),
        availableForCheckIn: (ends & checkInBit) !== 0,
        availableForCheckOut: (ends & checkOutBit) !== 0,
        minimumStayLength,
        maximumStayLength,
        ...(hasUnits ? { availableUnits: freeUnits } : {}),
        ...(shape.comments ? { comments: causeSentences(causes) } : {}),
      }
      const adjustedByCustomPricingPeriod = (ends & overrideBit) !== 0
      return build({ availability, adjustedByCustomPricingPeriod }, currency)
    })
    bySettings.set(settings, buildAvailability)
    return buildAvailability
  }
}

function memoized<T>(build: AvailabilityBuilder<T>): AvailabilityBuilder<T> {
  const results = new Map<number, Map<number, T>>()
  return (minimumStayLength, causes, ends, freeUnits) => {
    let byKey = results.get(minimumStayLength)
    if (!byKey) {
      byKey = new Map()
      results.set(minimumStayLength, byKey)
    }
    const key = (freeUnits * causesCount + causes) * endsCount + ends
    let result = byKey.get(key)
    if (result === undefined) {
      result = build(minimumStayLength, causes, ends, freeUnits)
      byKey.set(key, result)
    }
    return result
  }
}
