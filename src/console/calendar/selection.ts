/** Selection of nights by keyboard or pointer, in any direction. */

import type { Line } from './lines.ts'
import type { Cause, Nights } from './nights.ts'

/** Night of a line, by the index of the line. */
export interface CellPosition {
  line: number
  day: number
}

/** Rectangle of nights; all limits are inclusive. */
export interface Area {
  fromLine: number
  toLine: number
  fromDay: number
  toDay: number
}

export function areaBetween(a: CellPosition, b: CellPosition): Area {
  return {
    fromLine: Math.min(a.line, b.line),
    toLine: Math.max(a.line, b.line),
    fromDay: Math.min(a.day, b.day),
    toDay: Math.max(a.day, b.day),
  }
}

/**
 * Selected nights from `from` to `to`, inclusive. Refers to lines by identity, as indexes change.
 */
export interface Selection {
  lines: readonly Line[]
  from: number
  to: number
  /** Start of the selection, which the next click extends. Null: the selection is complete. */
  anchor: CellPosition | null
}

/** Selects an area; lines of hotels are skipped. Returns null if no line remains. */
export function selectArea(
  lines: readonly Line[],
  { fromLine, toLine, fromDay, toDay }: Area,
  anchor: CellPosition | null = null,
): Selection | null {
  const selectableLines = lines.slice(fromLine, toLine + 1).filter(({ kind }) => kind !== 'hotel')
  return selectableLines.length > 0
    ? { lines: selectableLines, from: fromDay, to: toDay, anchor }
    : null
}

/** Function that returns the loaded nights of a line around a day. */
export type NightsAt = (line: Line, day: number) => Nights | undefined

const occupiedCauses: ReadonlySet<Cause | null> = new Set([
  'BOOKED',
  'HELD',
  'BLOCKED',
  'BLOCKED_BY_OWNER',
  'TURNOVER',
  'NO_ACTIVE_UNIT',
])

/**
 * Returns true if another lead occupies a night; null if the night is not loaded.
 *
 * @param leadUid lead whose own nights do not count
 */
export function isOccupied(nights: Nights | undefined, line: Line, day: number, leadUid = '') {
  if (!nights) return null
  const stays = line.unit
    ? nights.stays.filter(({ unitUid }) => unitUid === line.unit!.unitUid)
    : nights.stays
  const coversDay = (stay: { from: number; to: number }) => stay.from <= day && day < stay.to
  // The cause and the number of free units belong to the whole property, not to a unit.
  if (line.unit) return stays.some(stay => stay.leadUid !== leadUid && coversDay(stay))
  // A night of the lead's own stay is free for it, even if the unit type has no other free unit.
  const freeUnitCount = nights.freeUnits?.[day - nights.firstDay]
  if (stays.some(stay => stay.leadUid === leadUid && coversDay(stay))) return false
  if (freeUnitCount !== undefined) return freeUnitCount === 0
  return occupiedCauses.has(nights.closed[day - nights.firstDay] ?? null)
}

export function freeLines({ lines, from, to }: Selection, nightsAt: NightsAt): Line[] {
  return lines.filter(line => {
    for (let day = from; day <= to; day++) {
      if (isOccupied(nightsAt(line, day), line, day)) return false
    }
    return true
  })
}

/** Returns the distinct properties of a selection, because units have no prices of their own. */
export function selectedProperties({ lines }: Selection) {
  return [...new Map(lines.map(({ property }) => [property.propertyUid, property])).values()]
}
