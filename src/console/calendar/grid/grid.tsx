/** Virtualized grid of lines and days, with its headers. */
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import {
  useCalendarTranslations,
  useGridLocalization,
  useGridTranslations,
} from '../../i18n/calendar-translations.ts'
import { untilText } from '../../i18n/format.ts'
import { Problem } from '../../shared/problem.tsx'
import type { CalendarProperty } from '../../shared/property.ts'
import type { Density } from '../density.ts'
import type { Line } from '../lines.ts'
import type { PlacedStay } from '../nights.ts'
import type { Placement } from '../placement.ts'
import type { NightsAt, Selection } from '../selection.ts'
import { useTiles } from '../tiles.query.ts'
import { DayColumns, DayHead } from './day-head.tsx'
import type { ActionKey } from './gestures/cell-keys.ts'
import type { Layout } from './gestures/drag-preview.ts'
import { dropHandlers } from './gestures/drag-stay.ts'
import { useCells } from './gestures/use-cells.ts'
import { usePointer } from './gestures/use-pointer.ts'
import { readCalendarData } from './model/grid-data.ts'
import { useOutdatedImports } from './model/imports.query.ts'
import { type Obstacle, Overlays } from './overlays.tsx'
import { LineRow } from './row.tsx'
import { LineName, usualMinimum } from './row-header.tsx'
import { calendarOrigin, useViewport } from './use-viewport.ts'
import { dayStep, type Sizes, scrollPositionFor } from './virtual-window.ts'

/** Actions in the grid and their state. */
export interface GridActions {
  selection: Selection | null
  select: (selection: Selection | null) => void
  moving: Placement | null
  move: (placement: Placement | null) => void
  /** Null if the user may not change stays. */
  proposePlacement: ((placement: Placement) => void) | null
  /** Inquiry that is being dragged from the lane. */
  draggedStay: RefObject<PlacedStay | null>
  /** Target of a stay while its form is open. */
  placement: Placement | null
  obstacles: readonly Obstacle[]
  isFormOpen: boolean
  runShortcut: (key: ActionKey, stay: Placement | null, selection: Selection | null) => void
  openLead: (uid: string) => void
  toggle: (lineId: string) => void
}

/** Loaded data for the action bars and forms. */
export interface CalendarData {
  nightsAt: NightsAt
  /** Finds a stay with its line; null if either is not loaded. */
  findStay: (leadUid: string) => Placement | null
}

interface GridProps {
  lines: readonly Line[]
  properties: readonly CalendarProperty[]
  density: Density
  firstDay: number
  today: number
  onScrolled: (day: number) => void
  actions: GridActions
  children: (data: CalendarData) => ReactNode
}

/** Weeks in the grid: a quarter before today and three years after. */
const weeksTotal = 13 + 157

export function Grid(props: GridProps) {
  const { lines, properties, density, firstDay, today, onScrolled, actions } = props
  const scroller = useRef<HTMLDivElement>(null)
  const draft = useRef<HTMLDivElement>(null)
  const origin = calendarOrigin(today)
  const gridSize = useMemo(
    () => ({ lines: lines.length, days: weeksTotal * dayStep }),
    [lines.length],
  )
  const viewportOptions = { gridSize, density, origin, firstDay, onScrolled }
  const { window, sizes, scrolledPx, measure } = useViewport(scroller, viewportOptions)
  const [from, to] = [origin + window.fromDay, origin + window.toDay]
  const visibleLines = lines.slice(window.fromLine, window.toLine)
  const range = useTileRange(visibleLines, from, to)
  const { tiles, error, retry } = useTiles(properties, range)
  const data = useMemo(() => readCalendarData(lines, tiles), [lines, tiles])
  const rows = visibleLines.map((line, i) => {
    return { line, index: window.fromLine + i, nights: data.nightsByTile(line, from, to) }
  })
  const layout = { lines, origin, sizes, gridSize }
  const findStay = useCallback((uid: string) => data.findStay(uid)?.stay ?? null, [data])
  const { nightsAt } = data
  const pointer = { ...layout, ...actions, nightsAt, findStay }
  const { hasJustDragged, ...dragging } = usePointer(scroller, draft, pointer)
  const cells = useCells(scroller, {
    ...layout,
    ...actions,
    today,
    measure,
    drop: actions.proposePlacement ?? doNothing,
    findStay: data.findStay,
    hasJustDragged,
  })
  useReveal(scroller, layout, actions)
  const lineWarning = useWarnings()
  return (
    <>
      {error ? <Problem error={error} retry={retry} /> : null}
      <Scroller
        {...{
          scroller,
          density,
          lines,
          gridSize,
          sizes,
          handlers: { ...cells, ...dragging, ...dropHandlers(scroller, draft, pointer) },
        }}
      >
        <DayHead {...{ origin, from, to, today, dayWidth: sizes.day, dayCount: gridSize.days }} />
        <Body lines={lines} width={sizes.names + gridSize.days * sizes.day} sizes={sizes}>
          <DayColumns {...{ origin, from, to, today, dayWidth: sizes.day }} />
          <div className="names" role="presentation">
            {rows.map(({ line, index, nights }) => (
              <LineName
                key={line.id}
                line={line}
                index={index}
                lineHeight={sizes.line}
                minimum={density === 'rates' ? usualMinimum(nights) : 1}
                warning={lineWarning(line)}
              />
            ))}
          </div>
          {rows.map(row => (
            <LineRow
              key={row.line.id}
              {...row}
              {...{ origin, from, to, density, today, scrolledPx }}
              dayWidth={sizes.day}
              lineHeight={sizes.line}
            />
          ))}
          <Overlays {...{ lines, origin, sizes, draft, ...actions }} />
        </Body>
      </Scroller>
      {props.children(data)}
    </>
  )
}

