/** Writes calendars as external systems do. Pure. */
import { dateOf } from '../../../src/platform/dates.ts'
import type { Kind, Stay } from './stays.ts'

/**
 * Form of dates in a feed: as dates, as UTC midnights, as local times of arrival and departure,
 * or until 23:59 of the day before departure.
 */
export const writings = ['DATES', 'UTC', 'LOCAL', 'LATE'] as const
export type Writing = (typeof writings)[number]

/** Oddities of a response that is still a calendar. */
export interface Oddness {
  /** Stays that are marked as cancelled, or as not taking time. */
  cancelled?: string[]
  /** Stays whose dates do not exist. */
  unread?: string[]
  /** Stays that the calendar has twice. */
  repeated?: string[]
  /** Each event has an EXDATE that does not exist. */
  hasBadExdate?: boolean
  /** Beside each stay stands a marker of its arrival. */
  hasMarkers?: boolean
}

interface Written {
  writing: Writing
  timeZone: string
}

/** Writes a calendar. */
export function calendarText(stays: Stay[], how: Written, odd: Oddness = {}): string {
  const events = stays.flatMap(stay => {
    const event = eventText(stay, how, odd)
    const isRepeated = odd.repeated?.includes(stay.id)
    const marker = odd.hasMarkers ? [markerText(stay)] : []
    return [event, ...(isRepeated ? [event] : []), ...marker]
  })
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//prove//EN']
  return [...head, ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')
}

function eventText(stay: Stay, how: Written, odd: Oddness): string[] {
  const isCancelled = odd.cancelled?.includes(stay.id)
  const free = stay.from % 2 === 0 ? 'STATUS:CANCELLED' : 'TRANSP:TRANSPARENT'
  return [
    'BEGIN:VEVENT',
    `UID:${stay.uid}`,
    ...(odd.unread?.includes(stay.id) ? unreadable : dates(stay, how)),
    ...(odd.hasBadExdate ? ['EXDATE;VALUE=DATE:20260231'] : []),
    `SUMMARY:${summaryOf(stay)}`,
    ...(stay.code === null ? [] : [`DESCRIPTION:Booking code: ${stay.code}`]),
    ...(isCancelled ? [free] : []),
    'END:VEVENT',
  ]
}

const unreadable = ['DTSTART;VALUE=DATE:20260231', 'DTEND;VALUE=DATE:20260235']

const summaries: Record<Kind, string> = {
  GUEST: 'Reserved',
  MAYBE: 'CLOSED - Not available',
  CLOSURE: 'Not available',
}

function summaryOf({ kind, id, words }: Stay): string {
  return `${summaries[kind]} - ${id}${words}`
}

function dates({ from, to }: Stay, { writing, timeZone }: Written): string[] {
  const day = (number: number) => dateOf(number).replaceAll('-', '')
  if (writing === 'DATES') {
    return [`DTSTART;VALUE=DATE:${day(from)}`, `DTEND;VALUE=DATE:${day(to)}`]
  }
  if (writing === 'UTC') return [`DTSTART:${day(from)}T000000Z`, `DTEND:${day(to)}T000000Z`]
  if (writing === 'LATE') return [`DTSTART:${day(from)}T000000`, `DTEND:${day(to - 1)}T235900`]
  const at = (number: number, time: string) => `;TZID=${timeZone}:${day(number)}T${time}`
  return [`DTSTART${at(from, '150000')}`, `DTEND${at(to, '110000')}`]
}

function markerText({ id, from }: Stay): string[] {
  const at: Written = { writing: 'DATES', timeZone: 'UTC' }
  const marker = { id, from, to: from + 1, kind: 'GUEST', uid: '', code: null, words: '' } as const
  const [start, end] = dates(marker, at)
  return ['BEGIN:VEVENT', `UID:arrival-${id}`, start!, end!, 'SUMMARY:Check-in', 'END:VEVENT']
}
