/** The grid: what is in sight of all lines and days, with its names and dates. */
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { Problem } from '../../kit/problem.tsx'
import { useCalendarWords, useGridSpoken, useGridWords } from '../../words/calendar-words.ts'
import { untilText } from '../../words/format.ts'
import type { Density } from '../density.ts'
import type { House, Line } from '../lines.ts'
import type { PlacedStay } from '../nights.ts'
import type { Placing } from '../placing.ts'
import type { NightsAt, Selection } from '../selection.ts'
import { useTiles } from '../tiles.read.ts'
import { DayColumns, DayHead } from './day-head.tsx'
import { carrying } from './gestures/carrying.ts'
import type { ActKey } from './gestures/cell-keys.ts'
import type { Layout } from './gestures/draft.ts'
import { useCells } from './gestures/use-cells.ts'
import { usePointer } from './gestures/use-pointer.ts'
import { useOldImports } from './known/imports.read.ts'
import { knownOf } from './known/known.ts'
import { LineRow } from './line-row.tsx'
import { Marks, type Obstacle } from './marks.tsx'
import { LineName, minimumOf } from './names.tsx'
import { originOf, useSight } from './use-sight.ts'
import { dayStep, type Sizes, scrolledTo } from './window.ts'

/** What somebody does in the grid, and what it shows of it. */
export interface GridActs {
  selection: Selection | null
  select: (selection: Selection | null) => void
  moving: Placing | null
  move: (placing: Placing | null) => void
  /** Null: nobody may change a stay. */
  place: ((placing: Placing) => void) | null
  /** An inquiry that is dragged here from above. */
  carried: RefObject<PlacedStay | null>
  /** Where a stay is about to go, while somebody is asked. */
  placing: Placing | null
  obstacles: readonly Obstacle[]
  /** A form asks about it. */
  isAsked: boolean
  act: (key: ActKey, stay: Placing | null, selection: Selection | null) => void
  openLead: (uid: string) => void
  turn: (lineId: string) => void
}

/** What has been read, for those who show something about nights that are chosen. */
export interface Known {
  nightsAt: NightsAt
  /** A stay on the line that shows it, as far as both are there. */
  stayOf: (leadUid: string) => Placing | null
}

interface GridProps {
  lines: readonly Line[]
  houses: readonly House[]
  density: Density
  /** The first day that is seen. */
  first: number
  today: number
  onScrolled: (day: number) => void
  acts: GridActs
  children: (known: Known) => ReactNode
}

/** A quarter back, and three years on: whole weeks. */
const weeksOfAll = 13 + 157

export function Grid(props: GridProps) {
  const { lines, houses, density, first, today, onScrolled, acts } = props
  const scroller = useRef<HTMLDivElement>(null)
  const draft = useRef<HTMLDivElement>(null)
  const origin = originOf(today)
  const extent = useMemo(
    () => ({ lines: lines.length, days: weeksOfAll * dayStep }),
    [lines.length],
  )
  const seeing = { extent, density, origin, first, onScrolled }
  const { window, sizes, edge, measure } = useSight(scroller, seeing)
  const [from, to] = [origin + window.fromDay, origin + window.toDay]
  const seen = lines.slice(window.fromLine, window.toLine)
  const sight = useSightOf(seen, from, to)
  const { tiles, error, again } = useTiles(houses, sight)
  const known = useMemo(() => knownOf(lines, tiles), [lines, tiles])
  const rows = seen.map((line, i) => {
    return { line, index: window.fromLine + i, nights: known.tilesOf(line, from, to) }
  })
  const layout = { lines, origin, sizes, extent }
  const stayOf = useCallback((uid: string) => known.stayOf(uid)?.stay ?? null, [known])
  const { nightsAt } = known
  const pointer = { ...layout, ...acts, nightsAt, stayOf }
  const { hasJustDragged, ...dragging } = usePointer(scroller, draft, pointer)
  const cells = useCells(scroller, {
    ...layout,
    ...acts,
    today,
    measure,
    drop: acts.place ?? ignore,
    stayOf: known.stayOf,
    hasJustDragged,
  })
  useReveal(scroller, layout, acts)
  const warningOf = useWarnings()
  return (
    <>
      {error ? <Problem error={error} again={again} /> : null}
      <Scroller
        {...{
          scroller,
          density,
          lines,
          extent,
          sizes,
          handlers: { ...cells, ...dragging, ...carrying(scroller, draft, pointer) },
        }}
      >
        <DayHead {...{ origin, from, to, today, dayWidth: sizes.day, days: extent.days }} />
        <Body lines={lines} width={sizes.names + extent.days * sizes.day} sizes={sizes}>
          <DayColumns {...{ origin, from, to, today, dayWidth: sizes.day }} />
          <div className="names" role="presentation">
            {rows.map(({ line, index, nights }) => (
              <LineName
                key={line.id}
                line={line}
                index={index}
                lineHeight={sizes.line}
                minimum={density === 'rates' ? minimumOf(nights) : 1}
                warning={warningOf(line)}
              />
            ))}
          </div>
          {rows.map(row => (
            <LineRow
              key={row.line.id}
              {...row}
              {...{ origin, from, to, density, today, edge }}
              dayWidth={sizes.day}
              lineHeight={sizes.line}
            />
          ))}
          <Marks {...{ lines, origin, sizes, draft, ...acts }} />
        </Body>
      </Scroller>
      {props.children(known)}
    </>
  )
}

