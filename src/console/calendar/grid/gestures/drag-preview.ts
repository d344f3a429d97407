/** Drag preview: one element that is moved by its style only, without rendering. */

import type { Line } from '../../lines.ts'
import type { Grip } from '../../placement.ts'
import { type Area, type CellPosition, isOccupied, type NightsAt } from '../../selection.ts'
import { type GridSize, halfDay, type Sizes } from '../virtual-window.ts'

/** Geometry of the grid. */
export interface Layout {
  lines: readonly Line[]
  origin: number
  sizes: Sizes
  gridSize: GridSize
}

/** Returns the night under a point of the window, or the nearest one. */
export function positionUnder(
  grid: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  { origin, sizes, gridSize }: Layout,
): CellPosition {
  const gridBox = grid.getBoundingClientRect()
  const x = clientX - gridBox.left - grid.clientLeft - sizes.names + grid.scrollLeft
  const y = clientY - gridBox.top - grid.clientTop - sizes.head + grid.scrollTop
  return {
    line: clamp(Math.floor(y / sizes.line), 0, gridSize.lines - 1),
    day: origin + clamp(Math.floor(x / sizes.day), 0, gridSize.days - 1),
  }
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

export function previewArea(draft: HTMLElement, area: Area, { origin, sizes }: Layout): void {
  const { fromLine, toLine, fromDay, toDay } = area
  draft.className = 'mark draft is-selection'
  moveDraft(draft, (fromDay - origin) * sizes.day, fromLine * sizes.line)
  draft.style.width = `${(toDay - fromDay + 1) * sizes.day}px`
  draft.style.height = `${(toLine - fromLine + 1) * sizes.line}px`
  draft.style.background = ''
}

interface StayPreview {
  leadUid: string
  line: number
  from: number
  to: number
}

/** Previews the target of a stay, with occupied nights in red as far as they are loaded. */
export function previewStay(
  draft: HTMLElement,
  { leadUid, line, from, to }: StayPreview,
  { lines, origin, sizes }: Layout,
  nightsAt: NightsAt,
): void {
  draft.className = 'mark draft is-placing'
  moveDraft(draft, (from - origin + halfDay) * sizes.day, line * sizes.line)
  draft.style.width = `${(to - from) * sizes.day}px`
  draft.style.height = `${sizes.line}px`
  const targetLine = lines[line]!
  const gradients: string[] = []
  for (let day = from; day < to; day++) {
    if (!isOccupied(nightsAt(targetLine, day), targetLine, day, leadUid)) continue
    const left = `${(day - from) * sizes.day}px`
    const positionAndSize = `${left} 0 / ${sizes.day}px 100%`
    gradients.push(`linear-gradient(var(--taken), var(--taken)) ${positionAndSize} no-repeat`)
  }
  draft.style.background = [...gradients, 'var(--placing)'].join(', ')
}

function moveDraft(draft: HTMLElement, left: number, top: number): void {
  draft.hidden = false
  draft.style.transform = `translate(${left}px, ${top}px)`
}

const gripWidthPx = 9

/** Returns the part of a bar under the pointer. */
export function gripAt(bar: HTMLElement, clientX: number): Grip {
  const { left, right } = bar.getBoundingClientRect()
  if (clientX - left < gripWidthPx) return 'start'
  return right - clientX < gripWidthPx ? 'end' : 'bar'
}
