/**
 * Focus and keyboard of the cells. A focused cell that is scrolled away leaves the focus to the
 * grid and regains it when it is rendered again.
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
import type { Placement } from '../../placement.ts'
import { acceptsStay } from '../../placement.ts'
import { areaBetween, type CellPosition, type Selection, selectArea } from '../../selection.ts'
import { scrollPositionFor } from '../virtual-window.ts'
import { type ActionKey, nextPlacement, nextPosition, readActionKey } from './cell-keys.ts'
import { type Layout, positionUnder } from './drag-preview.ts'

export interface CellsOptions extends Layout {
  today: number
  measure: () => void
  openLead: (uid: string) => void
  /** Expands or collapses a line. */
  toggle: (lineId: string) => void
  selection: Selection | null
  select: (selection: Selection | null) => void
  isFormOpen: boolean
  moving: Placement | null
  /** Moves a stay by keyboard; null cancels the move. */
  move: (placement: Placement | null) => void
  drop: (placement: Placement) => void
  /** Runs a shortcut on the selected nights, or on the focused stay. */
  runShortcut: (key: ActionKey, stay: Placement | null, selection: Selection | null) => void
  findStay: (leadUid: string) => Placement | null
  hasJustDragged: () => boolean
}

type ScrollerRef = RefObject<HTMLDivElement | null>

export function useCells(scroller: ScrollerRef, options: CellsOptions) {
  const activePosition = useRef<CellPosition>({ line: 0, day: options.today })
  const hadFocus = useRef(false)
  const hadActivity = useRef(false)
  const { moving, selection, isFormOpen } = options
  // Changes when a move, a selection or a form begins or ends; contains `true` while one is open.
  const activityKey = `${moving !== null} ${selection !== null} ${isFormOpen}`
  // The action may have removed the focused element, when it began or ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each begin or end of an action
  useEffect(() => {
    const { activeElement, body } = document
    if (activityKey.includes('true') || hadActivity.current) {
      if (activeElement === body) scroller.current?.focus({ preventScroll: true })
    }
    hadActivity.current = activityKey.includes('true')
  }, [activityKey])
  useLayoutEffect(() => restoreFocus(scroller.current!, activePosition.current, hadFocus.current))

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const grid = scroller.current!
    hadFocus.current = true
    grid.tabIndex = target === grid ? 0 : -1
    const position = readPosition(target)
    if (position) activePosition.current = position
    else if (target === grid) cellAt(grid, activePosition.current)?.focus({ preventScroll: true })
  }
  const onBlur = ({ relatedTarget, target }: FocusEvent<HTMLElement>) => {
    const grid = scroller.current
    // A cell that was unmounted has not lost the focus to another element, nor has one of a hidden
    // page.
    if (!grid || !target.isConnected || grid.contains(relatedTarget)) return
    hadFocus.current = false
    grid.tabIndex = 0
  }
  const onClick = (event: MouseEvent) => {
    if (!options.hasJustDragged()) handleClick(event, scroller.current!, options)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    const isHandled = options.moving
      ? handleMovingKey(event, options.moving, scroller.current!, options)
      : handleKey(event, activePosition, scroller.current!, options)
    if (isHandled) event.preventDefault()
  }
  return { onFocus, onBlur, onClick, onKeyDown }
}

function handleClick(event: MouseEvent, grid: HTMLElement, options: CellsOptions) {
  const { target, shiftKey } = event
  if (!(target instanceof Element)) return
  const { lines, selection, moving } = options
  const toggleButton = target.closest<HTMLElement>('[data-toggle]')
  if (toggleButton) return options.toggle(toggleButton.dataset.toggle!)
  const cell = target.closest<HTMLElement>('.cell, .bar')
  if (!cell) return
  const position = positionUnder(grid, event, options)
  if (moving) {
    const line = lines[position.line]
    const to = position.day + moving.to - moving.from
    if (acceptsStay(line)) options.drop({ ...moving, line, from: position.day, to })
    return
  }
  if (cell.dataset.lead && !shiftKey) return options.openLead(cell.dataset.lead)
  // The first click starts a selection, the second one completes it.
  const anchor = selection?.anchor
  if (anchor) return options.select(selectArea(lines, areaBetween(anchor, position)))
  options.select(selectArea(lines, areaBetween(position, position), position))
}

