/**
 * Dragging: over nights it selects them, a bar is taken elsewhere, one of its ends makes it longer
 * or shorter. Nothing is rendered until it ends. A finger scrolls instead, and clicks.
 */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { PlacedStay } from '../../nights.ts'
import { canTake, type Grip, type Placing, pulled } from '../../placing.ts'
import { areaOf, type NightsAt, type Place, type Selection, selectionOf } from '../../selection.ts'
import type { Sizes } from '../window.ts'
import { drawArea, drawStay, gripAt, type Layout, placeUnder } from './draft.ts'

export interface PointerOptions extends Layout {
  nightsAt: NightsAt
  stayOf: (leadUid: string) => PlacedStay | null
  /** A stay that the next click takes to where it is: it follows the pointer. */
  moving: Placing | null
  /** Null: nobody may change a stay. */
  place: ((placing: Placing) => void) | null
  select: (selection: Selection | null) => void
}

type Element = RefObject<HTMLDivElement | null>

/** What is being dragged. */
interface Drag {
  pointerId: number
  from: Place
  stay: { stay: PlacedStay; grip: Grip } | null
  x: number
  y: number
  hasBegun: boolean
  last: { clientX: number; clientY: number }
}

const slackPx = 4
const brimPx = 36
const stepPx = 14

export function usePointer(scroller: Element, draft: Element, options: PointerOptions) {
  const latest = useRef(options)
  latest.current = options
  const drag = useRef<Drag | null>(null)
  const endedAt = useRef(0)
  const end = () => {
    drag.current = null
    if (draft.current) draft.current.hidden = true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it ends is in refs
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current?.hasBegun) return
      event.preventDefault()
      end()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  return {
    /** Whether a click is only the end of a drag. */
    hasJustDragged: () => performance.now() - endedAt.current < 50,
    onPointerDown: (event: PointerEvent) => {
      drag.current = dragOf(event, scroller.current!, latest.current)
    },
    onPointerMove: (event: PointerEvent) => {
      const now = drag.current
      if (!now) return follow(event)
      if (now.pointerId !== event.pointerId) return
      now.last = { clientX: event.clientX, clientY: event.clientY }
      if (!now.hasBegun) {
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < slackPx) return
        now.hasBegun = true
        scroller.current!.setPointerCapture(event.pointerId)
        scrollAtBrim(scroller.current!, latest.current.sizes, () => drag.current, show)
      }
      show(now)
    },
    onPointerUp: () => {
      const now = drag.current
      if (now?.hasBegun) {
        endedAt.current = performance.now()
        finish(now, scroller.current!, latest.current)
      }
      end()
    },
    onPointerCancel: end,
    onPointerLeave: () => drag.current ?? end(),
  }

  function follow(event: PointerEvent): void {
    const { moving, nightsAt } = latest.current
    if (!moving || !draft.current || event.pointerType === 'touch') return
    const { line, day: from } = placeUnder(scroller.current!, event, latest.current)
    const to = from + moving.to - moving.from
    const { leadUid } = moving.stay
    drawStay(draft.current, { leadUid, line, from, to }, latest.current, nightsAt)
  }

  function show(now: Drag): void {
    if (draft.current) draw(now, scroller.current!, draft.current, latest.current)
  }
}

function dragOf(event: PointerEvent, grid: HTMLElement, options: PointerOptions): Drag | null {
  const { target, clientX: x, clientY: y, pointerId } = event
  if (event.button !== 0 || event.pointerType === 'touch' || event.shiftKey) return null
  const held = target instanceof Element && target.closest<HTMLElement>('.cell, .bar')
  if (!held) return null
  const isBar = held.classList.contains('bar')
  const stay = isBar && options.place ? options.stayOf(held.dataset.lead!) : null
  if (isBar && !stay) return null
  const from = placeUnder(grid, event, options)
  const begun = { pointerId, from, x, y, hasBegun: false, last: { clientX: x, clientY: y } }
  return { ...begun, stay: stay && { stay, grip: gripAt(held, x) } }
}

function draw(drag: Drag, grid: HTMLElement, draft: HTMLElement, options: PointerOptions) {
  const under = placeUnder(grid, drag.last, options)
  if (!drag.stay) return drawArea(draft, areaOf(drag.from, under), options)
  const { line, from, to } = stayAt(drag, under, options)
  const { leadUid } = drag.stay.stay
  drawStay(draft, { leadUid, line, from, to }, options, options.nightsAt)
}

/** Where the stay would be. Who pulls at an end does not change the line. */
function stayAt({ stay: held, from: begun }: Drag, under: Place, { lines }: PointerOptions) {
  const { stay, grip } = held!
  const goes = grip === 'bar' && canTake(lines[under.line])
  const line = goes ? under.line : begun.line
  return { line, ...pulled(stay, grip, under.day - begun.day) }
}

function finish(drag: Drag, grid: HTMLElement, options: PointerOptions) {
  const under = placeUnder(grid, drag.last, options)
  const { lines, select, place } = options
  if (!drag.stay) return select(selectionOf(lines, areaOf(drag.from, under)))
  const { line, from, to } = stayAt(drag, under, options)
  place?.({ stay: drag.stay.stay, line: lines[line]!, from, to })
}

/** Goes on scrolling while the pointer is held at the brim of the grid. */
function scrollAtBrim(
  grid: HTMLElement,
  sizes: Sizes,
  now: () => Drag | null,
  show: (drag: Drag) => void,
): void {
  const drag = now()
  if (!drag) return
  const { left, right, top, bottom } = grid.getBoundingClientRect()
  const { clientX, clientY } = drag.last
  const x = toward(clientX, left + sizes.names, right)
  const y = toward(clientY, top + sizes.head, bottom)
  if (x !== 0 || y !== 0) {
    grid.scrollBy(x, y)
    show(drag)
  }
  requestAnimationFrame(() => scrollAtBrim(grid, sizes, now, show))
}

function toward(value: number, least: number, most: number): number {
  if (value > most - brimPx) return stepPx
  return value < least + brimPx ? -stepPx : 0
}
