/** Nights of properties, decoded from the compact columns of the response. */
import type { ResponseOf } from '../api/response-types.ts'
import { dateOf, dayOf } from '../shared/days.ts'

export type MultiCalendar = ResponseOf<'GET /multi-calendar'>['multiCalendar']
type CalendarRow = MultiCalendar['rows'][number]
type StayKind = MultiCalendar['stays']['kinds'][number]

/** A lead on a row, as one object. */
interface Stay extends Omit<StayKind, 'unit'> {
  leadUid: string
  propertyUid: string
  unitUid: string | null
  checkIn: string
  checkOut: string
  guests: number
  /** Null if unknown, or hidden from the user. */
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

/** Nights of one property; each list has one value per night from `firstDay` on. */
export interface Nights {
  firstDay: number
  prices: number[]
  minimumStays: number[]
  /** Most frequent minimum stay. */
  usualMinimum: number
  closed: (Cause | null)[]
  hasOwnPrice: boolean[]
  noCheckIn: boolean[]
  noCheckOut: boolean[]
  /** True for free nights in a gap that is shorter than the minimum stay. */
  isGap: boolean[]
  /** Number of free units, for unit types. */
  freeUnits: number[] | null
  stays: PlacedStay[]
  jobs: Map<number, Jobs[]>
}

/** Stay with its dates as day numbers; guests leave on day `to`. */
export interface PlacedStay extends Stay {
  from: number
  to: number
}

/** Nights of several properties for a quarter. */
export interface Tile {
  firstDay: number
  nightsByProperty: Map<string, Nights>
}

export function readTile(calendar: MultiCalendar): Tile {
  const firstDay = dayOf(calendar.from)
  const readStays = createStaysReader(calendar, firstDay)
  const nightsByProperty = new Map<string, Nights>()
  for (const row of calendar.rows) {
    nightsByProperty.set(row.propertyUid, readNights(row, firstDay, readStays(row)))
  }
  return { firstDay, nightsByProperty }
}

/**
 * Returns a function that decodes the stays of the next row. Rows must be read in order: the stays
 * have no row numbers.
 */
function createStaysReader({ stays }: MultiCalendar, firstDay: number) {
  const { leadUids, kinds, kindOf, checkIns, nights, guests, guestNames } = stays
  const holdExpiries = new Map(stays.holds as [number, string][])
  let nextIndex = 0
  return (row: CalendarRow): PlacedStay[] =>
    Array.from({ length: row.stays }, () => {
      const i = nextIndex++
      const { unit, ...kind } = kinds[kindOf[i]!]!
      const from = firstDay + checkIns[i]!
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
        holdExpiresUtcDateTime: holdExpiries.get(i) ?? null,
        from,
        to,
      }
    })
}

function readNights(row: CalendarRow, firstDay: number, stays: PlacedStay[]): Nights {
  const count = row.prices.length
  const closed = new Array<Cause | null>(count).fill(null)
  for (const [from, length, cause] of row.closed as [number, number, Cause][]) {
    closed.fill(cause, from, from + length)
  }
  const minimumStays = expandSteps(row.minimumStays, count)
  return {
    firstDay,
    prices: row.prices,
    minimumStays,
    usualMinimum: mostFrequent(minimumStays),
    closed,
    hasOwnPrice: expandRuns(row.overrides, count),
    noCheckIn: expandRuns(row.noCheckIn, count),
    noCheckOut: expandRuns(row.noCheckOut, count),
    isGap: findGaps(closed, minimumStays),
    freeUnits: row.availableUnits ? expandSteps(row.availableUnits, count) : null,
    stays,
    jobs: groupJobs(row, firstDay),
  }
}

/** Expands `[from, value]` steps to a value for each night. */
function expandSteps(steps: readonly number[][], count: number): number[] {
  const values = new Array<number>(count).fill(0)
  for (const [from = 0, value = 0] of steps) values.fill(value, from)
  return values
}

/** Expands `[from, length]` runs to a flag for each night. */
function expandRuns(runs: readonly number[][], count: number): boolean[] {
  const flags = new Array<boolean>(count).fill(false)
  for (const [from = 0, length = 0] of runs) flags.fill(true, from, from + length)
  return flags
}

/** Finds gaps: free nights between closed ones, fewer than their minimum stay. */
function findGaps(closed: readonly (Cause | null)[], minimumStays: number[]): boolean[] {
  const gaps = new Array<boolean>(closed.length).fill(false)
  // Index of the last closed night. Before the first one, the start of a gap is unknown.
  let lastClosed = -1
  for (const [night, cause] of closed.entries()) {
    if (cause === null) continue
    const length = night - lastClosed - 1
    if (lastClosed >= 0 && length > 0 && length < minimumStays[lastClosed + 1]!) {
      gaps.fill(true, lastClosed + 1, night)
    }
    lastClosed = night
  }
  return gaps
}

/** Returns the most frequent value; 1 if there is none. */
function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [1, 0])[0]
}

function groupJobs({ jobs }: CalendarRow, firstDay: number): Map<number, Jobs[]> {
  const byDay = new Map<number, Jobs[]>()
  for (const [night, count, status] of jobs as [number, number, JobStatus][]) {
    const dayJobs = byDay.get(firstDay + night)
    if (dayJobs) dayJobs.push({ count, status })
    else byDay.set(firstDay + night, [{ count, status }])
  }
  return byDay
}
