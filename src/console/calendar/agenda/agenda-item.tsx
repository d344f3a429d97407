/** List item of a property, with its next nights and its stays. */
import { memo } from 'react'
import { useCalendarTranslations, useGridLocalization } from '../../i18n/calendar-translations.ts'
import { dayText } from '../../i18n/format.ts'
import { dateOf, weekdayOf } from '../../shared/days.ts'
import { Icon } from '../../ui/icons.tsx'
import { barName, describeNight, describeStay, lineName } from '../grid/aria-labels.ts'
import { toneClass } from '../grid/stay-bars.tsx'
import { staysOn } from '../grid/week.tsx'
import type { Line } from '../lines.ts'
import type { Nights, PlacedStay } from '../nights.ts'
import type { Selection } from '../selection.ts'
import { daysPerTile } from '../tiles.query.ts'

/** Number of nights listed for each property. */
export const agendaDays = 14

interface AgendaItemProps {
  line: Line
  firstDay: number
  today: number
  nights: ReadonlyMap<number, Nights>
  selection: Selection | null
  selectNight: (line: Line, day: number) => void
  openLead: (uid: string) => void
  toggle: (lineId: string) => void
}

export const AgendaItem = memo(function AgendaItem(props: AgendaItemProps) {
  const { line, firstDay, today, nights, openLead, toggle } = props
  const localization = useGridLocalization()
  const { texts, locale } = localization
  const { calendar } = texts
  const loadedStays = [...nights.values()].flatMap(loaded => staysOn(line, loaded))
  // A stay can be in two tiles.
  const stays = [...new Map(loadedStays.map(stay => [stay.leadUid, stay])).values()]
    .filter(stay => stay.from < firstDay + agendaDays && stay.to >= firstDay)
    .sort((a, b) => a.from - b.from)
  // Stays that load later would shift the items below, so the item is hidden until then.
  const isLoaded = nights.size === tileIndex(firstDay + agendaDays - 1) - tileIndex(firstDay) + 1
  return (
    <li className={`agenda-item is-${line.kind} ${isLoaded ? '' : 'is-pending'}`}>
      <h2>
        {line.isOpen === null ? null : (
          <button
            type="button"
            className="opener"
            aria-expanded={line.isOpen}
            aria-label={(line.isOpen ? calendar.closeUnits : calendar.openUnits)(line.name)}
            onClick={() => toggle(line.id)}
          >
            <Icon name={line.isOpen ? 'down' : 'right'} />
          </button>
        )}
        <span className="clamp">
          <bdi>{lineName(line, texts)}</bdi>
        </span>
        {line.kind === 'house' ? <span className="quiet small"> {line.property.city}</span> : null}
      </h2>
      {line.kind === 'hotel' ? null : <NightStrip {...props} stays={stays} />}
      <ul>
        {stays.map(stay => (
          <li key={stay.leadUid}>
            <button
              type="button"
              className={`agenda-stay ${toneClass(stay, today)}`}
              onClick={() => openLead(stay.leadUid)}
            >
              <span className="agenda-name">{barName(stay, texts)}</span>
              <span className="number">
                {dayText(stay.from, locale, 'short')} – {dayText(stay.to, locale, 'short')}
              </span>
              <span className="for-readers">{texts.lead.statuses[stay.status]}</span>
              {stay.balance === 'DUE' && stay.type !== 'BLOCK' ? (
                <Sign icon="due" text={texts.lead.due} />
              ) : null}
              {stay.isUnread ? <Sign icon="mail" text={texts.lead.unread} /> : null}
            </button>
          </li>
        ))}
      </ul>
    </li>
  )
})

const tileIndex = (day: number) => Math.floor(day / daysPerTile)

function Sign({ icon, text }: { icon: 'due' | 'mail'; text: string }) {
  return (
    <span title={text}>
      <Icon name={icon} />
      <span className="for-readers">{text}</span>
    </span>
  )
}

function NightStrip(props: AgendaItemProps & { stays: readonly PlacedStay[] }) {
  const { line, firstDay, today, nights, selection, selectNight, openLead, stays } = props
  const localization = useGridLocalization()
  const { agenda } = useCalendarTranslations()
  const isLineSelected = selection?.lines.some(({ id }) => id === line.id) ?? false
  const days = Array.from({ length: agendaDays }, (_, i) => firstDay + i)
  return (
    <div className="strip" role="group" aria-label={`${line.name}: ${agenda.strip}`}>
      {days.map(day => {
        const loaded = nights.get(tileIndex(day) * daysPerTile)
        const stay = stays.find(({ from, to }) => from <= day && day < to)
        const cause = loaded?.closed[day - loaded.firstDay] ?? null
        const isSelected = isLineSelected && selection!.from <= day && day <= selection!.to
        const tone = stay ? toneClass(stay, today) : cause === null ? 'is-free' : 'is-closed'
        const weekend = [0, 6].includes(weekdayOf(day)) ? ' is-weekend' : ''
        return (
          <button
            key={day}
            type="button"
            className={`strip-day ${tone}${weekend}`}
            aria-pressed={isSelected}
            // Rendered above the number; the accessible name contains the full date.
            data-above={dayText(
              day,
              localization.locale,
              showsMonth(day, firstDay) ? 'monthName' : 'letter',
            )}
            aria-current={day === today ? 'date' : undefined}
            aria-label={
              stay
                ? [
                    dayText(day, localization.locale, 'full'),
                    describeStay(localization, line, stay),
                  ].join(', ')
                : describeNight(
                    localization,
                    { line, day },
                    loaded,
                    dayText(day, localization.locale, 'number'),
                  )
            }
            onClick={() => (stay ? openLead(stay.leadUid) : selectNight(line, day))}
          >
            {dayText(day, localization.locale, 'number')}
          </button>
        )
      })}
    </div>
  )
}

/** Returns true if the month replaces the weekday: on the first of a month or of the strip. */
function showsMonth(day: number, firstDay: number): boolean {
  return day === firstDay || dateOf(day).endsWith('-01')
}
