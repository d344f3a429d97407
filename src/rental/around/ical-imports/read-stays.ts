/** What the events of a calendar are to a property, and what is wrong with them. Pure. */
import type { ReadCalendar, UnreadEvent } from '../../../platform/icalendar/occurrences.ts'
import type { IcalEvent } from './ical-events.ts'
import { type ImportedStay, startOfKey, startOfKeys, stayOf } from './imported-stay.ts'

/** What is wrong with an event. It is named without its summary, which may name guests. */
export interface Complaint {
  uid: string | null
  checkIn?: string
  checkOut?: string
  reason: string
}

export interface Stays {
  stays: ImportedStay[]
  complaints: Complaint[]
  /** Whether an event that was imported is not in the calendar any more. */
  isGone(event: IcalEvent): boolean
}

/**
 * The stays that a calendar tells of. Of an event that is not understood nothing is known, so that
 * what was imported of it stays; so does everything if there is no event at all.
 *
 * @param today the civil date at the property
 */
export function readStays({ occurrences, unread, eventCount }: ReadCalendar, today: string): Stays {
  const stays = new Map<string, ImportedStay>()
  const unreadToo: UnreadEvent[] = [...unread]
  for (const event of occurrences) {
    try {
      const stay = stayOf(event, today)
      if (stay) addTo(stays, stay)
    } catch (error) {
      unreadToo.push({ ...event, reason: (error as Error).message })
    }
  }
  const all = [...stays.values()]
  const remarks = all.flatMap(stay => (stay.remark ? [{ ...stay, reason: stay.remark }] : []))
  const isAnyKept = unreadToo.some(({ uid }) => uid === null)
  const keptStarts = new Set(unreadToo.map(({ uid }) => startOfKeys(uid ?? '')))
  const isKept = ({ event_key }: IcalEvent) => isAnyKept || keptStarts.has(startOfKey(event_key))
  return {
    stays: all,
    complaints: [...unreadToo.map(({ uid, reason }) => ({ uid, reason })), ...remarks],
    isGone: event => eventCount > 0 && !isKept(event),
  }
}

/** Events that share what should tell them apart are told apart by their dates. */
function addTo(stays: Map<string, ImportedStay>, stay: ImportedStay): void {
  const same = stays.get(stay.eventKey)
  if (!same) return void stays.set(stay.eventKey, stay)
  if (same.checkIn === stay.checkIn && same.checkOut === stay.checkOut) return
  const eventKey = `${stay.eventKey} ${stay.checkIn} ${stay.checkOut}`
  stays.set(eventKey, { ...stay, eventKey })
}

const namedMax = 10

/** What is wrong in one text, null when nothing is. */
export function complaintText(complaints: Complaint[]): string | null {
  if (complaints.length === 0) return null
  const more = complaints.length - namedMax
  const named = complaints.slice(0, namedMax).map(complaint => {
    const { uid, checkIn, checkOut, reason } = complaint
    const dates = checkIn && checkOut ? ` from ${checkIn} to ${checkOut}` : ''
    return `Event ${uid?.slice(0, 100) ?? 'without UID'}${dates}: ${reason}`
  })
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
