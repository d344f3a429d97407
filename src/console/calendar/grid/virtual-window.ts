/**
 * Rendered lines and days: the visible ones and a margin, in steps, so that scrolling seldom
 * renders. Pure arithmetic, because all lines and days have the same size.
 */

export interface Sizes {
  /** Pixels of a line, a day, the names and the head. */
  line: number
  day: number
  names: number
  head: number
}

export interface GridSize {
  lines: number
  days: number
}

export interface ScrollState {
  top: number
  left: number
  height: number
  width: number
}

/** Ranges of lines and days; `to` is exclusive. Days are counted from the first day of the grid. */
export interface Window {
  fromLine: number
  toLine: number
  fromDay: number
  toDay: number
}

/** Numbers of lines and days by which the rendered part grows or shrinks. */
const lineStep = 4
export const dayStep = 7

/** Stays begin and end in the middle of a day. */
export const halfDay = 0.5

export function computeWindow(scroll: ScrollState, sizes: Sizes, gridSize: GridSize): Window {
  const { height, width } = scroll
  const lines = visibleSteps({
    start: scroll.top,
    length: height - sizes.head,
    size: sizes.line,
    step: lineStep,
    max: gridSize.lines,
  })
  const days = visibleSteps({
    start: scroll.left,
    length: width - sizes.names,
    size: sizes.day,
    step: dayStep,
    max: gridSize.days,
  })
  return { fromLine: lines[0], toLine: lines[1], fromDay: days[0], toDay: days[1] }
}

type StepOptions = Record<'start' | 'length' | 'size' | 'step' | 'max', number>

/** Returns the visible range, rounded to steps, with at least half a step before and after it. */
function visibleSteps({ start, length, size, step, max }: StepOptions) {
  const margin = step / 2
  const firstStep = Math.floor((Math.max(0, start) / size - margin) / step)
  const lastStep = Math.ceil(((start + Math.max(length, size)) / size + margin) / step)
  const from = Math.min(Math.max(0, firstStep * step), Math.max(0, max - step))
  return [from, Math.min(max, lastStep * step)] as const
}

export function isSameWindow(a: Window, b: Window): boolean {
  return (
    a.fromLine === b.fromLine &&
    a.toLine === b.toLine &&
    a.fromDay === b.fromDay &&
    a.toDay === b.toDay
  )
}

/** Returns the scroll position at which a line and a day are completely visible. */
export function scrollPositionFor(
  position: { line: number; day: number },
  scroll: ScrollState,
  sizes: Sizes,
): { top: number; left: number } {
  return {
    top: scrollInto(position.line * sizes.line, sizes.line, scroll.top, scroll.height - sizes.head),
    left: scrollInto(position.day * sizes.day, sizes.day, scroll.left, scroll.width - sizes.names),
  }
}

function scrollInto(start: number, size: number, offset: number, length: number): number {
  if (start < offset) return start
  return Math.max(offset, start + size - length)
}
