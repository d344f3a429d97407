/**
 * One cell of the grid can have the focus, and keys move it. A cell that is scrolled away leaves
 * the focus with the grid, and has it again when it comes back.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import type { Placing } from '../../placing.ts'
import { canTake } from '../../placing.ts'
import { areaOf, type Place, type Selection, selectionOf } from '../../selection.ts'
import { scrolledTo } from '../window.ts'
import { type ActKey, keyOf, moved, movedStay } from './cell-keys.ts'
import { type Layout, placeUnder } from './draft.ts'

export interface CellsOptions extends Layout {
  today: number
  measure: () => void
  openLead: (uid: string) => void
  /** Shows or hides the parts of a line. */
  turn: (lineId: string) => void
  selection: Selection | null
  select: (selection: Selection | null) => void
  isAsked: boolean
  moving: Placing | null
  /** Null: it is given up. */
  move: (placing: Placing | null) => void
  drop: (placing: Placing) => void
  /** What a letter does with the nights that are chosen, or with the stay that has the focus. */
  act: (key: ActKey, stay: Placing | null, selection: Selection | null) => void
  stayOf: (leadUid: string) => Placing | null
  hasJustDragged: () => boolean
}

type Scroller = RefObject<HTMLDivElement | null>

export function useCells(scroller: Scroller, options: CellsOptions) {
  const active = useRef<Place>({ line: 0, day: options.today })
  const wasInside = useRef(false)
  const hasActed = useRef(false)
  const { moving, selection, isAsked } = options
  const isActing = `${moving !== null} ${selection !== null} ${isAsked}`
  // What had the focus may have gone with what was done.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it begins or ends
  useEffect(() => {
    const { activeElement, body } = document
    if (isActing.includes('true') || hasActed.current) {
      if (activeElement === body) scroller.current?.focus({ preventScroll: true })
    }
    hasActed.current = isActing.includes('true')
  }, [isActing])
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
    const grid = scroller.current
    // A cell that was taken out of the document has not been left; nor one whose page is left.
    if (!grid || !target.isConnected || grid.contains(relatedTarget)) return
    wasInside.current = false
    grid.tabIndex = 0
  }
  const onClick = (event: MouseEvent) => {
    if (!options.hasJustDragged()) click(event, scroller.current!, options)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    const isDone = options.moving
      ? keyWhileMoving(event, options.moving, scroller.current!, options)
      : key(event, active, scroller.current!, options)
    if (isDone) event.preventDefault()
  }
  return { onFocus, onBlur, onClick, onKeyDown }
}

function click(event: MouseEvent, grid: HTMLElement, options: CellsOptions) {
  const { target, shiftKey } = event
  if (!(target instanceof Element)) return
  const { lines, selection, moving } = options
  const turned = target.closest<HTMLElement>('[data-turn]')
  if (turned) return options.turn(turned.dataset.turn!)
  const cell = target.closest<HTMLElement>('.cell, .bar')
  if (!cell) return
  const place = placeUnder(grid, event, options)
  if (moving) {
    const line = lines[place.line]
    const to = place.day + moving.to - moving.from
    if (canTake(line)) options.drop({ ...moving, line, from: place.day, to })
    return
  }
  if (cell.dataset.lead && !shiftKey) return options.openLead(cell.dataset.lead)
  // The first click begins, the second one ends.
  const anchor = selection?.anchor
  if (anchor) return options.select(selectionOf(lines, areaOf(anchor, place)))
  options.select(selectionOf(lines, areaOf(place, place), place))
}

/** Whether a key means something here. */
function key(
  event: KeyboardEvent,
  active: RefObject<Place>,
  grid: HTMLElement,
  options: CellsOptions,
): boolean {
  const { lines, selection, select } = options
  const cell = cellAt(grid, active.current)
  const { line, day } = active.current
  const leadUid = cell?.dataset.lead ?? null
  if (event.key === 'Escape' && selection) select(null)
  else if (event.key === 'Enter' && leadUid) options.openLead(leadUid)
  else if (event.key === ' ' && lines[line]?.isOpen !== null) options.turn(lines[line]!.id)
  else if (event.key === 'Enter' || event.key === ' ') {
    if (selection) document.querySelector<HTMLElement>('.act-bar button')?.focus()
    else select(selectionOf(lines, areaOf(active.current, active.current), active.current))
  } else if (keyOf(event)) {
    const here = { line, day }
    const stay = selection || !leadUid ? null : options.stayOf(leadUid)
    options.act(keyOf(event)!, stay, selection ?? selectionOf(lines, areaOf(here, here)))
  } else {
    const next = moved(event, active.current, options, { cell, grid })
    if (!next) return false
    if (event.shiftKey) {
      const anchor = selection?.anchor ?? active.current
      select(selectionOf(lines, areaOf(anchor, next), anchor))
    }
    goTo(grid, active, next, options)
  }
  return true
}

function keyWhileMoving(
  event: KeyboardEvent,
  moving: Placing,
  grid: HTMLElement,
  options: CellsOptions,
): boolean {
  if (event.key === 'Escape') options.move(null)
  else if (event.key === 'Enter') options.drop(moving)
  else {
    const next = movedStay(event, moving, options.lines)
    if (!next) return false
    options.move(next)
    scrollTo(grid, { line: options.lines.indexOf(next.line), day: next.from }, options)
  }
  return true
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
  options: CellsOptions,
): void {
  active.current = place
  scrollTo(grid, place, options)
  cellAt(grid, place)?.focus({ preventScroll: true })
}

function scrollTo(grid: HTMLElement, place: Place, { origin, sizes, measure }: CellsOptions): void {
  const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = grid
  const seen = { top, left, height, width }
  const to = scrolledTo({ line: place.line, day: place.day - origin }, seen, sizes)
  if (to.top === top && to.left === left) return
  grid.scrollTo({ ...to, behavior: 'instant' })
  flushSync(measure)
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
