/** Rows of a multi-calendar: contract/pricing.md §11. Pure. */

import { dateOf } from '../../../platform/dates/dates.ts'
import type { CalendarInputs, Days } from '../../prices/availability/calendar-inputs.ts'
import { causeName, type causeNames, computeNights } from '../../prices/calendar/nights.ts'
import {
  checkInBit,
  checkOutBit,
  type NightSettings,
  settingsReader,
  startReader,
} from '../../prices/calendar/read-night-settings.ts'
import { maximumStay } from '../../prices/stays/stay.ts'

export interface CalendarProperty extends CalendarInputs {
  parent_uid: string | null
  name: string
  city: string | null
  is_active: boolean
  /** Names of the units of a unit type, in the order of `units`. */
  unit_names: string[] | null
}

/** A lead that holds nights. */
export interface CalendarStay {
  leadUid: string
  status: string
  unitUid: string | null
  type: string
  guests: number
  checkIn: string
  checkOut: string
  holdExpires: number | null
  /** Null: there is no order. */
  isDue: boolean | null
  /** True if the calling partner created the lead. */
  isOwn: boolean
  channel: string
  guestName: string | null
}

/** Jobs of one status that start on a night. */
export type JobRun = [night: number, count: number, status: string]

/** Run of nights: its first, relative to `from`, and its length. */
export type Run = [offset: number, length: number]

/** Step of a run-length encoding: a value that applies from a night until the next step. */
export type Step = [offset: number, value: number]

type ClosedRun = [offset: number, length: number, cause: (typeof causeNames)[number]]

/** Returns a function that builds the row of a property for `days`, at an instant. */
export function rowBuilder(days: Days, now: Date) {
  const readStart = startReader(now)
  const readSettings = settingsReader(days)
  return (property: CalendarProperty) => {
    const start = readStart(property)
    const nights = computeNights(property, days, start.today)
    const settings = readSettings(property)
    const maxNights = maximumStay(property)
    return {
      today: dateOf(start.today),
      isMaster: property.is_master,
      units: presentUnits(property),
      prices: settings.prices,
      minimumStays: encodeSteps(settings.minimumStays),
      ...closedEnds(settings, days, start),
      overrides: listRuns(settings.overrides, override => override === 1),
      maximumStay: maxNights === Infinity ? 0 : maxNights,
      closed: closedRuns(nights.causes),
      ...(property.hotel_uid === null ? {} : { availableUnits: encodeSteps(nights.freeUnits) }),
    }
  }
}

function presentUnits({ units, unit_names }: CalendarProperty) {
  return (unit_names ?? []).map((name, i) => {
    // Both lists have the same units.
    const [unitUid, isActive] = units[i]!
    return { unitUid, name, isActive }
  })
}

/** Returns runs of dates, from today on, that allow no check-in or check-out, occupied or not. */
function closedEnds({ ends }: NightSettings, { from }: Days, start: Start) {
  return {
    noCheckIn: listRuns(ends, (nightEnds, i) => {
      return (
        from + i >= start.today &&
        (from + i < start.firstCheckInDay || (nightEnds & checkInBit) === 0)
      )
    }),
    noCheckOut: listRuns(
      ends,
      (nightEnds, i) => from + i >= start.today && (nightEnds & checkOutBit) === 0,
    ),
  }
}

interface Start {
  today: number
  firstCheckInDay: number
}

function encodeSteps(values: ArrayLike<number>): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < values.length; i++) {
    if (i === 0 || values[i - 1] !== values[i]) steps.push([i, values[i]!])
  }
  return steps
}

function listRuns(values: Uint8Array, matches: (value: number, i: number) => boolean): Run[] {
  const runs: Run[] = []
  let currentRun: Run | null = null
  for (let i = 0; i < values.length; i++) {
    if (!matches(values[i]!, i)) {
      currentRun = null
    } else if (currentRun) {
      currentRun[1]++
    } else {
      currentRun = [i, 1]
      runs.push(currentRun)
    }
  }
  return runs
}

/** Returns runs of closed nights, each with the cause of highest priority. */
function closedRuns(causes: Uint16Array): ClosedRun[] {
  const runs: ClosedRun[] = []
  let currentRun: ClosedRun | null = null
  for (let i = 0; i < causes.length; i++) {
    const cause = causeName(causes[i]!)
    if (cause === null) {
      currentRun = null
    } else if (currentRun?.[2] === cause) {
      currentRun[1]++
    } else {
      currentRun = [i, 1, cause]
      runs.push(currentRun)
    }
  }
  return runs
}