/** Handles a key; returns false if it has no meaning here. */
function handleKey(
  event: KeyboardEvent,
  activePosition: RefObject<CellPosition>,
  grid: HTMLElement,
  options: CellsOptions,
): boolean {
  const { lines, selection, select } = options
  const cell = cellAt(grid, activePosition.current)
  const { line, day } = activePosition.current
  const leadUid = cell?.dataset.lead ?? null
  if (event.key === 'Escape' && selection) select(null)
  else if (event.key === 'Enter' && leadUid) options.openLead(leadUid)
  else if (event.key === ' ' && lines[line]?.isOpen !== null) options.toggle(lines[line]!.id)
  else if (event.key === 'Enter' || event.key === ' ') {
    if (selection) document.querySelector<HTMLElement>('.act-bar button')?.focus()
    else
      select(
        selectArea(
          lines,
          areaBetween(activePosition.current, activePosition.current),
          activePosition.current,
        ),
      )
  } else if (readActionKey(event)) {
    const current = { line, day }
    const stay = selection || !leadUid ? null : options.findStay(leadUid)
    options.runShortcut(
      readActionKey(event)!,
      stay,
      selection ?? selectArea(lines, areaBetween(current, current)),
    )
  } else {
    const next = nextPosition(event, activePosition.current, options, { cell, grid })
    if (!next) return false
    if (event.shiftKey) {
      const anchor = selection?.anchor ?? activePosition.current
      select(selectArea(lines, areaBetween(anchor, next), anchor))
    }
    focusCell(grid, activePosition, next, options)
  }
  return true
}

function handleMovingKey(
  event: KeyboardEvent,
  moving: Placement,
  grid: HTMLElement,
  options: CellsOptions,
): boolean {
  if (event.key === 'Escape') options.move(null)
  else if (event.key === 'Enter') options.drop(moving)
  else {
    const next = nextPlacement(event, moving, options.lines)
    if (!next) return false
    options.move(next)
    scrollTo(grid, { line: options.lines.indexOf(next.line), day: next.from }, options)
  }
  return true
}

/** Restores the focus of a cell that is rendered again, or focuses the grid if it was unmounted. */
function restoreFocus(grid: HTMLElement, position: CellPosition, hadFocus: boolean): void {
  const { activeElement } = document
  if (!hadFocus || (activeElement !== grid && activeElement !== document.body)) return
  const cell = cellAt(grid, position)
  ;(cell ?? grid).focus({ preventScroll: true })
}

function focusCell(
  grid: HTMLElement,
  activePosition: RefObject<CellPosition>,
  position: CellPosition,
  options: CellsOptions,
): void {
  activePosition.current = position
  scrollTo(grid, position, options)
  cellAt(grid, position)?.focus({ preventScroll: true })
}

function scrollTo(
  grid: HTMLElement,
  position: CellPosition,
  { origin, sizes, measure }: CellsOptions,
): void {
  const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = grid
  const viewport = { top, left, height, width }
  const to = scrollPositionFor({ line: position.line, day: position.day - origin }, viewport, sizes)
  if (to.top === top && to.left === left) return
  grid.scrollTo({ ...to, behavior: 'instant' })
  flushSync(measure)
}

function readPosition({ dataset }: HTMLElement): CellPosition | null {
  const { line, day, from } = dataset
  if (line === undefined) return null
  return { line: Number(line), day: Number(day ?? from) }
}

/** Returns the cell of a night, or the bar that covers it. */
function cellAt(grid: HTMLElement, { line, day }: CellPosition): HTMLElement | null {
  const cell = grid.querySelector<HTMLElement>(`.cell[data-line="${line}"][data-day="${day}"]`)
  if (cell) return cell
  const bars = grid.querySelectorAll<HTMLElement>(`.bar[data-line="${line}"]`)
  const covers = ({ dataset }: HTMLElement) =>
    Number(dataset.from) <= day && day < Number(dataset.to)
  return [...bars].find(covers) ?? null
}
