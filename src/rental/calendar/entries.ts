/**
 * A calendar's entries, contract/pricing.md §2, written as JSON text: an answer may have 120,000 of
 * them, and most differ from another in nothing but the date.
 */
import { dateOf, localDayOf } from '../../platform/dates.ts'
import type { CalendarFacts, Days } from './facts.ts'
import { listPrice } from './list-price.ts'
import { causesMax, nightsOf, reasonOf, sentencesOf } from './nights.ts'
import {
  allowsCheckIn,
  allowsCheckOut,
  firstCheckIn,
  maximumStay,
  minimumStay,
  type Period,
  periodsByDay,
} from './stay.ts'

/** What an entry has beyond what every entry has. */
export interface EntryShape {
  /** Unit types have `availability.availableUnits`. */
  availableUnits?: boolean
  /** `availability.comments`. */
  comments?: boolean
  /** `notes`: the same as one text. */
  notes?: boolean
}

/**
 * Gives a function that writes the entries of a property for `days` as a JSON array. Its facts must
 * reach one night further at both ends.
 */
export function entriesWriter(
  days: Days,
  now: Date,
  shape: EntryShape,
): (facts: CalendarFacts) => string {
  const heads = Array.from({ length: days.to - days.from }, (_, i) => headOf(days.from + i))
  const around = { from: days.from - 1, to: days.to }
  const startOf = startReader(now)
  const textOfPrice = priceWriter()
  return facts => {
    const { today, opens } = startOf(facts)
    const { causes, freeUnits } = nightsOf(facts, around, today)
    const rulesOf = dayReader(facts, textOfPrice)
    const tailOf = tailWriter(facts, shape)
    let text = ''
    for (const [i, head] of heads.entries()) {
      const day = days.from + i
      const rules = rulesOf(day)
      const night = i + 1
      const isFree = causes[night] === 0
      text += head + rules.price
      text += tailOf({
        causes: causes[night]!,
        availableForCheckIn: isFree && day >= opens && rules.allowsCheckIn,
        availableForCheckOut: causes[night - 1] === 0 && rules.allowsCheckOut,
        minimumStay: rules.minimumStay,
        freeUnits: freeUnits[night]!,
      })
    }
    return `[${text.slice(1)}]`
  }
}

function headOf(day: number): string {
  return `,{"date":"${dateOf(day)}","pricing":{"value":`
}

/** Today and the first day to check in on, which most properties of an agency share. */
function startReader(now: Date) {
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

type WritePrice = (facts: CalendarFacts, period: Period | undefined, day: number) => string

/** Writes list prices; those of periods recur over days and properties. */
function priceWriter(): WritePrice {
  const texts = new Map<string, string>()
  return (facts, period, day) => {
    const key = period?.price == null ? null : `${facts.currency} ${period.price}`
    const known = key === null ? undefined : texts.get(key)
    if (known !== undefined) return known
    const text = JSON.stringify(Number(listPrice(facts, period, day)))
    if (key !== null) texts.set(key, text)
    return text
  }
}

/** What a property asks of a day, whatever is taken; days without a period differ by weekday. */
function dayReader(facts: CalendarFacts, textOfPrice: WritePrice) {
  const periods = periodsByDay(facts.periods)
  const read = (day: number, period?: Period) => ({
    price: textOfPrice(facts, period, day),
    minimumStay: minimumStay(facts, period, day, day + 1),
    allowsCheckIn: allowsCheckIn(facts, period, day),
    allowsCheckOut: allowsCheckOut(period),
  })
  const readPlain = remembered(read, day => (day + 7 * 1e6) % 7)
  return (day: number) => {
    const period = periods.get(day)
    return period ? read(day, period) : readPlain(day)
  }
}

/** What an entry says of the night beyond its price. */
interface Night {
  causes: number
  availableForCheckIn: boolean
  availableForCheckOut: boolean
  minimumStay: number
  freeUnits: number
}

/** Writes what follows the price. Few nights differ, so each text is made once. */
function tailWriter(facts: CalendarFacts, shape: EntryShape): (night: Night) => string {
  const currency = JSON.stringify(facts.currency)
  const hasUnits = shape.availableUnits && facts.hotel_uid !== null
  const most = maximumStay(facts)
  const write = ({ causes, minimumStay, freeUnits, ...night }: Night) => {
    const availability = {
      unavailable: causes !== 0,
      unavailabilityReason: reasonOf(causes),
      ...night,
      minimumStayLength: minimumStay,
      maximumStayLength: most === Infinity ? 0 : most,
      ...(hasUnits ? { availableUnits: freeUnits } : {}),
      ...(shape.comments ? { comments: sentencesOf(causes) } : {}),
    }
    const notes = shape.notes ? `,"notes":${JSON.stringify(notesOf(causes))}` : ''
    return `,"currency":${currency}},"availability":${JSON.stringify(availability)}${notes}}`
  }
  return remembered(write, night => {
    const flags = (night.availableForCheckIn ? 2 : 0) + (night.availableForCheckOut ? 1 : 0)
    return ((night.freeUnits * causesMax + night.causes) * 4 + flags) * 4_096 + night.minimumStay
  })
}

function notesOf(causes: number): string | null {
  return causes === 0 ? null : sentencesOf(causes).join('; ')
}

/** The same function, which works out each result once. */
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
