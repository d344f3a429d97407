/** Rows of many calendars in columns: contract/pricing.md §11. Pure. */

import { dateOf } from '../../../platform/dates.ts'
import { causeWords, nightsOf, wordOf } from '../../prices/calendar/nights.ts'
import {
  checkInBit,
  checkOutBit,
  type NightSettings,
  settingsReader,
  startReader,
} from '../../prices/calendar/read-night-settings.ts'
import type { CalendarFacts, Days } from '../../prices/calendar-facts/facts.ts'
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
  unitUid: string | null
  type: string
  guests: number
  checkIn: string
  checkOut: string
  holdExpires: number | null
  /** Null: it has no order. */
  isDue: boolean | null
  /** The partner that asks has made it. */
  isOwn: boolean
  channel: string
  guestName: string | null
}

/** Jobs of a status that begin on a night: which, how many they are. */
export type JobRun = [night: number, count: number, status: string]

/** A run of nights: the first, counted from the asked one, and how many they are. */
export type Run = [offset: number, length: number]

/** From a night on, until the next entry, a value applies. */
export type Step = [offset: number, value: number]

type ClosedRun = [offset: number, length: number, cause: (typeof causeWords)[number]]

/** Gives a function that makes the row of a property for `days` at an instant. */
export function rowMaker(days: Days, now: Date) {
  const startOf = startReader(now)
  const settingsOf = settingsReader(days)
  return (facts: PropertyFacts) => {
    const start = startOf(facts)
    const nights = nightsOf(facts, days, start.today)
    const settings = settingsOf(facts)
    const most = maximumStay(facts)
    return {
      today: dateOf(start.today),
      isMaster: facts.is_master,
      units: presentUnits(facts),
      prices: settings.prices,
      minimumStays: stepsOf(settings.minimumStays),
      ...closedEnds(settings, days, start),
      overrides: runsOf(settings.overrides, isOne => isOne === 1),
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

/** From today on, the dates on which one may not check in, or out, whatever is taken. */
function closedEnds({ ends }: NightSettings, { from }: Days, start: Start) {
  return {
    noCheckIn: runsOf(ends, (open, i) => {
      return from + i >= start.today && (from + i < start.opens || (open & checkInBit) === 0)
    }),
    noCheckOut: runsOf(ends, (open, i) => from + i >= start.today && (open & checkOutBit) === 0),
  }
}

interface Start {
  today: number
  opens: number
}

function stepsOf(values: ArrayLike<number>): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < values.length; i++) {
    if (i === 0 || values[i - 1] !== values[i]) steps.push([i, values[i]!])
  }
  return steps
}

function runsOf(values: Uint8Array, holds: (value: number, i: number) => boolean): Run[] {
  const runs: Run[] = []
  let open: Run | null = null
  for (let i = 0; i < values.length; i++) {
    if (!holds(values[i]!, i)) {
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
