/**
 * Which lines and days stand in the document: those that are seen and some around, in steps, so
 * that scrolling renders only now and then. Pure arithmetic, since lines and days have one size.
 */

export interface Sizes {
  /** Pixels of a line, a day, the names and the head. */
  line: number
  day: number
  names: number
  head: number
}

export interface Extent {
  lines: number
  days: number
}

export interface Scrolled {
  top: number
  left: number
  height: number
  width: number
}

/** Each from, included, to, not included. Days are counted from the first of the calendar. */
export interface Window {
  fromLine: number
  toLine: number
  fromDay: number
  toDay: number
}

const lineStep = 4
export const dayStep = 7

export function windowOf(seen: Scrolled, sizes: Sizes, extent: Extent): Window {
  const { height, width } = seen
  const lines = steps({
    start: seen.top,
    length: height - sizes.head,
    size: sizes.line,
    step: lineStep,
    most: extent.lines,
  })
  const days = steps({
    start: seen.left,
    length: width - sizes.names,
    size: sizes.day,
    step: dayStep,
    most: extent.days,
  })
  return { fromLine: lines[0], toLine: lines[1], fromDay: days[0], toDay: days[1] }
}

type Seen = Record<'start' | 'length' | 'size' | 'step' | 'most', number>

/** Returns the part of a length that is seen, and at least half a step before and after it. */
function steps({ start, length, size, step, most }: Seen) {
  const around = step / 2
  const first = Math.floor((Math.max(0, start) / size - around) / step)
  const last = Math.ceil(((start + Math.max(length, size)) / size + around) / step)
  const from = Math.min(Math.max(0, first * step), Math.max(0, most - step))
  return [from, Math.min(most, last * step)] as const
}

export function isSameWindow(one: Window, other: Window): boolean {
  return (
    one.fromLine === other.fromLine &&
    one.toLine === other.toLine &&
    one.fromDay === other.fromDay &&
    one.toDay === other.toDay
  )
}

/** Where to scroll so that a line and a day are wholly seen, beside the names and dates. */
export function scrolledTo(
  place: { line: number; day: number },
  seen: Scrolled,
  sizes: Sizes,
): { top: number; left: number } {
  return {
    top: into(place.line * sizes.line, sizes.line, seen.top, seen.height - sizes.head),
    left: into(place.day * sizes.day, sizes.day, seen.left, seen.width - sizes.names),
  }
}

function into(start: number, size: number, scrolled: number, length: number): number {
  if (start < scrolled) return start
  return Math.max(scrolled, start + size - length)
}
