/**
 * Fragment of a multi-calendar: columns of one property, cached on their own and invalidated by
 * changes of the property or its stays. Jobs and unread threads are not part of it. Pure.
 */
import { dayOf, utcText } from '../../../platform/dates/dates.ts'
import type { Days } from '../../prices/availability/calendar-inputs.ts'
import { type CalendarStay, rowBuilder } from './multi-calendar.ts'
import type { VisibleProperty } from './multi-calendar-inputs.sql.ts'

export interface CalendarFragment {
  /** Row of the property as JSON, truncated before the value of `jobs`. */
  row: string
  /** Kinds of stays, each as JSON truncated before the value of `isUnread`. */
  kinds: string[]
  /** Lead of each stay, sorted by check-in. */
  leadUids: string[]
  /** Index of the kind of each stay. */
  kindOf: number[]
  /** Columns of the stays: JSON values, separated by commas. */
  checkIns: string
  nights: string
  guests: string
  guestNames: string
  /** Stays that expire, by index, with their expiry. */
  holds: [stay: number, expires: string][]
}

/** Separators that occur in no JSON text. */
const [listSeparator, itemSeparator] = ['\n', '\t']

/** Serializes a fragment for the cache. */
export function writeFragment(fragment: CalendarFragment): string {
  const { row, kinds, leadUids, kindOf, checkIns, nights, guests, guestNames, holds } = fragment
  const held = holds.map(hold => hold.join(' ')).join(itemSeparator)
  const lists = [kinds.join(itemSeparator), leadUids.join(), kindOf.join()]
  return [row, ...lists, checkIns, nights, guests, guestNames, held].join(listSeparator)
}

export function readFragment(text: string): CalendarFragment {
  const [row = '', kinds = '', leadUids = '', kindOf = '', ...columns] = text.split(listSeparator)
  const [checkIns = '', nights = '', guests = '', guestNames = '', held = ''] = columns
  return {
    row,
    kinds: splitList(kinds, itemSeparator),
    leadUids: splitList(leadUids, ','),
    kindOf: splitList(kindOf, ',').map(Number),
    ...{ checkIns, nights, guests, guestNames },
    holds: splitList(held, itemSeparator).map(hold => {
      const [stay, expires] = hold.split(' ')
      return [Number(stay), expires!]
    }),
  }
}

function splitList(text: string, separator: string): string[] {
  return text === '' ? [] : text.split(separator)
}

/** Returns a function that builds the fragment of a property for `days`, at an instant. */
export function fragmentBuilder(days: Days, now: Date) {
  const buildRow = rowBuilder(days, now)
  const parseDay = dayParser()
  return (property: VisibleProperty, stays: readonly CalendarStay[]): CalendarFragment => {
    const occupying = occupyingStays(property, stays, days)
    const columns = stayColumns(property, occupying, days, parseDay)
    const text = JSON.stringify({
      ...presentProperty(property),
      ...buildRow(property),
      stays: occupying.length,
    })
    return { row: `${text.slice(0, -1)},"jobs":`, ...columns }
  }
}

function presentProperty(property: VisibleProperty) {
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

interface StayWithTurnover extends CalendarStay {
  turnoverNights: number
}

/** Returns the stays that occupy nights of `days`, each with its turnover. */
function occupyingStays(
  { units }: VisibleProperty,
  stays: readonly CalendarStay[],
  { from, to }: Days,
): StayWithTurnover[] {
  const turnovers = new Map<string, number>()
  for (const [, , occupied] of units) {
    for (const [start, end, turnover, , , leadUid] of occupied) {
      if (start < to && end > from) turnovers.set(leadUid!, turnover)
    }
  }
  return stays.flatMap(stay => {
    const turnoverNights = turnovers.get(stay.leadUid)
    return turnoverNights === undefined ? [] : [{ ...stay, turnoverNights }]
  })
}

function stayColumns(
  { units, personal, hotel_uid }: VisibleProperty,
  stays: StayWithTurnover[],
  { from }: Days,
  parseDay: (local: string) => number,
) {
  const kinds = new StayKinds()
  const holds: CalendarFragment['holds'] = []
  const [kindOf, checkIns, nights] = [[] as number[], [] as number[], [] as number[]]
  for (const [i, stay] of stays.entries()) {
    const unit = hotel_uid === null ? -1 : units.findIndex(([uid]) => uid === stay.unitUid)
    const checkIn = parseDay(stay.checkIn)
    kindOf.push(kinds.indexOf(stay, unit < 0 ? null : unit))
    checkIns.push(checkIn - from)
    nights.push(parseDay(stay.checkOut) - checkIn)
    if (stay.holdExpires !== null) holds.push([i, utcText(new Date(stay.holdExpires))])
  }
  const visibleName = ({ isOwn, guestName }: StayWithTurnover) =>
    personal || isOwn ? guestName : null
  return {
    kinds: kinds.texts,
    leadUids: stays.map(({ leadUid }) => leadUid),
    kindOf,
    checkIns: checkIns.join(),
    nights: nights.join(),
    guests: stays.map(({ guests }) => guests).join(),
    guestNames: stays.map(stay => JSON.stringify(visibleName(stay))).join(),
    holds,
  }
}

/** Distinct combinations of attributes of stays. */
class StayKinds {
  readonly texts: string[] = []
  readonly #indices = new Map<string, number>()

  /** Returns the index of the kind of a stay, and adds the kind if it is new. */
  indexOf(stay: StayWithTurnover, unit: number | null): number {
    const { type, status, channel, isDue, turnoverNights, checkIn, checkOut } = stay
    const times = checkIn.slice(11, 16) + checkOut.slice(11, 16)
    const key = `${type} ${status} ${times} ${unit} ${turnoverNights} ${isDue} ${channel}`
    const existing = this.#indices.get(key)
    if (existing !== undefined) return existing
    const kind = {
      ...{ type, status, channel, unit, turnoverNights },
      arrivesAt: times.slice(0, 5),
      leavesAt: times.slice(5),
      balance: isDue === null ? null : isDue ? 'DUE' : 'PAID',
    }
    const index = this.texts.push(`${JSON.stringify(kind).slice(0, -1)},"isUnread":`) - 1
    this.#indices.set(key, index)
    return index
  }
}

/** Returns a memoized parser of the date of a local time: stays share few dates. */
function dayParser() {
  const days = new Map<string, number>()
  return (local: string): number => {
    const date = local.slice(0, 10)
    let day = days.get(date)
    if (day === undefined) {
      day = dayOf(date)
      days.set(date, day)
    }
    return day
  }
}
