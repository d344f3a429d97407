/** Text of the calendars of external systems. Pure. */
import { dateOf } from '../../../src/platform/dates/dates.ts'
import type { Kind, Stay } from './stays.ts'

/**
 * Form of dates in a feed: as dates, as UTC midnights, as local times of arrival and departure,
 * or until 23:59 of the day before departure.
 */
export const dateFormats = ['DATES', 'UTC', 'LOCAL', 'LATE'] as const
export type DateFormat = (typeof dateFormats)[number]

/** Anomalies of a response that is still a calendar; stays by id. */
export interface FeedAnomalies {
  /** Stays that are cancelled or transparent. */
  cancelled?: string[]
  /** Stays whose dates do not exist. */
  unread?: string[]
  /** Stays that occur twice. */
  repeated?: string[]
  /** True if each event has an invalid EXDATE. */
  hasBadExdate?: boolean
  /** True if each stay has an additional event for its arrival. */
  hasMarkers?: boolean
}

interface FeedFormat {
  dateFormat: DateFormat
  timeZone: string
}

export function calendarText(
  stays: Stay[],
  format: FeedFormat,
  anomalies: FeedAnomalies = {},
): string {
  const events = stays.flatMap(stay => {
    const event = eventText(stay, format, anomalies)
    const isRepeated = anomalies.repeated?.includes(stay.id)
    const marker = anomalies.hasMarkers ? [markerText(stay)] : []
    return [event, ...(isRepeated ? [event] : []), ...marker]
  })
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//prove//EN']
  return [...head, ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')
}

function eventText(stay: Stay, format: FeedFormat, anomalies: FeedAnomalies): string[] {
  const isCancelled = anomalies.cancelled?.includes(stay.id)
  const freeMarker = stay.from % 2 === 0 ? 'STATUS:CANCELLED' : 'TRANSP:TRANSPARENT'
  return [
    'BEGIN:VEVENT',
    `UID:${stay.uid}`,
    ...(anomalies.unread?.includes(stay.id) ? unreadable : dates(stay, format)),
    ...(anomalies.hasBadExdate ? ['EXDATE;VALUE=DATE:20260231'] : []),
    `SUMMARY:${toSummary(stay)}`,
    ...(stay.code === null ? [] : [`DESCRIPTION:Booking code: ${stay.code}`]),
    ...(isCancelled ? [freeMarker] : []),
    'END:VEVENT',
  ]
}

const unreadable = ['DTSTART;VALUE=DATE:20260231', 'DTEND;VALUE=DATE:20260235']

const summaries: Record<Kind, string> = {
  GUEST: 'Reserved',
  MAYBE: 'CLOSED - Not available',
  CLOSURE: 'Not available',
}

function toSummary({ kind, id, suffix }: Stay): string {
  return `${summaries[kind]} - ${id}${suffix}`
}

function dates({ from, to }: Stay, { dateFormat, timeZone }: FeedFormat): string[] {
  const day = (number: number) => dateOf(number).replaceAll('-', '')
  if (dateFormat === 'DATES') {
    return [`DTSTART;VALUE=DATE:${day(from)}`, `DTEND;VALUE=DATE:${day(to)}`]
  }
  if (dateFormat === 'UTC') return [`DTSTART:${day(from)}T000000Z`, `DTEND:${day(to)}T000000Z`]
  if (dateFormat === 'LATE') return [`DTSTART:${day(from)}T000000`, `DTEND:${day(to - 1)}T235900`]
  const at = (number: number, time: string) => `;TZID=${timeZone}:${day(number)}T${time}`
  return [`DTSTART${at(from, '150000')}`, `DTEND${at(to, '110000')}`]
}

function markerText({ id, from }: Stay): string[] {
  const at: FeedFormat = { dateFormat: 'DATES', timeZone: 'UTC' }
  const marker = { id, from, to: from + 1, kind: 'GUEST', uid: '', code: null, suffix: '' } as const
  const [start, end] = dates(marker, at)
  return ['BEGIN:VEVENT', `UID:arrival-${id}`, start!, end!, 'SUMMARY:Check-in', 'END:VEVENT']
}
