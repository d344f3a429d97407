/** All properties and their nights: who stays where, and what is free at which price. */
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useAddress } from '../address.ts'
import { may, useSession } from '../api/session.tsx'
import { comesLater } from '../comes-later.ts'
import { useKeys } from '../frame/keys.ts'
import { Problem } from '../kit/problem.tsx'
import { LeadPanel } from '../leads/lead-panel.tsx'
import { FirstSteps } from '../today/first-steps.tsx'
import { useCalendarWords, useGridWords } from '../words/calendar-words.ts'
import { useWords } from '../words/words.tsx'
import { MovingBar, SelectionBar, StayBar } from './acts/act-bar.tsx'
import { useActing } from './acts/use-acting.ts'
import { useKeyActs } from './acts/use-key-acts.ts'
import { dateOf, dayOf, monthsFrom, readDay } from './days.ts'
import { views } from './density.ts'
import { useFound } from './filters/filters.read.ts'
import { fitting, readFilters } from './filters/filters.ts'
import { Grid, type Known } from './grid/grid.tsx'
import { useHotels } from './hotels.read.ts'
import { useHouses } from './houses.read.ts'
import { useInquiries } from './inquiries/inquiries.read.ts'
import { InquiryLane } from './inquiries/inquiry-lane.tsx'
import { type House, houseLine, linesOf } from './lines.ts'
import type { PlacedStay } from './nights.ts'
import type { Placing } from './placing.ts'
import { Toolbar } from './toolbar.tsx'

const Forms = comesLater(async () => (await import('./acts/forms.tsx')).Forms)
const Agenda = comesLater(async () => (await import('./agenda/agenda.tsx')).Agenda)

const yesterdays = 2
const phone = '(width <= 40rem)'
const none: readonly House[] = []
const noStays: readonly PlacedStay[] = []

function read(search: URLSearchParams) {
  const asked = views.find(one => one === search.get('density'))
  const view = asked ?? (matchMedia(phone).matches ? 'list' : 'stays')
  const lead = search.get('lead')
  return { from: readDay(search.get('from')), view, filters: readFilters(search), lead }
}

export function CalendarPage() {
  const words = useWords()
  // Before the grid is there: what waits for its texts would take it out of the page again.
  useCalendarWords()
  const { houses, error, isPending, refetch } = useHouses()
  const hotels = useHotels(houses)
  const [{ from, view, filters, lead }, change] = useAddress(read)
  const { found, error: notFound } = useFound(filters)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => {
    return found === undefined ? none : fitting(houses, filters, found)
  }, [houses, filters, found])
  const lines = useMemo(() => linesOf(shown, hotels, turned), [shown, hotels, turned])
  const today = houses[0] ? dayOf(houses[0].today) : dayOf(new Date().toISOString())
  const first = from ?? today - yesterdays
  const inquiries = useInquiries(today)
  const go = useCallback(
    (day: number) => change({ from: dateOf(day) }, { replace: true }),
    [change],
  )
  const turn = useCallback((id: string) => setTurned(old => toggled(old, id)), [])
  const acting = useActing(change, may(useSession(), 'bookings:write'))
  const { leave } = acting
  const openLead = useCallback(
    (uid: string) => {
      leave()
      change({ lead: uid })
    },
    [leave, change],
  )
  const act = useKeyActs(acting)
  useKeys({
    t: () => go(today - yesterdays),
    d: () => change({ density: view === 'stays' ? 'rates' : 'stays' }, { replace: true }),
    '/': () => document.getElementById('house-filter')?.focus(),
    '[': () => go(monthsFrom(first, -1)),
    ']': () => go(monthsFrom(first, 1)),
  })
  if (error || notFound) return <Problem error={error ?? notFound} again={refetch} />
  if (!isPending && houses.length === 0) return <NoHouse />
  const acts = { ...acting, act, openLead, turn }
  // The grid waits for what stands above it, which would move it.
  const isThere = lines.length > 0 && inquiries !== null
  const bars = (known: Known) => (
    <Bars {...{ acting, known, lead, houses, openLead }} inquiries={inquiries?.stays ?? noStays} />
  )
  return (
    <section className="calendar" aria-labelledby="calendar-title">
      <h1 id="calendar-title" className="for-readers">
        {words.pages.calendar}
      </h1>
      <Toolbar {...{ first, today, view, filters, houses, go, change }} count={shown.length} />
      {inquiries === null || isPending ? null : (
        <InquiryLane
          {...{ houses, openLead, inquiries }}
          carried={acting.place ? acting.carried : null}
        />
      )}
      {isThere ? (
        view === 'list' ? (
          <Suspense fallback={<Empty isPending />}>
            <Agenda {...{ lines, today, acts }} houses={shown} first={from ?? today}>
              {bars}
            </Agenda>
          </Suspense>
        ) : (
          <Grid {...{ lines, first, today, acts }} density={view} houses={shown} onScrolled={go}>
            {bars}
          </Grid>
        )
      ) : (
        <Empty isPending={isPending || found === undefined || inquiries === null} />
      )}
      {lead ? <LeadPanel key={lead} uid={lead} close={() => change({ lead: null })} /> : null}
    </section>
  )
}

function NoHouse() {
  const { pages } = useWords()
  return (
    <section className="calendar">
      <h1 className="for-readers">{pages.calendar}</h1>
      <FirstSteps />
    </section>
  )
}

interface BarsProps {
  acting: ReturnType<typeof useActing>
  known: Known
  lead: string | null
  houses: readonly House[]
  inquiries: readonly PlacedStay[]
  openLead: (uid: string) => void
}

/** What is chosen, is on its way, or is looked at, and the forms of what is done with it. */
function Bars({ acting, known, lead, houses, inquiries, openLead }: BarsProps) {
  const { selection, moving, move, place, open, cancel } = acting
  const looked = lead && place ? (known.stayOf(lead) ?? inquiryOf(lead)) : null
  function inquiryOf(uid: string): Placing | null {
    const stay = inquiries.find(({ leadUid }) => leadUid === uid)
    const at = houses.findIndex(({ propertyUid }) => propertyUid === stay?.propertyUid)
    const house = houses[at] ?? houses[0]
    if (!stay || !house) return null
    return {
      stay,
      line: houseLine({ house, place: Math.max(0, at) }),
      from: stay.from,
      to: stay.to,
    }
  }
  return (
    <>
      {acting.acting.kind === 'chosen' && selection ? (
        <SelectionBar {...{ selection, open }} nightsAt={known.nightsAt} clear={cancel} />
      ) : moving ? (
        <MovingBar placing={moving} giveUp={cancel} />
      ) : looked && place ? (
        <StayBar placing={looked} move={move} change={place} />
      ) : null}
      {acting.isAsked ? (
        <Suspense>
          <Forms {...{ acting, known, houses, openLead }} />
        </Suspense>
      ) : null}
    </>
  )
}

function Empty({ isPending }: { isPending: boolean }) {
  const { frame, calendar } = useGridWords()
  return <p className="empty">{isPending ? frame.loading : calendar.none}</p>
}

function toggled(old: ReadonlySet<string>, uid: string): ReadonlySet<string> {
  const next = new Set(old)
  if (!next.delete(uid)) next.add(uid)
  return next
}
