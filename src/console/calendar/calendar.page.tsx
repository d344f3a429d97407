/** All properties and their nights: who stays where, and what is free at which price. */
import { useCallback, useMemo, useState } from 'react'
import { useAddress } from '../address.ts'
import { useKeys } from '../frame/keys.ts'
import { Problem } from '../kit/problem.tsx'
import { LeadPanel } from '../leads/lead-panel.tsx'
import { useWords } from '../words/words.tsx'
import { dateOf, dayOf, monthsFrom, readDay } from './days.ts'
import { densities } from './density.ts'
import { Grid } from './grid/grid.tsx'
import { useHouses } from './houses.read.ts'
import { type House, linesOf } from './lines.ts'
import { Toolbar } from './toolbar.tsx'

const yesterdays = 2

function read(search: URLSearchParams) {
  const density = densities.find(one => one === search.get('density')) ?? 'stays'
  const [query, lead] = [search.get('query') ?? '', search.get('lead')]
  return { from: readDay(search.get('from')), density, query, lead }
}

export function CalendarPage() {
  const words = useWords()
  const { houses, error, isPending, refetch } = useHouses()
  const [{ from, density, query, lead }, change] = useAddress(read)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => fitting(houses, query), [houses, query])
  const lines = useMemo(() => linesOf(shown, open), [shown, open])
  const today = houses[0] ? dayOf(houses[0].today) : dayOf(new Date().toISOString())
  const first = from ?? today - yesterdays
  const go = useCallback(
    (day: number) => change({ from: dateOf(day) }, { replace: true }),
    [change],
  )
  const toggle = useCallback((uid: string) => setOpen(old => toggled(old, uid)), [])
  const openLead = useCallback((uid: string) => change({ lead: uid }), [change])
  useKeys({
    t: () => go(today - yesterdays),
    d: () => change({ density: density === 'stays' ? 'rates' : null }, { replace: true }),
    '/': () => document.getElementById('house-filter')?.focus(),
    '[': () => go(monthsFrom(first, -1)),
    ']': () => go(monthsFrom(first, 1)),
  })
  if (error) return <Problem error={error} again={refetch} />
  return (
    <section className="calendar" aria-labelledby="calendar-title">
      <h1 id="calendar-title" className="for-readers">
        {words.pages.calendar}
      </h1>
      <Toolbar {...{ first, today, density, query, go, change, count: shown.length }} />
      {lines.length > 0 ? (
        <Grid
          {...{ lines, density, first, today, openLead, toggle }}
          houses={shown}
          onScrolled={go}
        />
      ) : (
        <p className="empty">
          {isPending
            ? words.frame.loading
            : houses.length === 0
              ? words.calendar.noHouses
              : words.calendar.none}
        </p>
      )}
      {lead ? <LeadPanel key={lead} uid={lead} close={() => change({ lead: null })} /> : null}
    </section>
  )
}

function fitting(houses: House[], query: string): House[] {
  const wanted = query.trim().toLocaleLowerCase()
  if (wanted === '') return houses
  const has = (text: string | null) => text?.toLocaleLowerCase().includes(wanted)
  return houses.filter(({ name, city }) => has(name) || has(city))
}

function toggled(old: ReadonlySet<string>, uid: string): ReadonlySet<string> {
  const next = new Set(old)
  if (!next.delete(uid)) next.add(uid)
  return next
}
