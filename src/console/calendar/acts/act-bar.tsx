/** What can be done with nights that are chosen, or with the stay that is looked at. */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { useLocation } from 'wouter'
import { useHasPage } from '../../address.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePageActs } from '../../frame/page-acts.ts'
import { Icon } from '../../kit/icons.tsx'
import { useCalendarWords, useGridSpoken } from '../../words/calendar-words.ts'
import { dayText } from '../../words/format.ts'
import { dateOf } from '../days.ts'
import { barName, nameOf } from '../grid/describe.ts'
import { isSamePlace, type Placing } from '../placing.ts'
import { freeLines, type NightsAt, type Selection } from '../selection.ts'
import type { SelectionAct } from './use-acting.ts'

function Bar(props: { label: string; children: ReactNode }) {
  return (
    <div className="act-bar" role="toolbar" aria-label={props.label}>
      {props.children}
    </div>
  )
}

const bookings = ['quote', 'hold', 'book'] as const
const isBooking = (act: SelectionAct): act is (typeof bookings)[number] =>
  (bookings as readonly string[]).includes(act)
const prices = ['price', 'minimum', 'arrivals'] as const

interface SelectionBarProps {
  selection: Selection
  nightsAt: NightsAt
  open: (act: SelectionAct, selection: Selection, minimum?: number | null) => void
  clear: () => void
}

export function SelectionBar({ selection, nightsAt, open, clear }: SelectionBarProps) {
  const session = useSession()
  const { chosen } = useCalendarWords()
  const { words } = useGridSpoken()
  const free = freeLines(selection, nightsAt)
  const gap = gapOf(selection, nightsAt)
  const quote = useQuotePage()
  const offered = useOffered(selection, free.length)
  const said = useDates(selection.from, selection.to + 1)
  const [one] = selection.lines
  const { lines } = selection
  const isFree = free.length === lines.length
  const partly = lines.length > 1 && free.length > 0
  const start = (act: SelectionAct) =>
    isBooking(act) ? quote(act, selection) : open(act, selection)
  usePageActs(offered.map(act => ({ name: chosen.acts[act], run: () => start(act) })))
  const countOf = lines.some(({ unit }) => unit) ? chosen.rows : words.calendar.properties
  const state = partly ? chosen.partlyFree(free.length, lines.length) : chosen.taken
  return (
    <Bar label={chosen.label}>
      <p className="act-text" role="status">
        <b>{lines.length === 1 ? nameOf(one!, words) : countOf(lines.length)}</b> {said}
        {isFree ? null : <span className="due"> {state}</span>}
        {selection.anchor ? <span className="quiet act-hint"> {chosen.goOn}</span> : null}
      </p>
      <div className="act-buttons">
        {gap !== null && may(session, 'selling:write') ? (
          <Button className="button small" onPress={() => open('minimum', selection, gap)}>
            {chosen.gap(gap)}
          </Button>
        ) : null}
        {offered.map(act => (
          <Button key={act} className="button plain small" onPress={() => start(act)}>
            {chosen.acts[act]}
          </Button>
        ))}
        <Button className="icon-button small" aria-label={chosen.clear} onPress={clear}>
          <Icon name="close" />
        </Button>
      </div>
    </Bar>
  )
}

/** What somebody may do with these nights, and what they allow. */
function useOffered({ lines, from, to }: Selection, free: number): SelectionAct[] {
  const session = useSession()
  const isOne = lines.length === 1 && free === 1
  const mayBook = may(session, 'bookings:write')
  const hasQuotes = useHasQuotes()
  return [
    ...(mayBook && isOne && hasQuotes ? bookings : []),
    ...(mayBook && free === lines.length ? (['block'] as const) : []),
    ...(may(session, 'selling:write') ? prices : []),
    ...(lines.length === 1 && from === to ? (['history'] as const) : []),
  ]
}

/** Whether there is a page that quotes, holds and books. */
export function useHasQuotes(): boolean {
  return useHasPage('/quote')
}

/** Opens the page that quotes, holds and books the chosen nights. */
export function useQuotePage() {
  const [, navigate] = useLocation()
  return (as: (typeof bookings)[number], { lines, from, to }: Selection) => {
    const [line] = lines
    const query = new URLSearchParams({
      propertyUid: line!.house.propertyUid,
      ...(line!.unit ? { unitUid: line!.unit.unitUid } : {}),
      from: dateOf(from),
      to: dateOf(to + 1),
      as,
    })
    navigate(`/quote?${query}`)
  }
}

/** The nights of the gap that is chosen: free, and fewer than the minimum stay. */
function gapOf({ lines, from, to }: Selection, nightsAt: NightsAt): number | null {
  const [line] = lines
  const nights = lines.length === 1 ? nightsAt(line!, from) : undefined
  if (!nights?.isGap[from - nights.first]) return null
  let end = from
  while (nights.isGap[end - nights.first]) end++
  const isFirst = !nights.isGap[from - 1 - nights.first]
  return isFirst && to < end ? end - from : null
}

interface StayBarProps {
  placing: Placing
  move: (placing: Placing) => void
  change: (placing: Placing) => void
}

export function StayBar({ placing, move, change }: StayBarProps) {
  const { stay } = useCalendarWords()
  const { words } = useGridSpoken()
  const said = useDates(placing.from, placing.to)
  usePageActs([
    { name: stay.move, run: () => move(placing) },
    { name: stay.change, run: () => change(placing) },
  ])
  return (
    <Bar label={stay.label}>
      <p className="act-text">
        <b>{barName(placing.stay, words)}</b> {said}
      </p>
      <div className="act-buttons">
        <Button className="button plain small" onPress={() => move(placing)}>
          {stay.move}
        </Button>
        <Button className="button plain small" onPress={() => change(placing)}>
          {stay.change}
        </Button>
      </div>
    </Bar>
  )
}

interface MovingBarProps {
  placing: Placing
  giveUp: () => void
}

export function MovingBar({ placing, giveUp }: MovingBarProps) {
  const { stay } = useCalendarWords()
  const { words } = useGridSpoken()
  const dates = useDates(placing.from, placing.to)
  const name = barName(placing.stay, words)
  const where = nameOf(placing.line, words)
  return (
    <Bar label={stay.label}>
      <p className="act-text" role="status">
        <b>{isSamePlace(placing) ? name : stay.moving(name, where, dates)}</b>
        <span className="quiet act-hint">{stay.movingHelp}</span>
      </p>
      <Button className="button plain small" onPress={giveUp}>
        {stay.giveUp}
      </Button>
    </Bar>
  )
}

/** `Fri, 4 Dec – Mon, 7 Dec, 3 nights` */
export function useDates(from: number, to: number): string {
  const { words, locale } = useGridSpoken()
  const day = (one: number) => dayText(one, locale, 'weekday')
  return `${day(from)} – ${day(to)}, ${words.nights(to - from)}`
}
