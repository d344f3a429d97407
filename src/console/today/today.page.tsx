/** Page with the tasks of a day. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useDeferredValue, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../api/call.ts'
import { isTransient } from '../api/problem.ts'
import { useSession } from '../api/session.tsx'
import { countText, dateText } from '../i18n/format.ts'
import { type Translations, useLocalization, useTranslations } from '../i18n/translations.tsx'
import { type ChangeAddress, useAddress } from '../routing/address.ts'
import { useChecklist } from '../shared/checklist.query.ts'
import { dateOf, dayOf, readDay } from '../shared/days.ts'
import { FirstSteps } from '../shared/first-steps.tsx'
import { LeadPanel } from '../shared/lead/lead-panel.tsx'
import { usePageActions } from '../shared/page-actions.ts'
import { Problem } from '../shared/problem.tsx'
import { useProperties } from '../shared/properties.query.ts'
import { SetupCard } from '../shared/setup-card.tsx'
import { Icon } from '../ui/icons.tsx'
import { useKeys, useRowKeys } from '../ui/keys.ts'
import { type LiveRow, usePressGuard } from '../ui/lists/live-list.ts'
import { useHeld } from '../ui/lists/use-held.ts'
import { Decisions } from './decisions.tsx'
import { LeadRow, TurnoverRow } from './rows.tsx'
import { HeldContext, initialLimit, ReadMoreContext, useVisibleRows } from './show-more.tsx'
import type { Today, TodayLead } from './today.ts'
import { useUnlessUnsaved } from './use-unless-unsaved.ts'

function readAddress(search: URLSearchParams) {
  const day = readDay(search.get('date'))
  return { date: day === null ? null : dateOf(day), lead: search.get('reservation') }
}

export function TodayPage() {
  const texts = useTranslations()
  const { agency } = useSession()
  const [{ date, lead }, changeAddress] = useAddress(readAddress)
  const [limit, setLimit] = useState(initialLimit)
  const readMore = useCallback((rowsMax: number) => setLimit(old => Math.max(old, rowsMax)), [])
  const query = useQuery({
    queryKey: ['today', agency.uid, date, limit],
    queryFn: async ({ signal }) => {
      const parameters = { ...(date === null ? {} : { date }), _limit: limit }
      const request = { path: { uid: agency.uid }, query: parameters, signal }
      return (await call('GET /agencies/{uid}/today', request)).today
    },
    placeholderData: previous => previous,
  })
  const { error, refetch } = query
  // Many rows: rendered in slices, between which the page reacts to input.
  const data = useDeferredValue(query.data)
  // Loaded before the rows, because property names that arrive later would shift them.
  const { properties, isPending, error: propertiesError } = useProperties()
  const isEmpty = !isPending && !propertiesError && properties.length === 0
  const checklist = useChecklist()
  useRowKeys('.today .row-button')
  const listsKey = useUnlessUnsaved(data?.date)
  // The last data remains visible while the connection is lost.
  if (error && !(data && isTransient(error))) return <Problem error={error} retry={refetch} />
  return (
    <section className="today" aria-labelledby="today-title">
      <div className="page-head">
        <DayChoice
          date={data?.date ?? null}
          isToday={date === null}
          goToDate={day => changeAddress({ date: day })}
        />
      </div>
      {!data || isPending || checklist.isLoading ? (
        <p className="waits">{texts.frame.loading}</p>
      ) : (
        <>
          {checklist.isShown ? <SetupCard {...checklist} /> : null}
          {isEmpty && !checklist.isShown ? (
            <FirstSteps />
          ) : (
            <ReadMoreContext value={readMore}>
              <Lists key={listsKey} today={data} changeAddress={changeAddress} />
            </ReadMoreContext>
          )}
        </>
      )}
      {lead ? (
        <LeadPanel key={lead} uid={lead} close={() => changeAddress({ reservation: null })} />
      ) : null}
    </section>
  )
}

function Lists({ today, changeAddress }: { today: Today; changeAddress: ChangeAddress }) {
  const open = (uid: string) => changeAddress({ reservation: uid })
  const write = (uid: string) => changeAddress({ reservation: uid, tab: 'messages' })
  const { isHeld, held } = useHeld()
  const guard = usePressGuard()
  const leadRow = (time: 'in' | 'out' | 'until') => (row: LiveRow<TodayLead>) => (
    <LeadRow key={row.item.leadUid} lead={row.item} {...{ open, write, time }} {...row} />
  )
  return (
    <HeldContext value={isHeld}>
      <div className="sections" {...held} {...guard}>
        <Decisions today={today} open={open} reply={write} />
        <div className="lists">
          <Section name="arrivals" {...today.arrivals} row={leadRow('in')} />
          <Section name="departures" {...today.departures} row={leadRow('out')} />
          <Section
            name="turnovers"
            {...today.turnovers}
            row={({ item, isRemoved }) => (
              <TurnoverRow key={item.leadUid} turnover={item} {...{ open, isRemoved }} />
            )}
          />
          <Section name="inStay" {...today.inStay} row={leadRow('until')} />
        </div>
      </div>
    </HeldContext>
  )
}

interface DayChoiceProps {
  date: string | null
  isToday: boolean
  goToDate: (date: string | null) => void
}

function DayChoice({ date, isToday, goToDate }: DayChoiceProps) {
  const { texts, locale } = useLocalization()
  const moveBy = (days: number) => () => {
    if (date) goToDate(dateOf(dayOf(date) + days))
  }
  useKeys({ '[': moveBy(-1), ']': moveBy(1), t: () => goToDate(null) })
  usePageActions([
    { name: texts.today.before, run: moveBy(-1) },
    { name: texts.today.after, run: moveBy(1) },
  ])
  return (
    <div className="day-choice">
      <h1 id="today-title">
        {isToday ? (
          <span className="day-name">
            {texts.pages.today}
            {date ? <span className="quiet">, </span> : null}
          </span>
        ) : null}
        {date ? (
          <span className={isToday ? 'quiet' : ''}>{dateText(date, locale, 'full')}</span>
        ) : null}
      </h1>
      <div className="group">
        <Button className="icon-button lined" aria-label={texts.today.before} onPress={moveBy(-1)}>
          <Icon name="left" />
        </Button>
        <Button className="button plain" isDisabled={isToday} onPress={() => goToDate(null)}>
          {texts.pages.today}
        </Button>
        <Button className="icon-button lined" aria-label={texts.today.after} onPress={moveBy(1)}>
          <Icon name="right" />
        </Button>
      </div>
    </div>
  )
}

interface SectionProps<Item> {
  name: keyof Translations['today']['none']
  count: number
  items: readonly Item[]
  row: (row: LiveRow<Item>) => ReactNode
}

/** Section with a list of the day and its total count. */
function Section<Item extends { leadUid: string }>(props: SectionProps<Item>) {
  const { name, count, items, row } = props
  const { texts, locale } = useLocalization()
  const title = texts.today[name]
  const getKey = ({ leadUid }: Item) => leadUid
  const { visible, moreButton, newsButton } = useVisibleRows(
    { name: title, count, items, getKey },
    initialLimit,
  )
  return (
    <section className="card day-list" aria-label={title}>
      <h2>
        {title} <span className="count number">{countText(count, locale)}</span>
        {newsButton}
      </h2>
      {visible.length === 0 ? (
        <p className="quiet">{texts.today.none[name]}</p>
      ) : (
        <ul>{visible.map(row)}</ul>
      )}
      {moreButton}
    </section>
  )
}
