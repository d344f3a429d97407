/** What is known of the nights of a property, out of the columns, runs and steps of an answer. */
import type { AnswerOf } from '../api/answer.ts'
import { dateOf, dayOf } from './days.ts'

export type MultiCalendar = AnswerOf<'GET /multi-calendar'>['multiCalendar']
export type CalendarRow = MultiCalendar['rows'][number]
type Kind = MultiCalendar['stays']['kinds'][number]

/** A lead on a row, as one object. */
interface Stay extends Omit<Kind, 'unit'> {
  leadUid: string
  propertyUid: string
  unitUid: string | null
  checkIn: string
  checkOut: string
  guests: number
  /** Null also for those who do not see guests' data. */
  guestName: string | null
  holdExpiresUtcDateTime: string | null
}

/** Jobs of one status that begin on a day. */
export interface Jobs {
  count: number
  status: JobStatus
}

type JobStatus = Extract<CalendarRow['jobs'][number][number], string>
export type Cause = Extract<CalendarRow['closed'][number][number], string>

/** The nights of one property from `first` on; lists have one value for each. */
export interface Nights {
  first: number
  prices: number[]
  minimumStays: number[]
  /** The minimum stay of most nights. */
  usualMinimum: number
  closed: (Cause | null)[]
  hasOwnPrice: boolean[]
  noCheckIn: boolean[]
  noCheckOut: boolean[]
  /** Free, but for fewer nights than anybody may stay. */
  isGap: boolean[]
  /** Of unit types. */
  freeUnits: number[] | null
  stays: PlacedStay[]
  jobs: Map<number, Jobs[]>
}

/** A stay from the night `from` to the day `to`, on which its guests leave. */
export interface PlacedStay extends Stay {
  from: number
  to: number
}

/** Nights by property. */
export interface Tile {
  first: number
  nightsOf: Map<string, Nights>
}

export function readTile(calendar: MultiCalendar): Tile {
  const first = dayOf(calendar.from)
  const staysOf = staysReader(calendar, first)
  const nightsOf = new Map<string, Nights>()
  for (const row of calendar.rows) {
    nightsOf.set(row.propertyUid, readNights(row, first, staysOf(row)))
  }
  return { first, nightsOf }
}

/** Gives a function that reads the stays of the next row out of their columns. */
function staysReader({ stays }: MultiCalendar, first: number) {
  const { leadUids, kinds, kindOf, checkIns, nights, guests, guestNames } = stays
  const expiresOf = new Map(stays.holds as [number, string][])
  let next = 0
  return (row: CalendarRow): PlacedStay[] =>
    Array.from({ length: row.stays }, () => {
      const i = next++
      const { unit, ...kind } = kinds[kindOf[i]!]!
      const from = first + checkIns[i]!
      const to = from + nights[i]!
      return {
        ...kind,
        leadUid: leadUids[i]!,
        propertyUid: row.propertyUid,
        unitUid: unit === null ? null : (row.units[unit]?.unitUid ?? null),
        checkIn: dateOf(from),
        checkOut: dateOf(to),
        guests: guests[i]!,
        guestName: guestNames?.[i] ?? null,
        holdExpiresUtcDateTime: expiresOf.get(i) ?? null,
        from,
        to,
      }
    })
}

function readNights(row: CalendarRow, first: number, stays: PlacedStay[]): Nights {
  const count = row.prices.length
  const closed = new Array<Cause | null>(count).fill(null)
  for (const [from, length, cause] of row.closed as [number, number, Cause][]) {
    closed.fill(cause, from, from + length)
  }
  const minimumStays = valuesOf(row.minimumStays, count)
  return {
    first,
    prices: row.prices,
    minimumStays,
    usualMinimum: mostFrequent(minimumStays),
    closed,
    hasOwnPrice: marksOf(row.overrides, count),
    noCheckIn: marksOf(row.noCheckIn, count),
    noCheckOut: marksOf(row.noCheckOut, count),
    isGap: gapsOf(closed, minimumStays),
    freeUnits: row.availableUnits ? valuesOf(row.availableUnits, count) : null,
    stays,
    jobs: jobsOf(row, first),
  }
}

/** Steps as a value for each night. */
function valuesOf(steps: readonly number[][], count: number): number[] {
  const values = new Array<number>(count).fill(0)
  for (const [from = 0, value = 0] of steps) values.fill(value, from)
  return values
}

/** Runs as a mark for each night. */
function marksOf(runs: readonly number[][], count: number): boolean[] {
  const marks = new Array<boolean>(count).fill(false)
  for (const [from = 0, length = 0] of runs) marks.fill(true, from, from + length)
  return marks
}

/** Free nights between closed ones that are fewer than the first of them asks for. */
function gapsOf(closed: readonly (Cause | null)[], minimumStays: number[]): boolean[] {
  const gaps = new Array<boolean>(closed.length).fill(false)
  let from = -1
  for (const [night, cause] of closed.entries()) {
    if (cause === null) continue
    const length = night - from - 1
    if (from >= 0 && length > 0 && length < minimumStays[from + 1]!) {
      gaps.fill(true, from + 1, night)
    }
    from = night
  }
  return gaps
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [1, 0])[0]
}

function jobsOf({ jobs }: CalendarRow, first: number): Map<number, Jobs[]> {
  const byDay = new Map<number, Jobs[]>()
  for (const [night, count, status] of jobs as [number, number, JobStatus][]) {
    const those = byDay.get(first + night)
    if (those) those.push({ count, status })
    else byDay.set(first + night, [{ count, status }])
  }
  return byDay
}
