/** Nights of lines that somebody has chosen, whichever corner they began from. */
import type { Line } from './lines.ts'
import type { Cause, Nights } from './nights.ts'

/** A night of a line; lines are counted from the first that there is. */
export interface Place {
  line: number
  day: number
}

/** All of them included. */
export interface Area {
  fromLine: number
  toLine: number
  fromDay: number
  toDay: number
}

export function areaOf(one: Place, other: Place): Area {
  return {
    fromLine: Math.min(one.line, other.line),
    toLine: Math.max(one.line, other.line),
    fromDay: Math.min(one.day, other.day),
    toDay: Math.max(one.day, other.day),
  }
}

/** Lines and not their places, which change. Who stays leaves on the day after `to`. */
export interface Selection {
  lines: readonly Line[]
  from: number
  to: number
  /** Where it began: the next click extends it from there. Null: it is done. */
  anchor: Place | null
}

/** The lines of hotels have no nights. */
export function selectionOf(
  lines: readonly Line[],
  { fromLine, toLine, fromDay, toDay }: Area,
  anchor: Place | null = null,
): Selection | null {
  const chosen = lines.slice(fromLine, toLine + 1).filter(({ kind }) => kind !== 'hotel')
  return chosen.length > 0 ? { lines: chosen, from: fromDay, to: toDay, anchor } : null
}

/** Looks up the nights of a line that a day is among, where they have been read. */
export type NightsAt = (line: Line, day: number) => Nights | undefined

const takenBy: ReadonlySet<Cause | null> = new Set([
  'BOOKED',
  'HELD',
  'BLOCKED',
  'BLOCKED_BY_OWNER',
  'TURNOVER',
  'NO_ACTIVE_UNIT',
])

/**
 * Whether somebody else has a night, so that nobody can be booked or blocked on it; null: it has
 * not been read.
 *
 * @param leadUid whose own nights do not count
 */
export function isTaken(nights: Nights | undefined, line: Line, day: number, leadUid = '') {
  if (!nights) return null
  const stays = line.unit
    ? nights.stays.filter(({ unitUid }) => unitUid === line.unit!.unitUid)
    : nights.stays
  const has = (stay: { from: number; to: number }) => stay.from <= day && day < stay.to
  if (line.unit) return stays.some(stay => stay.leadUid !== leadUid && has(stay))
  const free = nights.freeUnits?.[day - nights.first]
  if (stays.some(stay => stay.leadUid === leadUid && has(stay))) return false
  if (free !== undefined) return free === 0
  return takenBy.has(nights.closed[day - nights.first] ?? null)
}

/** The lines of a selection that are free on all of its nights. */
export function freeLines({ lines, from, to }: Selection, nightsAt: NightsAt): Line[] {
  return lines.filter(line => {
    for (let day = from; day <= to; day++) {
      if (isTaken(nightsAt(line, day), line, day)) return false
    }
    return true
  })
}

/** The properties of a selection, each once: prices are those of a property, not of a unit. */
export function housesOf({ lines }: Selection) {
  return [...new Map(lines.map(({ house }) => [house.propertyUid, house])).values()]
}
