/** Calendar of all properties: stays, free nights and prices. */
import { Suspense, useCallback, useMemo, useState } from 'react'
import { may, useSession } from '../api/session.tsx'
import { useCalendarTranslations, useGridTranslations } from '../i18n/calendar-translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { type ChangeAddress, useAddress } from '../routing/address.ts'
import { lazyComponent } from '../routing/lazy.ts'
import { addMonths, dateOf, dayOf, readDay } from '../shared/days.ts'
import { FirstSteps } from '../shared/first-steps.tsx'
import { LeadPanel } from '../shared/lead/lead-panel.tsx'
import { Problem } from '../shared/problem.tsx'
import { useProperties } from '../shared/properties.query.ts'
import type { CalendarProperty } from '../shared/property.ts'
import { useKeys } from '../ui/keys.ts'
import { MoveToolbar, SelectionToolbar, StayToolbar } from './actions/action-bar.tsx'
import { useInteraction } from './actions/use-interaction.ts'
import { useKeyActions } from './actions/use-key-actions.ts'
import { type View, views } from './density.ts'
import { useServerMatches } from './filters/filters.query.ts'
import { applyFilters, readFilters } from './filters/filters.ts'
import { type CalendarData, Grid } from './grid/grid.tsx'
import { useHotels } from './hotels.query.ts'
import { useInquiries } from './inquiries/inquiries.query.ts'
import { InquiryLane } from './inquiries/inquiry-lane.tsx'
import { type Line, listLines, propertyLine } from './lines.ts'
import type { PlacedStay } from './nights.ts'
import type { Placement } from './placement.ts'
import { pastDays, Toolbar } from './toolbar.tsx'

const Forms = lazyComponent(async () => (await import('./actions/forms.tsx')).Forms)
const Agenda = lazyComponent(async () => (await import('./agenda/agenda.tsx')).Agenda)

const phoneQuery = '(width <= 40rem)'
const noProperties: readonly CalendarProperty[] = []
const noLines: readonly Line[] = []
const noStays: readonly PlacedStay[] = []

function readAddress(search: URLSearchParams) {
  const requested = views.find(name => name === search.get('density'))
  const view = requested ?? (matchMedia(phoneQuery).matches ? 'list' : 'stays')
  const lead = search.get('reservation')
  return { from: readDay(search.get('from')), view, filters: readFilters(search), lead }
}

export function CalendarPage() {
  const texts = useTranslations()
  // Loaded before the grid renders: a component that suspends later would unmount the grid.
  useCalendarTranslations()
  const { properties, error, isPending, refetch } = useProperties()
  const hotels = useHotels(properties)
  const [{ from, view, filters, lead }, changeAddress] = useAddress(readAddress)
  const { matches, error: filterError } = useServerMatches(filters)
  const [toggledIds, toggleLine] = useToggledIds()
  const visible = useMemo(
    () => (matches === undefined ? noProperties : applyFilters(properties, filters, matches)),
    [properties, filters, matches],
  )
  // A hotel has a line of its own, which would shift those below.
  const lines = useMemo(
    () => (hotels === null ? noLines : listLines(visible, hotels, toggledIds)),
    [visible, hotels, toggledIds],
  )
  const today = properties[0] ? dayOf(properties[0].today) : dayOf(new Date().toISOString())
  const firstDay = from ?? today - pastDays
  const inquiries = useInquiries(today)
  const goToDay = useCallback(
    (day: number) => changeAddress({ from: dateOf(day) }, { replace: true }),
    [changeAddress],
  )
  const interaction = useInteraction(changeAddress, may(useSession(), 'bookings:write'))
  const openLead = useOpenLead(interaction.clearSelection, changeAddress)
  const runShortcut = useKeyActions(interaction)
  useCalendarKeys({ firstDay, today, view, goToDay, changeAddress })
  if (error || filterError) return <Problem error={error ?? filterError} retry={refetch} />
  if (!isPending && properties.length === 0) return <NoProperties />
  const actions = { ...interaction, runShortcut, openLead, toggle: toggleLine }
  // The grid renders after the content above it, which would shift it.
  const isReady = lines.length > 0 && inquiries !== null
  const stays = inquiries?.stays ?? noStays
  const renderBars = (data: CalendarData) => (
    <Bars {...{ interaction, data, lead, properties, openLead }} inquiries={stays} />
  )
  return (
    <section className="calendar" aria-labelledby="calendar-title">
      <h1 id="calendar-title" className="for-readers">
        {texts.pages.calendar}
      </h1>
      <Toolbar
        {...{ firstDay, today, view, filters, properties, goToDay, changeAddress }}
        propertyCount={visible.length}
      />
      {inquiries === null || isPending ? null : (
        <InquiryLane
          {...{ properties, openLead, inquiries }}
          draggedStay={interaction.proposePlacement ? interaction.draggedStay : null}
        />
      )}
      {isReady ? (
        view === 'list' ? (
          <Suspense fallback={<Empty isPending />}>
            <Agenda {...{ lines, today, actions }} properties={visible} firstDay={from ?? today}>
              {renderBars}
            </Agenda>
          </Suspense>
        ) : (
          <Grid
            {...{ lines, firstDay, today, actions }}
            density={view}
            properties={visible}
            onScrolled={goToDay}
          >
            {renderBars}
          </Grid>
        )
      ) : (
        <Empty isPending={isPending || matches === undefined || !inquiries || !hotels} />
      )}
      {lead ? (
        <LeadPanel key={lead} uid={lead} close={() => changeAddress({ reservation: null })} />
      ) : null}
    </section>
  )
}

