/** Drop target for inquiries, with native drag and drop of the browser. */
import type { DragEvent, RefObject } from 'react'
import type { PlacedStay } from '../../nights.ts'
import { acceptsStay, type Placement } from '../../placement.ts'
import type { NightsAt } from '../../selection.ts'
import { type Layout, positionUnder, previewStay } from './drag-preview.ts'

interface DropOptions extends Layout {
  nightsAt: NightsAt
  draggedStay: RefObject<PlacedStay | null>
  /** Null if the user may not change stays. */
  proposePlacement: ((placement: Placement) => void) | null
}

type ElementRef = RefObject<HTMLDivElement | null>

/** Adds the drag events of inquiries to the grid. */
export function dropHandlers(scroller: ElementRef, draft: ElementRef, options: DropOptions) {
  const hideDraft = () => {
    if (draft.current) draft.current.hidden = true
  }
  return {
    onDragOver: (event: DragEvent) => {
      const placement = placementUnder(event, scroller.current!, options)
      if (!placement || !draft.current) return
      event.preventDefault()
      const { stay, from, to } = placement
      const line = options.lines.indexOf(placement.line)
      previewStay(
        draft.current,
        { leadUid: stay.leadUid, line, from, to },
        options,
        options.nightsAt,
      )
    },
    onDragLeave: hideDraft,
    onDrop: (event: DragEvent) => {
      const placement = placementUnder(event, scroller.current!, options)
      hideDraft()
      if (!placement) return
      event.preventDefault()
      options.proposePlacement?.(placement)
    },
  }
}

function placementUnder(event: DragEvent, grid: HTMLElement, options: DropOptions) {
  const { draggedStay, proposePlacement, lines } = options
  const { current: stay } = draggedStay
  if (!stay || !proposePlacement) return null
  const position = positionUnder(grid, event, options)
  const line = lines[position.line]
  if (!acceptsStay(line)) return null
  return { stay, line, from: position.day, to: position.day + stay.to - stay.from }
}
