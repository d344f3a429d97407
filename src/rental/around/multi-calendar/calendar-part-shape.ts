/**
 * What a calendar in columns tells of one property: kept for itself while nobody changes that. What
 * is changed beside it – jobs, and which leads wait to be read – is not in it. Pure.
 */
import { dayOf, utcText } from '../../../platform/dates.ts'
import type { Days } from '../../prices/calendar-facts/facts.ts'
import { rowMaker, type StayFacts } from './multi-calendar.ts'
import type { ShownFacts } from './multi-calendar-facts.sql.ts'

export interface CalendarPart {
  /** Its row as JSON, up to the jobs. */
  row: string
  /** What many stays have in common, as JSON up to whether they are unread. */
  kinds: string[]
  /** Of each stay, in their order. */
  leadUids: string[]
  kindOf: number[]
  /** The same as JSON, with commas between them. */
  checkIns: string
  nights: string
  guests: string
  guestNames: string
  /** Which of the stays lapse, and when. */
  holds: [stay: number, expires: string][]
}

/** Neither stands in JSON between anything. */
const [betweenLists, betweenOnes] = ['\n', '\t']

/** A part as it is kept. */
export function writePart(part: CalendarPart): string {
  const { row, kinds, leadUids, kindOf, checkIns, nights, guests, guestNames, holds } = part
  const held = holds.map(hold => hold.join(' ')).join(betweenOnes)
  const lists = [kinds.join(betweenOnes), leadUids.join(), kindOf.join()]
  return [row, ...lists, checkIns, nights, guests, guestNames, held].join(betweenLists)
}

export function readPart(text: string): CalendarPart {
  const [row = '', kinds = '', leadUids = '', kindOf = '', ...columns] = text.split(betweenLists)
  const [checkIns = '', nights = '', guests = '', guestNames = '', held = ''] = columns
  return {
    row,
    kinds: listOf(kinds, betweenOnes),
    leadUids: listOf(leadUids, ','),
    kindOf: listOf(kindOf, ',').map(Number),
    ...{ checkIns, nights, guests, guestNames },
    holds: listOf(held, betweenOnes).map(hold => {
      const [stay, expires] = hold.split(' ')
      return [Number(stay), expires!]
    }),
  }
}

function listOf(text: string, between: string): string[] {
  return text === '' ? [] : text.split(between)
}

/** Gives a function that makes the part of a property for `days` at an instant. */
export function partMaker(days: Days, now: Date) {
  const rowOf = rowMaker(days, now)
  const dayOfLocal = dayReader()
  return (property: ShownFacts, stays: readonly StayFacts[]): CalendarPart => {
    const shown = staysShown(property, stays, days)
    const columns = stayColumns(property, shown, days, dayOfLocal)
    const text = JSON.stringify({
      ...presentProperty(property),
      ...rowOf(property),
      stays: shown.length,
    })
    return { row: `${text.slice(0, -1)},"jobs":`, ...columns }
  }
}

function presentProperty(property: ShownFacts) {
  return {
    propertyUid: property.uid,
    name: property.name,
    city: property.city,
    isActive: property.is_active,
    hotelUid: property.hotel_uid,
    parentUid: property.parent_uid,
    currency: property.currency,
    maxGuests: property.max_guests,
    turnOverDays: property.turn_over_days ?? 0,
  }
}

interface Shown extends StayFacts {
  turnoverNights: number
}

/** Those that hold nights of the asked ones. */
function staysShown(
  { units }: ShownFacts,
  stays: readonly StayFacts[],
  { from, to }: Days,
): Shown[] {
  const turnovers = new Map<string, number>()
  for (const [, , taken] of units) {
    for (const [start, end, turnover, , , leadUid] of taken) {
      if (start < to && end > from) turnovers.set(leadUid!, turnover)
    }
  }
  return stays.flatMap(stay => {
    const turnoverNights = turnovers.get(stay.leadUid)
    return turnoverNights === undefined ? [] : [{ ...stay, turnoverNights }]
  })
}

function stayColumns(
  { units, personal, hotel_uid }: ShownFacts,
  stays: Shown[],
  { from }: Days,
  dayOfLocal: (local: string) => number,
) {
  const kinds = new Kinds()
  const holds: CalendarPart['holds'] = []
  const [kindOf, checkIns, nights] = [[] as number[], [] as number[], [] as number[]]
  for (const [i, stay] of stays.entries()) {
    const unit = hotel_uid === null ? -1 : units.findIndex(([uid]) => uid === stay.unitUid)
    const checkIn = dayOfLocal(stay.checkIn)
    kindOf.push(kinds.placeOf(stay, unit < 0 ? null : unit))
    checkIns.push(checkIn - from)
    nights.push(dayOfLocal(stay.checkOut) - checkIn)
    if (stay.holdExpires !== null) holds.push([i, utcText(new Date(stay.holdExpires))])
  }
  const nameOf = ({ isOwn, guestName }: Shown) => (personal || isOwn ? guestName : null)
  return {
    kinds: kinds.texts,
    leadUids: stays.map(({ leadUid }) => leadUid),
    kindOf,
    checkIns: checkIns.join(),
    nights: nights.join(),
    guests: stays.map(({ guests }) => guests).join(),
    guestNames: stays.map(stay => JSON.stringify(nameOf(stay))).join(),
    holds,
  }
}

/** What many stays have in common. */
class Kinds {
  readonly texts: string[] = []
  readonly #places = new Map<string, number>()

  /** The place of what is so of a stay. */
  placeOf(stay: Shown, unit: number | null): number {
    const { type, status, channel, isDue, turnoverNights, checkIn, checkOut } = stay
    const times = checkIn.slice(11, 16) + checkOut.slice(11, 16)
    const name = `${type} ${status} ${times} ${unit} ${turnoverNights} ${isDue} ${channel}`
    const known = this.#places.get(name)
    if (known !== undefined) return known
    const kind = {
      ...{ type, status, channel, unit, turnoverNights },
      arrivesAt: times.slice(0, 5),
      leavesAt: times.slice(5),
      balance: isDue === null ? null : isDue ? 'DUE' : 'PAID',
    }
    const place = this.texts.push(`${JSON.stringify(kind).slice(0, -1)},"isUnread":`) - 1
    this.#places.set(name, place)
    return place
  }
}

/** Gives a function that reads the day of a local time; stays share few. */
function dayReader() {
  const known = new Map<string, number>()
  return (local: string): number => {
    const date = local.slice(0, 10)
    let day = known.get(date)
    if (day === undefined) {
      day = dayOf(date)
      known.set(date, day)
    }
    return day
  }
}
