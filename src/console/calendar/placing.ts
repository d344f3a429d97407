/** A stay that somebody takes elsewhere: what a move of the pointer or a key makes of it. */
import type { Line } from './lines.ts'
import type { PlacedStay } from './nights.ts'

/** Where a stay shall be. Its guests leave on `to`. */
export interface Placing {
  stay: PlacedStay
  line: Line
  from: number
  to: number
}

/** What of a bar is held: all of it, or one of its ends. */
export type Grip = 'bar' | 'start' | 'end'

/** By how many days a grip was pulled; a stay keeps at least one night. */
export function pulled({ from, to }: PlacedStay, grip: Grip, days: number) {
  if (grip === 'start') return { from: Math.min(from + days, to - 1), to }
  if (grip === 'end') return { from, to: Math.max(to + days, from + 1) }
  return { from: from + days, to: to + days }
}

/** Whether a stay can be on a line at all: not on that of a hotel. */
export function canTake(line: Line | undefined): line is Line {
  return line !== undefined && line.kind !== 'hotel'
}

export function isSamePlace({ stay, line, from, to }: Placing): boolean {
  const isSameHouse = line.house.propertyUid === stay.propertyUid
  const isSameUnit = line.unit === null || line.unit.unitUid === stay.unitUid
  return isSameHouse && isSameUnit && from === stay.from && to === stay.to
}
