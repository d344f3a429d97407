/** Moves of a stay by pointer or keyboard. */

import type { Line } from './lines.ts'
import type { PlacedStay } from './nights.ts'

/** Target position of a stay. Guests leave on day `to`. */
export interface Placement {
  stay: PlacedStay
  line: Line
  from: number
  to: number
}

/** Part of a bar that is dragged: the whole bar, or one of its ends. */
export type Grip = 'bar' | 'start' | 'end'

/** Returns the dates of a stay after dragging a grip; a stay has at least one night. */
export function dragStay({ from, to }: PlacedStay, grip: Grip, days: number) {
  if (grip === 'start') return { from: Math.min(from + days, to - 1), to }
  if (grip === 'end') return { from, to: Math.max(to + days, from + 1) }
  return { from: from + days, to: to + days }
}

/** Returns true for a line that can contain a stay; lines of hotels cannot. */
export function acceptsStay(line: Line | undefined): line is Line {
  return line !== undefined && line.kind !== 'hotel'
}

export function isUnchanged({ stay, line, from, to }: Placement): boolean {
  const isSameProperty = line.property.propertyUid === stay.propertyUid
  const isSameUnit = line.unit === null || line.unit.unitUid === stay.unitUid
  return isSameProperty && isSameUnit && from === stay.from && to === stay.to
}
