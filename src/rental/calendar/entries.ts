/**
 * A calendar's entries, contract/pricing.md §2, written as JSON text: an answer may have 120,000 of
 * them, and most differ from another in nothing but the date.
 */
import { dateOf, localDayOf } from '../../platform/dates.ts'
import type { CalendarFacts, Days } from './facts.ts'
import { listPrice } from './list-price.ts'
import { nightsOf, reasonOf, sentencesOf } from './nights.ts'
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

/** What the entries of one property have in common. */
interface Writing {
  facts: CalendarFacts
  shape: EntryShape
  /** The first day far enough ahead to check in on. */
  opens: number
}

/** What an entry says of a day besides its date. */
interface Day {
  day: number
  period: Period | undefined
  causes: number
  freeUnits: number
  isLeavable: boolean
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
  return facts => {
    const today = localDayOf(now, facts.time_zone)
    const { causes, freeUnits } = nightsOf(facts, around, today)
    const periods = periodsByDay(facts.periods)
    const opens = firstCheckIn(facts, now, today)
    const tailOf = tailWriter({ facts, shape, opens })
    const entries = heads.map((head, i) => {
      const [day, night] = [days.from + i, i + 1]
      return (
        head +
        tailOf({
          day,
          period: periods.get(day),
          causes: causes[night]!,
          freeUnits: freeUnits[night]!,
          isLeavable: causes[night - 1] === 0,
        })
      )
    })
    return `[${entries.join(',')}]`
  }
}

function headOf(day: number): string {
  return `{"date":"${dateOf(day)}","pricing":{"value":`
}

/** Days of one weekday without a period often say the same: their tails are kept. */
function tailWriter(writing: Writing): (day: Day) => string {
  const kept = new Map<number, string>()
  return day => {
    if (day.period) return tailOf(writing, day)
    const isOpen = day.day >= writing.opens
    const flags = (day.isLeavable ? 1 : 0) + (isOpen ? 2 : 0)
    const key = ((day.freeUnits * 512 + day.causes) * 4 + flags) * 7 + (((day.day % 7) + 7) % 7)
    const known = kept.get(key)
    if (known !== undefined) return known
    const tail = tailOf(writing, day)
    kept.set(key, tail)
    return tail
  }
}

/** What follows the date: the rest of the entry. */
function tailOf({ facts, shape, opens }: Writing, { day, period, ...night }: Day): string {
  const price = JSON.stringify(Number(listPrice(facts, period, day)))
  const most = maximumStay(facts)
  const isFree = night.causes === 0
  const availability = {
    unavailable: !isFree,
    unavailabilityReason: reasonOf(night.causes),
    availableForCheckIn: isFree && day >= opens && allowsCheckIn(facts, period, day),
    availableForCheckOut: night.isLeavable && allowsCheckOut(period),
    minimumStayLength: minimumStay(facts, period, day, day + 1),
    maximumStayLength: most === Infinity ? 0 : most,
    ...(shape.availableUnits && facts.hotel_uid !== null
      ? { availableUnits: night.freeUnits }
      : {}),
    ...(shape.comments ? { comments: sentencesOf(night.causes) } : {}),
  }
  const notes = shape.notes ? `,"notes":${JSON.stringify(notesOf(night.causes))}` : ''
  const currency = JSON.stringify(facts.currency)
  return `${price},"currency":${currency}},"availability":${JSON.stringify(availability)}${notes}}`
}

function notesOf(causes: number): string | null {
  return causes === 0 ? null : sentencesOf(causes).join('; ')
}
