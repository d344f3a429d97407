/** Above the lines: inquiries that hold no nights. Dragged, or opened, one is taken to a line. */
import type { RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import { useCalendarWords, useGridSpoken } from '../../words/calendar-words.ts'
import { dayText } from '../../words/format.ts'
import { barName } from '../grid/describe.ts'
import type { House } from '../lines.ts'
import type { PlacedStay } from '../nights.ts'
import type { Inquiries } from './inquiries.read.ts'

interface InquiryLaneProps {
  inquiries: Inquiries
  houses: readonly House[]
  openLead: (uid: string) => void
  /** What is dragged; null: nobody may take it anywhere. */
  carried: RefObject<PlacedStay | null> | null
}

export function InquiryLane({
  inquiries: { stays, count, more },
  houses,
  openLead,
  carried,
}: InquiryLaneProps) {
  const words = useCalendarWords()
  const spoken = useGridSpoken()
  if (count === 0) return null
  const nameOf = new Map(houses.map(({ propertyUid, name }) => [propertyUid, name]))
  const day = (one: number) => dayText(one, spoken.locale, 'short')
  return (
    <details className="inquiries">
      <summary>{words.inquiries.title(count)}</summary>
      <ul>
        {stays.map(stay => (
          <li
            key={stay.leadUid}
            draggable={carried !== null}
            onDragStart={event => {
              event.dataTransfer.effectAllowed = 'move'
              if (carried) carried.current = stay
            }}
            onDragEnd={() => {
              if (carried) carried.current = null
            }}
          >
            <button type="button" className="inquiry" onClick={() => openLead(stay.leadUid)}>
              <b>{barName(stay, spoken.words)}</b>{' '}
              <span className="number">
                {day(stay.from)} – {day(stay.to)}
              </span>{' '}
              <span className="quiet">{nameOf.get(stay.propertyUid)}</span>
            </button>
          </li>
        ))}
        {more ? (
          <li>
            <Button className="button plain small" onPress={more}>
              {spoken.words.leads.more}
            </Button>
          </li>
        ) : null}
      </ul>
    </details>
  )
}
