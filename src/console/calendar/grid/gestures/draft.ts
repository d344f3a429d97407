/** What follows the pointer: one element, moved by its style alone, so that nothing is rendered. */
import type { Line } from '../../lines.ts'
import type { Grip } from '../../placing.ts'
import { type Area, isTaken, type NightsAt, type Place } from '../../selection.ts'
import type { Extent, Sizes } from '../window.ts'

/** How the nights lie on the page. */
export interface Layout {
  lines: readonly Line[]
  origin: number
  sizes: Sizes
  extent: Extent
}

/** The night under a point of the window, or the nearest that there is. */
export function placeUnder(
  grid: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  { origin, sizes, extent }: Layout,
): Place {
  const box = grid.getBoundingClientRect()
  const x = clientX - box.left - grid.clientLeft - sizes.names + grid.scrollLeft
  const y = clientY - box.top - grid.clientTop - sizes.head + grid.scrollTop
  return {
    line: between(Math.floor(y / sizes.line), 0, extent.lines - 1),
    day: origin + between(Math.floor(x / sizes.day), 0, extent.days - 1),
  }
}

export function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

export function drawArea(draft: HTMLElement, area: Area, { origin, sizes }: Layout): void {
  const { fromLine, toLine, fromDay, toDay } = area
  draft.className = 'mark draft is-selection'
  place(draft, (fromDay - origin) * sizes.day, fromLine * sizes.line)
  draft.style.width = `${(toDay - fromDay + 1) * sizes.day}px`
  draft.style.height = `${(toLine - fromLine + 1) * sizes.line}px`
  draft.style.background = ''
}

interface Drawn {
  leadUid: string
  line: number
  from: number
  to: number
}

/** Where a stay would be, with the nights in red that others have, as far as they are read. */
export function drawStay(
  draft: HTMLElement,
  { leadUid, line, from, to }: Drawn,
  { lines, origin, sizes }: Layout,
  nightsAt: NightsAt,
): void {
  draft.className = 'mark draft is-placing'
  place(draft, (from - origin + 0.5) * sizes.day, line * sizes.line)
  draft.style.width = `${(to - from) * sizes.day}px`
  draft.style.height = `${sizes.line}px`
  const on = lines[line]!
  const taken: string[] = []
  for (let day = from; day < to; day++) {
    if (!isTaken(nightsAt(on, day), on, day, leadUid)) continue
    const left = `${(day - from) * sizes.day}px`
    const size = `${left} 0 / ${sizes.day}px 100%`
    taken.push(`linear-gradient(var(--taken), var(--taken)) ${size} no-repeat`)
  }
  draft.style.background = [...taken, 'var(--placing)'].join(', ')
}

function place(draft: HTMLElement, left: number, top: number): void {
  draft.hidden = false
  draft.style.transform = `translate(${left}px, ${top}px)`
}

const edgePx = 9

/** What of a bar is under the pointer. */
export function gripAt(bar: HTMLElement, clientX: number): Grip {
  const { left, right } = bar.getBoundingClientRect()
  if (clientX - left < edgePx) return 'start'
  return right - clientX < edgePx ? 'end' : 'bar'
}
