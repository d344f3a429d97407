/** Keyboard navigation and shortcuts in the grid. */
import type { KeyboardEvent } from 'react'
import { addMonths } from '../../../shared/days.ts'
import { areKeysOn } from '../../../ui/keys.ts'
import { acceptsStay, dragStay, type Placement } from '../../placement.ts'
import type { CellPosition } from '../../selection.ts'
import { clamp, type Layout } from './drag-preview.ts'

/** Shortcuts for selected nights; `m` also moves a stay. */
export const actionKeys = {
  q: 'quote',
  h: 'hold',
  b: 'book',
  x: 'block',
  p: 'price',
  m: 'minimum',
  a: 'arrivals',
} as const

export type ActionKey = keyof typeof actionKeys

export function readActionKey(event: KeyboardEvent): ActionKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return null
  return event.key in actionKeys ? (event.key as ActionKey) : null
}

/** Returns the cell that a key moves to; a bar is passed in one step. */
export function nextPosition(
  event: KeyboardEvent,
  { line, day }: CellPosition,
  { gridSize, origin, sizes }: Layout,
  { cell, grid }: { cell: HTMLElement | null; grid: HTMLElement },
): CellPosition | null {
  const linesPerPage = Math.max(1, Math.floor((grid.clientHeight - sizes.head) / sizes.line) - 1)
  const isMonthStep = event.ctrlKey || event.metaKey
  const from = Number(cell?.dataset.from ?? day)
  const to = Number(cell?.dataset.to ?? day + 1)
  const positionsByKey: Record<string, CellPosition> = {
    ArrowLeft: { line, day: isMonthStep ? addMonths(day, -1) : from - 1 },
    ArrowRight: { line, day: isMonthStep ? addMonths(day, 1) : to },
    ArrowUp: { line: line - 1, day },
    ArrowDown: { line: line + 1, day },
    PageUp: { line: line - linesPerPage, day },
    PageDown: { line: line + linesPerPage, day },
    Home: { line: 0, day },
    End: { line: gridSize.lines - 1, day },
  }
  const next = positionsByKey[event.key]
  if (!next || event.altKey) return null
  return {
    line: clamp(next.line, 0, gridSize.lines - 1),
    day: clamp(next.day, origin, origin + gridSize.days - 1),
  }
}

/** Returns the position of a moved stay after a key; Shift changes its length. */
export function nextPlacement(
  { key, shiftKey }: KeyboardEvent,
  placement: Placement,
  lines: Layout['lines'],
): Placement | null {
  const dayOffset = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (dayOffset) {
    const stay = { ...placement.stay, from: placement.from, to: placement.to }
    return { ...placement, ...dragStay(stay, shiftKey ? 'end' : 'bar', dayOffset) }
  }
  const lineOffset = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (!lineOffset) return null
  let lineIndex = lines.indexOf(placement.line) + lineOffset
  while (lines[lineIndex] && !acceptsStay(lines[lineIndex])) lineIndex += lineOffset
  const line = lines[lineIndex]
  return line ? { ...placement, line } : placement
}
