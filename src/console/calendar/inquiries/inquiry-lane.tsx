/** Lane of inquiries above the grid. An inquiry can be dragged to a line, or opened and moved. */
import type { RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import { useCalendarTranslations, useGridLocalization } from '../../i18n/calendar-translations.ts'
import { dayText } from '../../i18n/format.ts'
import type { CalendarProperty } from '../../shared/property.ts'
import { barName } from '../grid/aria-labels.ts'
import type { PlacedStay } from '../nights.ts'
import type { Inquiries } from './inquiries.query.ts'

interface InquiryLaneProps {
  inquiries: Inquiries
  properties: readonly CalendarProperty[]
  openLead: (uid: string) => void
  /** Dragged stay; null if the user may not move stays. */
  draggedStay: RefObject<PlacedStay | null> | null
}

export function InquiryLane({
  inquiries: { stays, count, loadMore },
  properties,
  openLead,
  draggedStay,
}: InquiryLaneProps) {
  const texts = useCalendarTranslations()
  const localization = useGridLocalization()
  if (count === 0) return null
  const propertyNames = new Map(properties.map(({ propertyUid, name }) => [propertyUid, name]))
  const formatDay = (day: number) => dayText(day, localization.locale, 'short')
  return (
    <details className="inquiries">
      <summary>{texts.inquiries.title(count)}</summary>
      <ul>
        {stays.map(stay => (
          <li
            key={stay.leadUid}
            draggable={draggedStay !== null}
            onDragStart={event => {
              event.dataTransfer.effectAllowed = 'move'
              if (draggedStay) draggedStay.current = stay
            }}
            onDragEnd={() => {
              if (draggedStay) draggedStay.current = null
            }}
          >
            <button type="button" className="inquiry" onClick={() => openLead(stay.leadUid)}>
              <b>{barName(stay, localization.texts)}</b>{' '}
              <span className="number">
                {formatDay(stay.from)} – {formatDay(stay.to)}
              </span>{' '}
              <span className="quiet">{propertyNames.get(stay.propertyUid)}</span>
            </button>
          </li>
        ))}
        {loadMore ? (
          <li>
            <Button className="button plain small" onPress={loadMore}>
              {localization.texts.leads.more}
            </Button>
          </li>
        ) : null}
      </ul>
    </details>
  )
}
