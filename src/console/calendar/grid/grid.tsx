/** The grid: what is in sight of all lines and days, with its names and dates. */
import { type CSSProperties, useMemo, useRef } from 'react'
import { Problem } from '../../kit/problem.tsx'
import { useWords } from '../../words/words.tsx'
import type { Density } from '../density.ts'
import type { House, Line } from '../lines.ts'
import type { Nights } from '../nights.ts'
import { daysOfTile, type Tiles, tileName, useTiles } from '../tiles.read.ts'
import { DayColumns, DayHead } from './day-head.tsx'
import { LineRow } from './line-row.tsx'
import { useCells } from './use-cells.ts'
import { originOf, useSight } from './use-sight.ts'
import { dayStep, type Sizes } from './window.ts'

interface GridProps {
  lines: readonly Line[]
  houses: readonly House[]
  density: Density
  /** The first day that is seen. */
  first: number
  today: number
  onScrolled: (day: number) => void
  openLead: (uid: string) => void
  toggle: (propertyUid: string) => void
}

/** A quarter back, and three years on: whole weeks. */
const weeksOfAll = 13 + 157

export function Grid(props: GridProps) {
  const { lines, houses, density, first, today, onScrolled, openLead, toggle } = props
  const words = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const origin = originOf(today)
  const extent = useMemo(
    () => ({ lines: lines.length, days: weeksOfAll * dayStep }),
    [lines.length],
  )
  const { window, sizes, measure } = useSight(scroller, {
    extent,
    density,
    origin,
    first,
    onScrolled,
  })
  const { fromLine, toLine } = window
  const [from, to] = [origin + window.fromDay, origin + window.toDay]
  const fromHouse = lines[fromLine]?.place ?? 0
  const toHouse = (lines[toLine - 1]?.place ?? 0) + 1
  const sight = useMemo(
    () => ({ fromHouse, toHouse, fromDay: from, toDay: to }),
    [fromHouse, toHouse, from, to],
  )
  const { tiles, error, again } = useTiles(houses, sight)
  const cells = useCells(scroller, {
    lines,
    extent,
    origin,
    today,
    sizes,
    measure,
    openLead,
    toggle,
  })
  return (
    <>
      {error ? <Problem error={error} again={again} /> : null}
      <div
        ref={scroller}
        role="grid"
        className={`grid ${density}`}
        aria-label={words.calendar.grid}
        aria-rowcount={lines.length + 1}
        aria-colcount={extent.days + 1}
        tabIndex={0}
        style={variablesOf(sizes)}
        {...cells}
      >
        <DayHead {...{ origin, from, to, today, dayWidth: sizes.day, days: extent.days }} />
        <div
          className="body"
          role="rowgroup"
          style={{
            height: lines.length * sizes.line,
            width: sizes.names + extent.days * sizes.day,
          }}
        >
          <DayColumns {...{ origin, from, to, today, dayWidth: sizes.day }} />
          {lines.slice(fromLine, toLine).map((line, i) => (
            <LineRow
              key={line.id}
              {...{ line, origin, from, to, density, today, daysOfTile }}
              index={fromLine + i}
              dayWidth={sizes.day}
              lineHeight={sizes.line}
              nights={nightsOf(tiles, line, from, to)}
            />
          ))}
        </div>
      </div>
    </>
  )
}

function variablesOf({ day, line, names, head }: Sizes): CSSProperties {
  const variables = { '--day': day, '--line-height': line, '--names': names, '--head': head }
  const inPixels = Object.entries(variables).map(([name, size]) => [name, `${size}px`])
  return Object.fromEntries(inPixels)
}

/** What is there of a line, by the first day of each tile. */
function nightsOf(tiles: Tiles, { place, house }: Line, from: number, to: number) {
  const found = new Map<number, Nights>()
  for (let day = Math.floor(from / daysOfTile) * daysOfTile; day < to; day += daysOfTile) {
    const nights = tiles.get(tileName(place, day))?.nightsOf.get(house.propertyUid)
    if (nights) found.set(day, nights)
  }
  return found
}
