/** What is drawn over the nights: a selection, a stay on its way, and what stands in its way. */
import type { Ref } from 'react'
import type { Line } from '../lines.ts'
import type { Placing } from '../placing.ts'
import type { Selection } from '../selection.ts'
import type { Sizes } from './window.ts'

/** Nights of a line that somebody else has. */
export interface Obstacle {
  lineId: string
  nights: readonly number[]
}

export interface MarksProps {
  lines: readonly Line[]
  origin: number
  sizes: Sizes
  selection: Selection | null
  placing: Placing | null
  obstacles: readonly Obstacle[]
  /** Moved by the pointer without a render. */
  draft: Ref<HTMLDivElement>
}

export function Marks(props: MarksProps) {
  const { lines, origin, sizes, selection, placing, obstacles, draft } = props
  const placeOf = (id: string) => lines.findIndex(line => line.id === id)
  const box = (place: number, day: number, days: number, count = 1) => ({
    transform: `translate(${(day - origin) * sizes.day}px, ${place * sizes.line}px)`,
    width: days * sizes.day,
    height: count * sizes.line,
  })
  return (
    <div className="marks" aria-hidden="true">
      {selection
        ? runsOf(selection.lines.map(({ id }) => placeOf(id))).map(([place, count]) => (
            <div
              key={place}
              className="mark is-selection"
              style={box(place, selection.from, selection.to - selection.from + 1, count)}
            />
          ))
        : null}
      {placing ? (
        <div
          className="mark is-placing"
          style={box(placeOf(placing.line.id), placing.from + 0.5, placing.to - placing.from)}
        />
      ) : null}
      {obstacles.flatMap(({ lineId, nights }) =>
        runsOf(nights).map(([night, count]) => (
          <div
            key={`${lineId}${night}`}
            className="mark is-obstacle"
            style={box(placeOf(lineId), night + 0.5, count)}
          />
        )),
      )}
      <div ref={draft} className="mark draft" hidden />
    </div>
  )
}

/** Neighbours, as first and number; what is not there is -1. */
function runsOf(places: readonly number[]): [first: number, count: number][] {
  const runs: [number, number][] = []
  for (const place of places) {
    const run = runs.at(-1)
    if (run && run[0] + run[1] === place) run[1]++
    else if (place >= 0) runs.push([place, 1])
  }
  return runs
}
