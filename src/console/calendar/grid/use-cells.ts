/**
 * One cell of the grid can have the focus, and keys move it. A cell that is scrolled away leaves
 * the focus with the grid, and has it again when it comes back.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { monthsFrom } from '../days.ts'
import type { Line } from '../lines.ts'
import { type Extent, type Sizes, scrolledTo } from './window.ts'

interface CellsOptions {
  lines: readonly Line[]
  extent: Extent
  origin: number
  today: number
  sizes: Sizes
  measure: () => void
  openLead: (uid: string) => void
  toggle: (propertyUid: string) => void
}

interface Place {
  line: number
  day: number
}

type Scroller = RefObject<HTMLDivElement | null>

export function useCells(scroller: Scroller, options: CellsOptions) {
  const active = useRef<Place>({ line: 0, day: options.today })
  const wasInside = useRef(false)
  useLayoutEffect(() => keepFocus(scroller.current!, active.current, wasInside.current))

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const grid = scroller.current!
    wasInside.current = true
    grid.tabIndex = target === grid ? 0 : -1
    const place = placeOf(target)
    if (place) active.current = place
    else if (target === grid) cellAt(grid, active.current)?.focus({ preventScroll: true })
  }
  const onBlur = ({ relatedTarget, target }: FocusEvent<HTMLElement>) => {
    const grid = scroller.current!
    // A cell that was taken out of the document has not been left.
    if (!target.isConnected || grid.contains(relatedTarget)) return
    wasInside.current = false
    grid.tabIndex = 0
  }
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return
    const toggled = target.closest<HTMLElement>('[data-toggle]')
    if (toggled) return options.toggle(toggled.dataset.toggle!)
    const lead = target.closest<HTMLElement>('[data-lead]')?.dataset.lead
    if (lead) options.openLead(lead)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const grid = scroller.current!
    const cell = cellAt(grid, active.current)
    if (event.target instanceof Element && event.target.closest('button')) return
    if (event.key === 'Enter' || event.key === ' ') {
      const lead = cell?.dataset.lead
      const { house } = options.lines[active.current.line]!
      if (lead) options.openLead(lead)
      else if (house.units.length > 0) options.toggle(house.propertyUid)
      return event.preventDefault()
    }
    const next = moved(event, active.current, cell, options, grid)
    if (!next) return
    event.preventDefault()
    goTo(grid, active, next, options)
  }
  return { onFocus, onBlur, onClick, onKeyDown }
}

/** Gives the focus back to a cell that came back, and to the grid when one goes. */
function keepFocus(grid: HTMLElement, place: Place, wasInside: boolean): void {
  const { activeElement } = document
  if (!wasInside || (activeElement !== grid && activeElement !== document.body)) return
  const cell = cellAt(grid, place)
  ;(cell ?? grid).focus({ preventScroll: true })
}

function goTo(
  grid: HTMLElement,
  active: RefObject<Place>,
  place: Place,
  { origin, sizes, measure }: CellsOptions,
): void {
  active.current = place
  const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = grid
  const seen = { top, left, height, width }
  const to = scrolledTo({ line: place.line, day: place.day - origin }, seen, sizes)
  if (to.top !== top || to.left !== left) {
    grid.scrollTo({ ...to, behavior: 'instant' })
    flushSync(measure)
  }
  cellAt(grid, place)?.focus({ preventScroll: true })
}

/** Where a key leads; a bar is passed in one step. */
function moved(
  event: KeyboardEvent,
  { line, day }: Place,
  cell: HTMLElement | null,
  { extent, origin, sizes }: CellsOptions,
  grid: HTMLElement,
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
  if (!next || event.altKey || event.shiftKey) return null
  return {
    line: between(next.line, 0, extent.lines - 1),
    day: between(next.day, origin, origin + extent.days - 1),
  }
}

function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function placeOf({ dataset }: HTMLElement): Place | null {
  const { line, day, from } = dataset
  if (line === undefined) return null
  return { line: Number(line), day: Number(day ?? from) }
}

/** The cell of a night, or the bar that covers it. */
function cellAt(grid: HTMLElement, { line, day }: Place): HTMLElement | null {
  const cell = grid.querySelector<HTMLElement>(`.cell[data-line="${line}"][data-day="${day}"]`)
  if (cell) return cell
  const bars = grid.querySelectorAll<HTMLElement>(`.bar[data-line="${line}"]`)
  const covers = ({ dataset }: HTMLElement) =>
    Number(dataset.from) <= day && day < Number(dataset.to)
  return [...bars].find(covers) ?? null
}
