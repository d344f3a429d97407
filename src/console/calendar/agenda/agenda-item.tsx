/** A property of the list: its next nights, of which each can be chosen, and its stays. */
import { memo } from 'react'
import { Icon } from '../../kit/icons.tsx'
import { useCalendarWords, useGridSpoken } from '../../words/calendar-words.ts'
import { dayText } from '../../words/format.ts'
import { dateOf, weekdayOf } from '../days.ts'
import { toneOf } from '../grid/bars.tsx'
import { barName, describeNight, describeStay, nameOf } from '../grid/describe.ts'
import { staysOn } from '../grid/week.tsx'
import type { Line } from '../lines.ts'
import type { Nights, PlacedStay } from '../nights.ts'
import type { Selection } from '../selection.ts'
import { daysOfTile } from '../tiles.read.ts'
import { agendaDays } from './agenda-days.ts'

interface AgendaItemProps {
  line: Line
  first: number
  today: number
  nights: ReadonlyMap<number, Nights>
  selection: Selection | null
  choose: (line: Line, day: number) => void
  openLead: (uid: string) => void
  turn: (lineId: string) => void
}

export const AgendaItem = memo(function AgendaItem(props: AgendaItemProps) {
  const { line, first, today, nights, openLead, turn } = props
  const spoken = useGridSpoken()
  const { words, locale } = spoken
  const { calendar } = words
  const all = [...nights.values()].flatMap(some => staysOn(line, some))
  const stays = [...new Map(all.map(stay => [stay.leadUid, stay])).values()]
    .filter(stay => stay.from < first + agendaDays && stay.to >= first)
    .sort((one, other) => one.from - other.from)
  // Its stays would move what stands below them.
  const isRead = nights.size === tileOf(first + agendaDays - 1) - tileOf(first) + 1
  return (
    <li className={`agenda-item is-${line.kind} ${isRead ? '' : 'is-pending'}`}>
      <h2>
        {line.isOpen === null ? null : (
          <button
            type="button"
            className="opener"
            aria-expanded={line.isOpen}
            aria-label={(line.isOpen ? calendar.closeUnits : calendar.openUnits)(line.name)}
            onClick={() => turn(line.id)}
          >
            <Icon name={line.isOpen ? 'down' : 'right'} />
          </button>
        )}
        <span className="clamp">
          <bdi>{nameOf(line, words)}</bdi>
        </span>
        {line.kind === 'house' ? <span className="quiet small"> {line.house.city}</span> : null}
      </h2>
      {line.kind === 'hotel' ? null : <Strip {...props} stays={stays} />}
      <ul>
        {stays.map(stay => (
          <li key={stay.leadUid}>
            <button
              type="button"
              className={`agenda-stay ${toneOf(stay, today)}`}
              onClick={() => openLead(stay.leadUid)}
            >
              <span className="agenda-name">{barName(stay, words)}</span>
              <span className="number">
                {dayText(stay.from, locale, 'short')} – {dayText(stay.to, locale, 'short')}
              </span>
              <span className="for-readers">{words.lead.statuses[stay.status]}</span>
              {stay.balance === 'DUE' && stay.type !== 'BLOCK' ? (
                <Sign icon="due" text={words.lead.due} />
              ) : null}
              {stay.isUnread ? <Sign icon="mail" text={words.lead.unread} /> : null}
            </button>
          </li>
        ))}
      </ul>
    </li>
  )
})

const tileOf = (day: number) => Math.floor(day / daysOfTile)

function Sign({ icon, text }: { icon: 'due' | 'mail'; text: string }) {
  return (
    <span title={text}>
      <Icon name={icon} />
      <span className="for-readers">{text}</span>
    </span>
  )
}

function Strip(props: AgendaItemProps & { stays: readonly PlacedStay[] }) {
  const { line, first, today, nights, selection, choose, openLead, stays } = props
  const spoken = useGridSpoken()
  const { agenda } = useCalendarWords()
  const isChosen = selection?.lines.some(({ id }) => id === line.id) ?? false
  const days = Array.from({ length: agendaDays }, (_, i) => first + i)
  return (
    <div className="strip" role="group" aria-label={`${line.name}: ${agenda.strip}`}>
      {days.map(day => {
        const some = nights.get(tileOf(day) * daysOfTile)
        const stay = stays.find(({ from, to }) => from <= day && day < to)
        const cause = some?.closed[day - some.first] ?? null
        const isOn = isChosen && selection!.from <= day && day <= selection!.to
        const tone = stay ? toneOf(stay, today) : cause === null ? 'is-free' : 'is-closed'
        const weekend = [0, 6].includes(weekdayOf(day)) ? ' is-weekend' : ''
        return (
          <button
            key={day}
            type="button"
            className={`strip-day ${tone}${weekend}`}
            aria-pressed={isOn}
            // Drawn above the number; the name says the whole date.
            data-above={dayText(day, spoken.locale, isNamed(day, first) ? 'monthName' : 'letter')}
            aria-current={day === today ? 'date' : undefined}
            aria-label={
              stay
                ? `${dayText(day, spoken.locale, 'full')}, ${describeStay(spoken, line, stay)}`
                : describeNight(spoken, { line, day }, some, dayText(day, spoken.locale, 'number'))
            }
            onClick={() => (stay ? openLead(stay.leadUid) : choose(line, day))}
          >
            {dayText(day, spoken.locale, 'number')}
          </button>
        )
      })}
    </div>
  )
}

/** Where a month begins, or the strip does, its name stands in place of the weekday. */
function isNamed(day: number, first: number): boolean {
  return day === first || dateOf(day).endsWith('-01')
}
