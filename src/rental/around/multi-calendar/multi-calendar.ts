/** Rows of many calendars in columns: contract/pricing.md §11. Pure. */

import { dateOf } from '../../../platform/dates.ts'
import { priceReader, settingsReader, startReader } from '../../prices/calendar/entries.ts'
import type { CalendarFacts, Days } from '../../prices/calendar/facts.ts'
import { causeWords, nightsOf, wordOf } from '../../prices/calendar/nights.ts'
import { maximumStay } from '../../prices/stays/stay.ts'

export { causeWords }

/** A property as the statement gives it. */
export interface PropertyFacts extends CalendarFacts {
  parent_uid: string | null
  name: string
  city: string | null
  is_active: boolean
  /** Of a unit type, in the order of its units. */
  unit_names: string[] | null
}

/** A lead that holds nights. */
export interface StayFacts {
  leadUid: string
  status: string
  source: string
  propertyUid: string
  unitUid: string | null
  type: string
  guests: number
  checkIn: string
  checkOut: string
  holdExpires: number | null
  /** Null: it has no order. */
  isDue: boolean | null
  isUnread: boolean
  /** The partner that asks has made it. */
  isOwn: boolean
  channel: string
  guestName: string | null
}

export interface JobFacts {
  jobUid: string
  propertyUid: string
  unitUid: string | null
  date: string
  status: string
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
  return (facts: PropertyFacts) => {
    const { today, opens } = startOf(facts)
    const nights = nightsOf(facts, days, today)
    const settingsOf = settingsReader(facts, priceOf)
    const most = maximumStay(facts)
    const columns = columnsOf(days, settingsOf, { today, opens })
    return {
      today: dateOf(today),
      isMaster: facts.is_master,
      units: presentUnits(facts),
      ...columns,
      overrides: runsOf(days, day => facts.periods.get(day)?.price != null),
      maximumStay: most === Infinity ? 0 : most,
      closed: closedRuns(nights.causes),
      ...(facts.hotel_uid === null ? {} : { availableUnits: stepsOf(nights.freeUnits) }),
    }
  }
}

function presentUnits({ units, unit_names }: PropertyFacts) {
  return (unit_names ?? []).map((name, i) => {
    const [unitUid, isActive] = units[i]!
    return { unitUid, name, isActive }
  })
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