function ignore(): void {}

/** What is said beside a property whose external calendars were not heard of for long. */
function useWarnings(): (line: Line) => string | null {
  const { heard } = useCalendarWords()
  const { locale } = useGridSpoken()
  const old = useOldImports()
  return ({ kind, house }) => {
    const some = kind === 'house' ? old.get(house.propertyUid) : undefined
    if (!some) return null
    const texts = some.map(({ name, lastSyncUtcDateTime: last }) =>
      last === null ? heard.never(name) : heard.last(name, untilText(last, Date.now(), locale)),
    )
    return texts.join(', ')
  }
}

/** Brings into sight what a form is about, which may have come over it or made the grid smaller. */
function useReveal(
  scroller: RefObject<HTMLDivElement | null>,
  { lines, origin, sizes }: Layout,
  { placing, selection, isAsked }: GridActs,
): void {
  const line = placing?.line ?? selection?.lines[0]
  const place = lines.findIndex(({ id }) => id === line?.id)
  const day = placing?.from ?? selection?.from ?? 0
  const last = placing?.to ?? selection?.to ?? day
  useEffect(() => {
    if (!isAsked || place < 0) return
    const grid = scroller.current!
    const reveal = () => {
      // As much as there is room for, and its beginning in any case.
      for (const one of [last, day]) {
        const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = grid
        const at = { line: place, day: one - origin }
        grid.scrollTo(scrolledTo(at, { top, left, height, width }, sizes))
      }
    }
    // Tells of the size at once, and when the form is loaded, which leaves less room.
    const resized = new ResizeObserver(reveal)
    resized.observe(grid)
    return () => resized.disconnect()
  }, [scroller, isAsked, place, day, last, origin, sizes])
}

/** The properties and days that are to be read. */
function useSightOf(seen: readonly Line[], fromDay: number, toDay: number) {
  const places = seen.flatMap(line => [line.place, ...line.types.map(({ place }) => place)])
  const fromHouse = places.length > 0 ? Math.min(...places) : 0
  const toHouse = places.length > 0 ? Math.max(...places) + 1 : 1
  return useMemo(
    () => ({ fromHouse, toHouse, fromDay, toDay }),
    [fromHouse, toHouse, fromDay, toDay],
  )
}

interface ScrollerProps {
  scroller: React.Ref<HTMLDivElement>
  density: Density
  lines: readonly Line[]
  extent: { days: number }
  sizes: Sizes
  handlers: object
  children: ReactNode
}

function Scroller({ scroller, density, lines, extent, sizes, handlers, children }: ScrollerProps) {
  const words = useGridWords()
  return (
    <div
      ref={scroller}
      role="grid"
      className={`grid ${density}`}
      aria-label={words.calendar.grid}
      aria-rowcount={lines.length + 1}
      aria-colcount={extent.days + 1}
      aria-multiselectable="true"
      tabIndex={0}
      style={variablesOf(sizes)}
      {...handlers}
    >
      {children}
    </div>
  )
}

function Body(props: { lines: readonly Line[]; width: number; sizes: Sizes; children: ReactNode }) {
  const { lines, width, sizes, children } = props
  return (
    <div className="body" role="rowgroup" style={{ height: lines.length * sizes.line, width }}>
      {children}
    </div>
  )
}

function variablesOf({ day, line, names, head }: Sizes): CSSProperties {
  const variables = { '--day': day, '--line-height': line, '--names': names, '--head': head }
  const inPixels = Object.entries(variables).map(([name, size]) => [name, `${size}px`])
  return Object.fromEntries(inPixels)
}
