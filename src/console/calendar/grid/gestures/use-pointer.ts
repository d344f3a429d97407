/**
 * Dragging with the mouse: nights are selected, a bar is moved, an end of a bar changes its length.
 * Nothing renders until the drag ends. Touch scrolls and clicks instead.
 */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { PlacedStay } from '../../nights.ts'
import { acceptsStay, dragStay, type Grip, type Placement } from '../../placement.ts'
import {
  areaBetween,
  type CellPosition,
  type NightsAt,
  type Selection,
  selectArea,
} from '../../selection.ts'
import type { Sizes } from '../virtual-window.ts'
import { gripAt, type Layout, positionUnder, previewArea, previewStay } from './drag-preview.ts'

export interface PointerOptions extends Layout {
  nightsAt: NightsAt
  findStay: (leadUid: string) => PlacedStay | null
  /** Stay that follows the pointer; the next click drops it. */
  moving: Placement | null
  /** Null if the user may not change stays. */
  proposePlacement: ((placement: Placement) => void) | null
  select: (selection: Selection | null) => void
}

type ElementRef = RefObject<HTMLDivElement | null>

interface Drag {
  pointerId: number
  from: CellPosition
  grippedStay: { stay: PlacedStay; grip: Grip } | null
  x: number
  y: number
  hasStarted: boolean
  lastPoint: { clientX: number; clientY: number }
}

/** Distance after which a press is a drag. */
const dragThresholdPx = 4
/** Time in which a click after a drag is the end of that drag. */
const clickAfterDragMs = 50
/** Distance from an edge of the grid within which dragging scrolls it. */
const edgePx = 36
const scrollStepPx = 14

export function usePointer(scroller: ElementRef, draft: ElementRef, options: PointerOptions) {
  const latest = useRef(options)
  latest.current = options
  const drag = useRef<Drag | null>(null)
  const dragEndedAt = useRef(0)
  const endDrag = () => {
    drag.current = null
    if (draft.current) draft.current.hidden = true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `endDrag` uses only refs
  useEffect(() => {
    const cancelOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current?.hasStarted) return
      event.preventDefault()
      endDrag()
    }
    document.addEventListener('keydown', cancelOnEscape, true)
    return () => document.removeEventListener('keydown', cancelOnEscape, true)
  }, [])
  return {
    /** Returns true for a click that only ends a drag. */
    hasJustDragged: () => performance.now() - dragEndedAt.current < clickAfterDragMs,
    onPointerDown: (event: PointerEvent) => {
      drag.current = startDrag(event, scroller.current!, latest.current)
    },
    onPointerMove: (event: PointerEvent) => {
      const activeDrag = drag.current
      if (!activeDrag) return previewMove(event)
      if (activeDrag.pointerId !== event.pointerId) return
      activeDrag.lastPoint = { clientX: event.clientX, clientY: event.clientY }
      if (!activeDrag.hasStarted) {
        if (
          Math.hypot(event.clientX - activeDrag.x, event.clientY - activeDrag.y) < dragThresholdPx
        )
          return
        activeDrag.hasStarted = true
        scroller.current!.setPointerCapture(event.pointerId)
        scrollAtEdge(scroller.current!, latest.current.sizes, () => drag.current, updatePreview)
      }
      updatePreview(activeDrag)
    },
    onPointerUp: () => {
      const activeDrag = drag.current
      if (activeDrag?.hasStarted) {
        dragEndedAt.current = performance.now()
        finishDrag(activeDrag, scroller.current!, latest.current)
      }
      endDrag()
    },
    onPointerCancel: endDrag,
    onPointerLeave: () => drag.current ?? endDrag(),
  }

  function previewMove(event: PointerEvent): void {
    const { moving, nightsAt } = latest.current
    if (!moving || !draft.current || event.pointerType === 'touch') return
    const { line, day: from } = positionUnder(scroller.current!, event, latest.current)
    const to = from + moving.to - moving.from
    const { leadUid } = moving.stay
    previewStay(draft.current, { leadUid, line, from, to }, latest.current, nightsAt)
  }

  function updatePreview(activeDrag: Drag): void {
    if (draft.current) renderPreview(activeDrag, scroller.current!, draft.current, latest.current)
  }
}

function startDrag(event: PointerEvent, grid: HTMLElement, options: PointerOptions): Drag | null {
  const { target, clientX: x, clientY: y, pointerId } = event
  if (event.button !== 0 || event.pointerType === 'touch' || event.shiftKey) return null
  const element = target instanceof Element && target.closest<HTMLElement>('.cell, .bar')
  if (!element) return null
  const isBar = element.classList.contains('bar')
  const stay = isBar && options.proposePlacement ? options.findStay(element.dataset.lead!) : null
  if (isBar && !stay) return null
  const from = positionUnder(grid, event, options)
  const start = { pointerId, from, x, y, hasStarted: false, lastPoint: { clientX: x, clientY: y } }
  return { ...start, grippedStay: stay && { stay, grip: gripAt(element, x) } }
}

function renderPreview(drag: Drag, grid: HTMLElement, draft: HTMLElement, options: PointerOptions) {
  const position = positionUnder(grid, drag.lastPoint, options)
  if (!drag.grippedStay) return previewArea(draft, areaBetween(drag.from, position), options)
  const { line, from, to } = stayAt(drag, position, options)
  const { leadUid } = drag.grippedStay.stay
  previewStay(draft, { leadUid, line, from, to }, options, options.nightsAt)
}

/** Returns the target of the stay. Dragging an end does not change the line. */
function stayAt(
  { grippedStay, from: start }: Drag,
  position: CellPosition,
  { lines }: PointerOptions,
) {
  const { stay, grip } = grippedStay!
  const changesLine = grip === 'bar' && acceptsStay(lines[position.line])
  const line = changesLine ? position.line : start.line
  return { line, ...dragStay(stay, grip, position.day - start.day) }
}

function finishDrag(drag: Drag, grid: HTMLElement, options: PointerOptions) {
  const position = positionUnder(grid, drag.lastPoint, options)
  const { lines, select, proposePlacement } = options
  if (!drag.grippedStay) return select(selectArea(lines, areaBetween(drag.from, position)))
  const { line, from, to } = stayAt(drag, position, options)
  proposePlacement?.({ stay: drag.grippedStay.stay, line: lines[line]!, from, to })
}

/** Scrolls while the pointer is near an edge of the grid. */
function scrollAtEdge(
  grid: HTMLElement,
  sizes: Sizes,
  findDrag: () => Drag | null,
  updatePreview: (drag: Drag) => void,
): void {
  const drag = findDrag()
  if (!drag) return
  const { left, right, top, bottom } = grid.getBoundingClientRect()
  const { clientX, clientY } = drag.lastPoint
  const x = scrollStep(clientX, left + sizes.names, right)
  const y = scrollStep(clientY, top + sizes.head, bottom)
  if (x !== 0 || y !== 0) {
    grid.scrollBy(x, y)
    updatePreview(drag)
  }
  requestAnimationFrame(() => scrollAtEdge(grid, sizes, findDrag, updatePreview))
}

function scrollStep(value: number, min: number, max: number): number {
  if (value > max - edgePx) return scrollStepPx
  return value < min + edgePx ? -scrollStepPx : 0
}
