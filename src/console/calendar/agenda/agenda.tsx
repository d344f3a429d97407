/** The calendar as a list: each property with two weeks of nights, and who stays in them. */

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Problem } from '../../kit/problem.tsx'
import { useGridWords } from '../../words/calendar-words.ts'
import type { GridActs, Known } from '../grid/grid.tsx'
import { knownOf } from '../grid/known/known.ts'
import type { House, Line } from '../lines.ts'
import { areaOf, selectionOf } from '../selection.ts'
import { useTiles } from '../tiles.read.ts'
import { agendaDays } from './agenda-days.ts'
import { AgendaItem } from './agenda-item.tsx'

interface AgendaProps {
  lines: readonly Line[]
  houses: readonly House[]
  first: number
  today: number
  acts: GridActs
  children: (known: Known) => ReactNode
}

/** As many more are shown whenever one comes to the end of the list. */
const step = 20

export function Agenda({ lines, houses, first, today, acts, children }: AgendaProps) {
  const words = useGridWords()
  const [count, setCount] = useState(step)
  const more = useCallback(() => setCount(old => old + step), [])
  const shown = lines.slice(0, count)
  const places = shown.flatMap(line => [line.place, ...line.types.map(({ place }) => place)])
  const toHouse = Math.max(0, ...places) + 1
  const sight = useMemo(
    () => ({ fromHouse: 0, toHouse, fromDay: first, toDay: first + agendaDays }),
    [toHouse, first],
  )
  const { tiles, error, again } = useTiles(houses, sight)
  const known = useMemo(() => knownOf(lines, tiles), [lines, tiles])
  const choose = (line: Line, day: number) => {
    const place = { line: lines.indexOf(line), day }
    const { moving, place: put, selection, select } = acts
    if (moving) {
      return put?.({ ...moving, line, from: day, to: day + moving.to - moving.from })
    }
    const anchor = selection?.anchor
    if (anchor) return select(selectionOf(lines, areaOf(anchor, place)))
    select(selectionOf(lines, areaOf(place, place), place))
  }
  return (
    <>
      {error ? <Problem error={error} again={again} /> : null}
      <ul className="agenda" aria-label={words.calendar.grid}>
        {shown.map(line => (
          <AgendaItem
            key={line.id}
            {...{ line, first, today, choose }}
            nights={known.tilesOf(line, first, first + agendaDays)}
            selection={acts.selection}
            openLead={acts.openLead}
            turn={acts.turn}
          />
        ))}
        {count < lines.length ? <End reached={more} /> : null}
      </ul>
      {children(known)}
    </>
  )
}

/** Tells when it comes into sight. */
function End({ reached }: { reached: () => void }) {
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) reached()
    })
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [reached])
  return <li ref={end} className="agenda-end" />
}
