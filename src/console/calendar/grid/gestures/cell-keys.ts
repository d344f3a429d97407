/** Where keys lead in the grid, and what letters do there. */
import type { KeyboardEvent } from 'react'
import { areKeysOn } from '../../../frame/keys.ts'
import { monthsFrom } from '../../days.ts'
import { canTake, type Placing, pulled } from '../../placing.ts'
import type { Place } from '../../selection.ts'
import { between, type Layout } from './draft.ts'

/** Letters by what they do with chosen nights; `m` also moves a stay. */
export const actKeys = {
  q: 'quote',
  h: 'hold',
  b: 'book',
  x: 'block',
  p: 'price',
  m: 'minimum',
  a: 'arrivals',
} as const

export type ActKey = keyof typeof actKeys

export function keyOf(event: KeyboardEvent): ActKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return null
  return event.key in actKeys ? (event.key as ActKey) : null
}

/** Where a key leads; a bar is passed in one step. */
export function moved(
  event: KeyboardEvent,
  { line, day }: Place,
  { extent, origin, sizes }: Layout,
  { cell, grid }: { cell: HTMLElement | null; grid: HTMLElement },
): Place | null {
  const page = Math.max(1, Math.floor((grid.clientHeight - sizes.head) / sizes.line) - 1)
  const month = event.ctrlKey || event.metaKey
  const from = Number(cell?.dataset.from ?? day)
  const to = Number(cell?.dataset.to ?? day + 1)
  const steps: Record<string, Place> = {
    ArrowLeft: { line, day: month ? monthsFrom(day, -1) : from - 1 },
    ArrowRight: { line, day: month ? monthsFrom(day, 1) : to },
    ArrowUp: { line: line - 1, day },
    ArrowDown: { line: line + 1, day },
    PageUp: { line: line - page, day },
    PageDown: { line: line + page, day },
    Home: { line: 0, day },
    End: { line: extent.lines - 1, day },
  }
  const next = steps[event.key]
  if (!next || event.altKey) return null
  return {
    line: between(next.line, 0, extent.lines - 1),
    day: between(next.day, origin, origin + extent.days - 1),
  }
}

/** Where a key takes a stay that is being moved; with Shift it gets longer or shorter. */
export function movedStay(
  { key, shiftKey }: KeyboardEvent,
  placing: Placing,
  lines: Layout['lines'],
): Placing | null {
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (days) {
    const stay = { ...placing.stay, from: placing.from, to: placing.to }
    return { ...placing, ...pulled(stay, shiftKey ? 'end' : 'bar', days) }
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (!step) return null
  let place = lines.indexOf(placing.line) + step
  while (lines[place] && !canTake(lines[place])) place += step
  const line = lines[place]
  return line ? { ...placing, line } : placing
}
