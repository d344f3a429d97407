/** Stays of a calendar's response, and faults of its events. Pure. */
import type { CalendarResult, UnreadEvent } from '../../../platform/icalendar/occurrence.ts'
import {
  type ImportedStay,
  type KindSettings,
  toEventKey,
  toImportedStay,
} from './imported-stay.ts'

/** Fault of an event. Its summary is not part of it, because it may name guests. */
export interface Complaint {
  uid: string | null
  /** Number of the first line of the event. */
  line?: number
  checkIn?: string
  checkOut?: string
  reason: string
  /** True for a fault of the calendar as a whole. */
  isOfCalendar?: boolean
}

/** Stays of a calendar's response. */
export interface Stays {
  stays: ImportedStay[]
  complaints: Complaint[]
  /** Keys of events that are cancelled or do not occupy their time. */
  freedKeys: Set<string>
  /** True if an event could not be read, so that no other event counts as missing. */
  isPartlyUnread: boolean
}

/**
 * Reads the stays of a calendar.
 *
 * @param today the civil date at the property
 */
export function readStays(
  { occurrences, unread, freed }: CalendarResult,
  today: string,
  settings: KindSettings & { imports: string },
): Stays {
  const stays: ImportedStay[] = []
  const unreadEvents: UnreadEvent[] = [...unread]
  for (const event of occurrences) {
    try {
      const stay = toImportedStay(event, today, settings)
      const isImported = stay && (settings.imports === 'ALL' || stay.kind !== 'CLOSURE')
      if (isImported) stays.push(stay)
    } catch (error) {
      unreadEvents.push({ ...event, reason: (error as Error).message })
    }
  }
  const unique = withoutDuplicates(stays)
  const remarks = unique.flatMap(stay => (stay.remark ? [{ ...stay, reason: stay.remark }] : []))
  const emptyOccurrence = { start: '', end: '', summary: '', line: 0, note: noNote }
  return {
    stays: unique,
    complaints: [
      ...unreadEvents.map(({ uid, line, reason }) => ({ uid, line, reason })),
      ...remarks,
    ],
    freedKeys: new Set(freed.map(event => toEventKey({ ...emptyOccurrence, ...event }))),
    isPartlyUnread: unreadEvents.length > 0,
  }
}

const noNote = { code: null, url: null, email: null, phone: null }

/** Removes events that have the key and nights of another one. */
function withoutDuplicates(stays: ImportedStay[]): ImportedStay[] {
  const keys = new Set<string>()
  return stays.filter(({ eventKey, checkIn, checkOut }) => {
    const key = [eventKey, checkIn, checkOut].join(' ')
    return !keys.has(key) && keys.add(key)
  })
}

/** Maximum length of a UID in a complaint. */
const uidLengthMax = 100

/** Maximum number of complaints in a text. */
const complaintsMax = 10

/** Returns the complaints as one text; null if there are none. */
export function complaintText(complaints: Complaint[]): string | null {
  if (complaints.length === 0) return null
  const omittedCount = complaints.length - complaintsMax
  const texts = complaints.slice(0, complaintsMax).map(complaint => {
    const { uid, line, checkIn, checkOut, reason } = complaint
    if (complaint.isOfCalendar) return reason
    const datesText = checkIn && checkOut ? ` from ${checkIn} to ${checkOut}` : ''
    const lineText = line === undefined ? '' : ` (line ${line})`
    return `Event ${uid?.slice(0, uidLengthMax) ?? 'without UID'}${lineText}${datesText}: ${reason}`
  })
  return [...texts, ...(omittedCount > 0 ? [`and ${omittedCount} omittedCount`] : [])].join('; ')
}