function doNothing(): void {}

/** Returns a function that returns the warning about outdated imports of a line, or null. */
function useWarnings(): (line: Line) => string | null {
  const { heard } = useCalendarTranslations()
  const { locale } = useGridLocalization()
  const outdated = useOutdatedImports()
  return ({ kind, property }) => {
    const imports = kind === 'house' ? outdated.get(property.propertyUid) : undefined
    if (!imports) return null
    const texts = imports.map(({ name, lastSyncUtcDateTime: lastSync }) =>
      lastSync === null
        ? heard.never(name)
        : heard.last(name, untilText(lastSync, Date.now(), locale)),
    )
    return texts.join(', ')
  }
}

/** Scrolls the nights of a form into view, because the form may cover them or shrink the grid. */
function useReveal(
  scroller: RefObject<HTMLDivElement | null>,
  { lines, origin, sizes }: Layout,
  { placement, selection, isFormOpen }: GridActions,
): void {
  const line = placement?.line ?? selection?.lines[0]
  const lineIndex = lines.findIndex(({ id }) => id === line?.id)
  const day = placement?.from ?? selection?.from ?? 0
  const lastDay = placement?.to ?? selection?.to ?? day
  useEffect(() => {
    if (!isFormOpen || lineIndex < 0) return
    const grid = scroller.current!
    const reveal = () => {
      // Shows the end of the stay if it fits; the beginning is always visible.
      for (const targetDay of [lastDay, day]) {
        const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = grid
        const position = { line: lineIndex, day: targetDay - origin }
        grid.scrollTo(scrollPositionFor(position, { top, left, height, width }, sizes))
      }
    }
    // Called at once, and when the form is loaded, which shrinks the grid.
    const resized = new ResizeObserver(reveal)
    resized.observe(grid)
    return () => resized.disconnect()
  }, [scroller, isFormOpen, lineIndex, day, lastDay, origin, sizes])
}

/** Returns the properties and days to load. */
function useTileRange(visibleLines: readonly Line[], fromDay: number, toDay: number) {
  const indexes = visibleLines.flatMap(line => [
    line.propertyIndex,
    ...line.types.map(({ propertyIndex }) => propertyIndex),
  ])
  const fromProperty = indexes.length > 0 ? Math.min(...indexes) : 0
  const toProperty = indexes.length > 0 ? Math.max(...indexes) + 1 : 1
  return useMemo(
    () => ({ fromProperty, toProperty, fromDay, toDay }),
    [fromProperty, toProperty, fromDay, toDay],
  )
}

interface ScrollerProps {
  scroller: React.Ref<HTMLDivElement>
  density: Density
  lines: readonly Line[]
  gridSize: { days: number }
  sizes: Sizes
  handlers: object
  children: ReactNode
}

function Scroller({
  scroller,
  density,
  lines,
  gridSize,
  sizes,
  handlers,
  children,
}: ScrollerProps) {
  const texts = useGridTranslations()
  return (
    <div
      ref={scroller}
      role="grid"
      className={`grid ${density}`}
      aria-label={texts.calendar.grid}
      aria-rowcount={lines.length + 1}
      aria-colcount={gridSize.days + 1}
      aria-multiselectable="true"
      tabIndex={0}
      style={cssVariables(sizes)}
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

function cssVariables({ day, line, names, head }: Sizes): CSSProperties {
  const variables = { '--day': day, '--line-height': line, '--names': names, '--head': head }
  const inPixels = Object.entries(variables).map(([name, size]) => [name, `${size}px`])
  return Object.fromEntries(inPixels)
}
