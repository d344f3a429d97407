/** List view of the calendar: properties with two weeks of nights and their stays. */

import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useGridTranslations } from '../../i18n/calendar-translations.ts'
import { Problem } from '../../shared/problem.tsx'
import type { CalendarProperty } from '../../shared/property.ts'
import type { CalendarData, GridActions } from '../grid/grid.tsx'
import { readCalendarData } from '../grid/model/grid-data.ts'
import type { Line } from '../lines.ts'
import { areaBetween, selectArea } from '../selection.ts'
import { useTiles } from '../tiles.query.ts'
import { AgendaItem, agendaDays } from './agenda-item.tsx'

interface AgendaProps {
  lines: readonly Line[]
  properties: readonly CalendarProperty[]
  firstDay: number
  today: number
  actions: GridActions
  children: (data: CalendarData) => ReactNode
}

/** Number of items that are added when the end of the list is near: those of a phone's screen. */
const itemsPerLoad = 6
/** Distance from the end of the list at which further items are rendered. */
const endMargin = '600px'

export function Agenda({ lines, properties, firstDay, today, actions, children }: AgendaProps) {
  const texts = useGridTranslations()
  const [itemCount, setItemCount] = useState(itemsPerLoad)
  const showMore = useCallback(
    () => startTransition(() => setItemCount(old => old + itemsPerLoad)),
    [],
  )
  const visible = lines.slice(0, itemCount)
  const indexes = visible.flatMap(line => [
    line.propertyIndex,
    ...line.types.map(({ propertyIndex }) => propertyIndex),
  ])
  const toProperty = Math.max(0, ...indexes) + 1
  const range = useMemo(
    () => ({ fromProperty: 0, toProperty, fromDay: firstDay, toDay: firstDay + agendaDays }),
    [toProperty, firstDay],
  )
  const { tiles, error, retry } = useTiles(properties, range)
  const data = useMemo(() => readCalendarData(lines, tiles), [lines, tiles])
  const selectNight = (line: Line, day: number) => {
    const position = { line: lines.indexOf(line), day }
    const { moving, proposePlacement, selection, select } = actions
    if (moving) {
      return proposePlacement?.({ ...moving, line, from: day, to: day + moving.to - moving.from })
    }
    const anchor = selection?.anchor
    if (anchor) return select(selectArea(lines, areaBetween(anchor, position)))
    select(selectArea(lines, areaBetween(position, position), position))
  }
  return (
    <>
      {error ? <Problem error={error} retry={retry} /> : null}
      <ul className="agenda" aria-label={texts.calendar.grid}>
        {visible.map(line => (
          <AgendaItem
            key={line.id}
            {...{ line, firstDay, today, selectNight }}
            nights={data.nightsByTile(line, firstDay, firstDay + agendaDays)}
            selection={actions.selection}
            openLead={actions.openLead}
            toggle={actions.toggle}
          />
        ))}
        {itemCount < lines.length ? <EndOfList key={itemCount} onNear={showMore} /> : null}
      </ul>
      {children(data)}
    </>
  )
}

/** Calls `onNear` when the end of the list is near the visible part. */
function EndOfList({ onNear }: { onNear: () => void }) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const root = element.current!.parentElement
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear()
      },
      { root, rootMargin: endMargin },
    )
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [onNear])
  return <li ref={element} className="agenda-end" />
}