function useOpenLead(clearSelection: () => void, changeAddress: ChangeAddress) {
  return useCallback(
    (uid: string) => {
      clearSelection()
      changeAddress({ reservation: uid })
    },
    [clearSelection, changeAddress],
  )
}

function useToggledIds() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => setIds(old => toggleId(old, id)), [])
  return [ids, toggle] as const
}

interface KeysOptions {
  firstDay: number
  today: number
  view: View
  goToDay: (day: number) => void
  changeAddress: ChangeAddress
}

function useCalendarKeys({ firstDay, today, view, goToDay, changeAddress }: KeysOptions): void {
  useKeys({
    t: () => goToDay(today - pastDays),
    d: () => changeAddress({ density: view === 'stays' ? 'rates' : 'stays' }, { replace: true }),
    '/': () => document.getElementById('property-filter')?.focus(),
    '[': () => goToDay(addMonths(firstDay, -1)),
    ']': () => goToDay(addMonths(firstDay, 1)),
  })
}

function NoProperties() {
  const { pages } = useTranslations()
  return (
    <section className="calendar">
      <h1 className="for-readers">{pages.calendar}</h1>
      <FirstSteps />
    </section>
  )
}

interface BarsProps {
  interaction: ReturnType<typeof useInteraction>
  data: CalendarData
  lead: string | null
  properties: readonly CalendarProperty[]
  inquiries: readonly PlacedStay[]
  openLead: (uid: string) => void
}

/** Renders the bars and forms of the selection, the stay being moved, or the open stay. */
function Bars({ interaction, data, lead, properties, inquiries, openLead }: BarsProps) {
  const { selection, moving, move, proposePlacement, openForm, cancel } = interaction
  const openStay = lead && proposePlacement ? (data.findStay(lead) ?? findInquiry(lead)) : null
  function findInquiry(uid: string): Placement | null {
    const stay = inquiries.find(({ leadUid }) => leadUid === uid)
    // An inquiry without a property, or with a removed one, is placed on the first line.
    const index = properties.findIndex(({ propertyUid }) => propertyUid === stay?.propertyUid)
    const property = properties[index] ?? properties[0]
    if (!stay || !property) return null
    return {
      stay,
      line: propertyLine({ property, propertyIndex: Math.max(0, index) }),
      from: stay.from,
      to: stay.to,
    }
  }
  return (
    <>
      {interaction.current.kind === 'selected' && selection ? (
        <SelectionToolbar {...{ selection, openForm }} nightsAt={data.nightsAt} clear={cancel} />
      ) : moving ? (
        <MoveToolbar placement={moving} cancel={cancel} />
      ) : openStay && proposePlacement ? (
        <StayToolbar placement={openStay} move={move} change={proposePlacement} />
      ) : null}
      {interaction.isFormOpen ? (
        <Suspense>
          <Forms {...{ interaction, data, properties, openLead }} />
        </Suspense>
      ) : null}
    </>
  )
}

function Empty({ isPending }: { isPending: boolean }) {
  const { frame, calendar } = useGridTranslations()
  return <p className="empty">{isPending ? frame.loading : calendar.none}</p>
}

function toggleId(old: ReadonlySet<string>, uid: string): ReadonlySet<string> {
  const next = new Set(old)
  if (!next.delete(uid)) next.add(uid)
  return next
}
