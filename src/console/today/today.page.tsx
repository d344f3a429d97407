/** What the day asks of the agency. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { type ChangeAddress, useAddress } from '../address.ts'
import { call } from '../api/call.ts'
import { isPassing } from '../api/problem.ts'
import { useSession } from '../api/session.tsx'
import { dateOf, dayOf, readDay } from '../calendar/days.ts'
import { useHouses } from '../calendar/houses.read.ts'
import { useKeys } from '../frame/keys.ts'
import { usePageActs } from '../frame/page-acts.ts'
import { useRowKeys } from '../frame/row-keys.ts'
import { Icon } from '../kit/icons.tsx'
import { type LiveRow, usePressGuard } from '../kit/lists/live-list.ts'
import { useHeld } from '../kit/lists/use-held.ts'
import { Problem } from '../kit/problem.tsx'
import { LeadPanel } from '../leads/lead-panel.tsx'
import { countText, dateText } from '../words/format.ts'
import { useSpoken, useWords, type Words } from '../words/words.tsx'
import { Decisions } from './decisions.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LeadRow, TurnoverRow } from './rows.tsx'
import { firstRead, HeldContext, ReadMoreContext, useShown } from './shown.tsx'
import type { Today, TodayLead } from './today.ts'

function read(search: URLSearchParams) {
  const day = readDay(search.get('date'))
  return { date: day === null ? null : dateOf(day), lead: search.get('lead') }
}

export function TodayPage() {
  const words = useWords()
  const { agency } = useSession()
  const [{ date, lead }, change] = useAddress(read)
  const [limit, setLimit] = useState(firstRead)
  const readMore = useCallback((most: number) => setLimit(old => Math.max(old, most)), [])
  const { data, error, refetch } = useQuery({
    queryKey: ['today', agency.uid, date, limit],
    queryFn: async ({ signal }) => {
      const query = { ...(date === null ? {} : { date }), _limit: limit }
      const path = { uid: agency.uid }
      return (await call('GET /agencies/{uid}/today', { path, query, signal })).today
    },
    placeholderData: before => before,
  })
  // Rows that got their places later would move.
  const { houses, isPending, error: unread } = useHouses()
  const isEmpty = !isPending && !unread && houses.length === 0
  useRowKeys('.today .row-button')
  // The last data stays while the connection is lost.
  if (error && !(data && isPassing(error))) return <Problem error={error} again={refetch} />
  return (
    <section className="today" aria-labelledby="today-title">
      <div className="page-head">
        <DayChoice
          shown={data?.date ?? null}
          isToday={date === null}
          go={day => change({ date: day })}
        />
      </div>
      {isEmpty ? (
        <FirstSteps />
      ) : data && !isPending ? (
        <ReadMoreContext value={readMore}>
          <Lists key={data.date} today={data} change={change} />
        </ReadMoreContext>
      ) : (
        <p className="waits">{words.frame.loading}</p>
      )}
      {lead ? <LeadPanel key={lead} uid={lead} close={() => change({ lead: null })} /> : null}
    </section>
  )
}

function Lists({ today, change }: { today: Today; change: ChangeAddress }) {
  const open = (uid: string) => change({ lead: uid })
  const write = (uid: string) => change({ lead: uid, tab: 'messages' })
  const { isHeld, held } = useHeld()
  const guard = usePressGuard()
  const row = (time: 'in' | 'out' | 'until') => (row: LiveRow<TodayLead>) => (
    <LeadRow key={row.item.leadUid} lead={row.item} {...{ open, write, time }} {...row} />
  )
  return (
    <HeldContext value={isHeld}>
      <div className="sections" {...held} {...guard}>
        <Decisions today={today} open={open} answer={write} />
        <div className="lists">
          <Section name="arrivals" {...today.arrivals} row={row('in')} />
          <Section name="departures" {...today.departures} row={row('out')} />
          <Section
            name="turnovers"
            {...today.turnovers}
            row={({ item, isGone }) => (
              <TurnoverRow key={item.leadUid} turnover={item} {...{ open, isGone }} />
            )}
          />
          <Section name="inStay" {...today.inStay} row={row('until')} />
        </div>
      </div>
    </HeldContext>
  )
}

interface DayChoiceProps {
  shown: string | null
  isToday: boolean
  go: (date: string | null) => void
}

function DayChoice({ shown, isToday, go }: DayChoiceProps) {
  const { words, locale } = useSpoken()
  const beside = (days: number) => () => {
    if (shown) go(dateOf(dayOf(shown) + days))
  }
  useKeys({ '[': beside(-1), ']': beside(1), t: () => go(null) })
  usePageActs([
    { name: words.today.before, run: beside(-1) },
    { name: words.today.after, run: beside(1) },
  ])
  return (
    <div className="day-choice">
      <h1 id="today-title">
        {isToday ? words.pages.today : ''}
        {isToday && shown ? <span className="quiet">, </span> : null}
        {shown ? (
          <span className={isToday ? 'quiet' : ''}>{dateText(shown, locale, 'full')}</span>
        ) : null}
      </h1>
      <div className="group">
        <Button className="icon-button lined" aria-label={words.today.before} onPress={beside(-1)}>
          <Icon name="left" />
        </Button>
        <Button className="button plain" isDisabled={isToday} onPress={() => go(null)}>
          {words.pages.today}
        </Button>
        <Button className="icon-button lined" aria-label={words.today.after} onPress={beside(1)}>
          <Icon name="right" />
        </Button>
      </div>
    </div>
  )
}

interface SectionProps<Item> {
  name: keyof Words['today']['none']
  count: number
  items: readonly Item[]
  row: (row: LiveRow<Item>) => ReactNode
}

/** A list of the day, with the number of all that it holds. */
function Section<Item extends { leadUid: string }>(props: SectionProps<Item>) {
  const { name, count, items, row } = props
  const { words, locale } = useSpoken()
  const title = words.today[name]
  const keyOf = ({ leadUid }: Item) => leadUid
  const { shown, more, news } = useShown({ name: title, count, items, keyOf }, firstRead)
  return (
    <section className="card day-list" aria-label={title}>
      <h2>
        {title} <span className="count number">{countText(count, locale)}</span>
        {news}
      </h2>
      {shown.length === 0 ? (
        <p className="quiet">{words.today.none[name]}</p>
      ) : (
        <ul>{shown.map(row)}</ul>
      )}
      {more}
    </section>
  )
}
