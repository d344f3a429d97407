/** The stays that a calendar tells of, and what is wrong with its events. Pure. */
import type { ReadCalendar, UnreadEvent } from '../../../platform/icalendar/occurrence.ts'
import { type ImportedStay, type KindSettings, keyOfEvent, stayOf } from './imported-stay.ts'

/** A fault of an event. It is named without its summary, which may name guests. */
export interface Complaint {
  uid: string | null
  /** The number of its first line. */
  line?: number
  checkIn?: string
  checkOut?: string
  reason: string
  /** It is said of the calendar, not of an event. */
  isWhole?: boolean
}

/** The stays of a whole calendar. */
export interface Stays {
  stays: ImportedStay[]
  complaints: Complaint[]
  /** The keys of events that are cancelled, or leave their time free. */
  freedKeys: Set<string>
  /** True when an event was not read, so that no other event counts as missing. */
  isPartlyUnread: boolean
}

/**
 * Reads the stays of a calendar.
 *
 * @param today the civil date at the property
 */
export function readStays(
  { occurrences, unread, freed }: ReadCalendar,
  today: string,
  settings: KindSettings & { imports: string },
): Stays {
  const stays: ImportedStay[] = []
  const unreadToo: UnreadEvent[] = [...unread]
  for (const event of occurrences) {
    try {
      const stay = stayOf(event, today, settings)
      const isWanted = stay && (settings.imports === 'ALL' || stay.kind !== 'CLOSURE')
      if (isWanted) stays.push(stay)
    } catch (error) {
      unreadToo.push({ ...event, reason: (error as Error).message })
    }
  }
  const unique = withoutRepeated(stays)
  const remarks = unique.flatMap(stay => (stay.remark ? [{ ...stay, reason: stay.remark }] : []))
  const none = { start: '', end: '', summary: '', line: 0, note: noNote }
  return {
    stays: unique,
    complaints: [...unreadToo.map(({ uid, line, reason }) => ({ uid, line, reason })), ...remarks],
    freedKeys: new Set(freed.map(one => keyOfEvent({ ...none, ...one }))),
    isPartlyUnread: unreadToo.length > 0,
  }
}

const noNote = { code: null, url: null, email: null, phone: null }

/** Events that have key and nights in common are one. */
function withoutRepeated(stays: ImportedStay[]): ImportedStay[] {
  const seen = new Set<string>()
  return stays.filter(({ eventKey, checkIn, checkOut }) => {
    const exactly = [eventKey, checkIn, checkOut].join(' ')
    return !seen.has(exactly) && seen.add(exactly)
  })
}

const namedMax = 10

/** Returns all complaints as one text, null without any. */
export function complaintText(complaints: Complaint[]): string | null {
  if (complaints.length === 0) return null
  const more = complaints.length - namedMax
  const named = complaints.slice(0, namedMax).map(complaint => {
    const { uid, line, checkIn, checkOut, reason } = complaint
    if (complaint.isWhole) return reason
    const dates = checkIn && checkOut ? ` from ${checkIn} to ${checkOut}` : ''
    const place = line === undefined ? '' : ` (line ${line})`
    return `Event ${uid?.slice(0, 100) ?? 'without UID'}${place}${dates}: ${reason}`
  })
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
