/** An inquiry that is dragged to a line from above the grid, by the browser's own dragging. */
import type { DragEvent, RefObject } from 'react'
import type { PlacedStay } from '../../nights.ts'
import { canTake, type Placing } from '../../placing.ts'
import type { NightsAt } from '../../selection.ts'
import { drawStay, type Layout, placeUnder } from './draft.ts'

interface CarryingOptions extends Layout {
  nightsAt: NightsAt
  carried: RefObject<PlacedStay | null>
  /** Null: nobody may change a stay. */
  place: ((placing: Placing) => void) | null
}

type Element = RefObject<HTMLDivElement | null>

/** What the grid does about it. */
export function carrying(scroller: Element, draft: Element, options: CarryingOptions) {
  const end = () => {
    if (draft.current) draft.current.hidden = true
  }
  return {
    onDragOver: (event: DragEvent) => {
      const placing = placedUnder(event, scroller.current!, options)
      if (!placing || !draft.current) return
      event.preventDefault()
      const { stay, from, to } = placing
      const line = options.lines.indexOf(placing.line)
      drawStay(draft.current, { leadUid: stay.leadUid, line, from, to }, options, options.nightsAt)
    },
    onDragLeave: end,
    onDrop: (event: DragEvent) => {
      const placing = placedUnder(event, scroller.current!, options)
      end()
      if (!placing) return
      event.preventDefault()
      options.place?.(placing)
    },
  }
}

function placedUnder(event: DragEvent, grid: HTMLElement, options: CarryingOptions) {
  const { carried, place, lines } = options
  const { current: stay } = carried
  if (!stay || !place) return null
  const under = placeUnder(grid, event, options)
  const line = lines[under.line]
  if (!canTake(line)) return null
  return { stay, line, from: under.day, to: under.day + stay.to - stay.from }
}
