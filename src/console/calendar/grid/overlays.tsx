/** Overlays of the nights: a selection, a moved stay, and conflicts. */
import type { Ref } from 'react'
import type { Line } from '../lines.ts'
import type { Placement } from '../placement.ts'
import type { Selection } from '../selection.ts'
import { halfDay, type Sizes } from './virtual-window.ts'

/** Nights of a line that another lead occupies. */
export interface Obstacle {
  lineId: string
  nights: readonly number[]
}

export interface OverlaysProps {
  lines: readonly Line[]
  origin: number
  sizes: Sizes
  selection: Selection | null
  placement: Placement | null
  obstacles: readonly Obstacle[]
  /** Element of the drag preview, moved without rendering. */
  draft: Ref<HTMLDivElement>
}

export function Overlays(props: OverlaysProps) {
  const { lines, origin, sizes, selection, placement, obstacles, draft } = props
  const lineIndex = (id: string) => lines.findIndex(line => line.id === id)
  const boxStyle = (index: number, day: number, days: number, count = 1) => ({
    transform: `translate(${(day - origin) * sizes.day}px, ${index * sizes.line}px)`,
    width: days * sizes.day,
    height: count * sizes.line,
  })
  return (
    <div className="marks" aria-hidden="true">
      {selection
        ? groupRuns(selection.lines.map(({ id }) => lineIndex(id))).map(([index, count]) => (
            <div
              key={index}
              className="mark is-selection"
              style={boxStyle(index, selection.from, selection.to - selection.from + 1, count)}
            />
          ))
        : null}
      {placement ? (
        <div
          className="mark is-placing"
          style={boxStyle(
            lineIndex(placement.line.id),
            placement.from + halfDay,
            placement.to - placement.from,
          )}
        />
      ) : null}
      {obstacles.flatMap(({ lineId, nights }) =>
        groupRuns(nights).map(([night, count]) => (
          <div
            key={`${lineId}${night}`}
            className="mark is-obstacle"
            style={boxStyle(lineIndex(lineId), night + halfDay, count)}
          />
        )),
      )}
      <div ref={draft} className="mark draft" hidden />
    </div>
  )
}

/** Groups consecutive numbers into runs of first number and count; skips -1. */
function groupRuns(indexes: readonly number[]): [first: number, count: number][] {
  const runs: [number, number][] = []
  for (const index of indexes) {
    const run = runs.at(-1)
    if (run && run[0] + run[1] === index) run[1]++
    else if (index >= 0) runs.push([index, 1])
  }
  return runs
}
