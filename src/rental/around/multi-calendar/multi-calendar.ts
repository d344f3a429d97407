/** Rows of many calendars in columns: contract/pricing.md §11. Pure. */

import { dateOf } from '../../../platform/dates.ts'
import { priceReader, settingsReader, startReader } from '../../prices/calendar/entries.ts'
import type { CalendarFacts, Days } from '../../prices/calendar/facts.ts'
import type { Taken, Unit } from '../../prices/calendar/free-units.ts'
import { causeWords, nightsOf, wordOf } from '../../prices/calendar/nights.ts'
import { maximumStay } from '../../prices/stays/stay.ts'

export { causeWords }

/** A property as the statement gives it; its periods as columns, each a text of an SQL array. */
export type PropertyFacts = Omit<CalendarFacts, 'units' | 'periods' | 'is_master'> & {
  parent_uid: string | null
  name: string
  city: string | null
  is_active: boolean
  period_days: string | null
  period_prices: string | null
  period_minimum_stays: string | null
  period_check_ins: string | null
  period_check_outs: string | null
}

/** A unit of a row, its own or that of a sub, and what is taken of it: see `readTaken`. */
export type RoomFacts = [
  rowUid: string,
  uid: string,
  propertyUid: string,
  name: string,
  isActive: boolean,
  taken: string | null,
]

/** A unit of a row with what is taken of it, by night. */
export interface Room {
  uid: string
  propertyUid: string
  name: string
  isActive: boolean
  taken: (Taken & { lead?: StayFacts })[]
}

/** A lead on one of the rows. */
export interface StayFacts {
  leadUid: string
  /** The place of its row, from 1. */
  place: number
  unitUid: string | null
  type: string
  guests: number
  checkIn: string
  checkOut: string
  holdExpires: number | null
  isDue: boolean | null
  isUnread: boolean
  channel: string
  /** Undefined: guests' data are not shown. */
  guestName: string | null | undefined
}

/** A run of nights: the first, counted from the asked one, and how many they are. */
export type Run = [offset: number, length: number]

/** From a night on, until the next entry, a value applies. */
export type Step = [offset: number, value: number]

type ClosedRun = [offset: number, length: number, cause: (typeof causeWords)[number]]

/** Gives a function that makes the row of a property for `days` at an instant. */
export function rowMaker(days: Days, now: Date) {
  const startOf = startReader(now)
  const priceOf = priceReader()
  return (property: PropertyFacts, rooms: Room[]) => {
    const facts = factsOf(property, rooms)
    const { today, opens } = startOf(facts)
    const nights = nightsOf(facts, days, today)
    const settingsOf = settingsReader(facts, priceOf)
    const most = maximumStay(facts)
    const columns = columnsOf(days, day => settingsOf(day), { today, opens })
    const priced = new Set(facts.periods.flatMap(([day, price]) => (price === null ? [] : [day])))
    return {
      today: dateOf(today),
      isMaster: facts.is_master,
      units: facts.hotel_uid === null ? [] : rooms.map(presentUnit),
      ...columns,
      overrides: runsOf(days, day => priced.has(day)),
      maximumStay: most === Infinity ? 0 : most,
      closed: closedRuns(nights.causes),
      ...(facts.hotel_uid === null ? {} : { availableUnits: stepsOf(nights.freeUnits) }),
    }
  }
}

function factsOf(property: PropertyFacts, rooms: Room[]): CalendarFacts {
  return {
    ...property,
    is_master: rooms.some(({ propertyUid }) => propertyUid !== property.uid),
    units: rooms.map(({ uid, isActive, taken }): Unit => [uid, isActive, taken]),
    periods: periodsOf(property),
  }
}

function periodsOf(property: PropertyFacts): CalendarFacts['periods'] {
  const days = elementsOf(property.period_days)
  const prices = elementsOf(property.period_prices)
  const minimumStays = elementsOf(property.period_minimum_stays)
  const checkIns = elementsOf(property.period_check_ins)
  const checkOuts = elementsOf(property.period_check_outs)
  return days.map((day, i) => [
    Number(day),
    prices[i] === 'NULL' ? null : prices[i]!,
    minimumStays[i] === 'NULL' ? null : Number(minimumStays[i]),
    truthOf(checkIns[i]!),
    truthOf(checkOuts[i]!),
  ])
}

/** The elements of an SQL array of numbers or truths as a text. */
function elementsOf(array: string | null): string[] {
  return array === null ? [] : array.slice(1, -1).split(',')
}

function truthOf(text: string): boolean | null {
  return text === 'NULL' ? null : text === 't'
}

function presentUnit({ uid: unitUid, name, isActive }: Room) {
  return { unitUid, name, isActive }
}

type SettingsOf = ReturnType<typeof settingsReader>

function columnsOf(days: Days, settingsOf: SettingsOf, start: { today: number; opens: number }) {
  const all = Array.from({ length: days.to - days.from }, (_, i) => settingsOf(days.from + i))
  return {
    prices: all.map(({ pricing }) => pricing.value),
    minimumStays: stepsOf(all.map(({ minimumStayLength }) => minimumStayLength)),
    noCheckIn: runsOf(days, (day, i) => {
      return day >= start.today && (day < start.opens || !all[i]!.allowsCheckIn)
    }),
    noCheckOut: runsOf(days, (day, i) => day >= start.today && !all[i]!.allowsCheckOut),
  }
}

function stepsOf(values: ArrayLike<number>): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < values.length; i++) {
    if (steps.at(-1)?.[1] !== values[i]) steps.push([i, values[i]!])
  }
  return steps
}

function runsOf({ from, to }: Days, holds: (day: number, i: number) => boolean): Run[] {
  const runs: Run[] = []
  let open: Run | null = null
  for (let i = 0; i < to - from; i++) {
    if (!holds(from + i, i)) {
      open = null
    } else if (open) {
      open[1]++
    } else {
      open = [i, 1]
      runs.push(open)
    }
  }
  return runs
}

/** Each closed night in one run, by the cause that wins. */
function closedRuns(causes: Uint16Array): ClosedRun[] {
  const runs: ClosedRun[] = []
  let open: ClosedRun | null = null
  for (let i = 0; i < causes.length; i++) {
    const word = wordOf(causes[i]!)
    if (word === null) {
      open = null
    } else if (open?.[2] === word) {
      open[1]++
    } else {
      open = [i, 1, word]
      runs.push(open)
    }
  }
  return runs
}
