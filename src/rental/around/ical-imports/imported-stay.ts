/** The nights that an event of an external calendar takes: contract/resources.md §10. Pure. */
import { createHash } from 'node:crypto'
import { dateOf, dayOf, parseDate } from '../../../platform/dates.ts'
import type { Occurrence } from '../../../platform/icalendar/occurrences.ts'
import { nightsMax } from '../../leads/leads/lead-body.ts'
import { speaksOfGuests } from '../icals/ical.ts'

/** An event as it is imported. */
export interface ImportedStay {
  /** Its UID and RECURRENCE-ID, see {@link keyOfEvent}. */
  eventKey: string
  uid: string | null
  status: 'BOOKED' | 'BLOCKED'
  /** Civil dates. */
  checkIn: string
  checkOut: string
  summary: string
  /** What of it is not taken as it stands, in words for whoever keeps the calendar. */
  remark: string | null
}

/**
 * The nights of an event: from the date on which it starts to the date on which it ends, in the
 * property's zone. Times of day never matter (contract/leads.md §6), so what begins and ends on
 * one date takes no night, unless it is all-day.
 *
 * @param today the civil date at the property
 * @returns null for an event without a night
 * @throws Error that says what is wrong with its dates
 */
export function stayOf(event: Occurrence, today: string): ImportedStay | null {
  const [checkIn, end] = [event.start, event.end].map(text => parseDate(text.slice(0, 10)))
  if (!checkIn || !end) throw new Error('has a date that does not exist')
  const isAllDay = event.start.length === 10
  const isBackwards = isAllDay ? end < checkIn : event.end < event.start
  if (isBackwards) throw new Error('ends before it starts')
  if (end === checkIn && !isAllDay) return null
  const checkOut = end === checkIn ? dateOf(dayOf(checkIn) + 1) : end
  const { uid, summary } = event
  const status = speaksOfGuests(summary) ? 'BOOKED' : 'BLOCKED'
  const stay = { eventKey: keyOfEvent(event), uid, status, checkIn, checkOut, summary } as const
  return bounded(stay, today)
}

/**
 * No stay is longer than a lead may be. What has begun before this year then begins with it, so
 * that the nights to come are taken, and is the same all year.
 */
function bounded(stay: Omit<ImportedStay, 'remark'>, today: string): ImportedStay {
  const most = nightsMax(stay.status === 'BLOCKED')
  const end = dayOf(stay.checkOut)
  if (end - dayOf(stay.checkIn) <= most) return { ...stay, remark: null }
  const newYear = `${today.slice(0, 4)}-01-01`
  const checkIn = stay.checkIn < newYear && newYear < stay.checkOut ? newYear : stay.checkIn
  const checkOut = dateOf(Math.min(end, dayOf(checkIn) + most))
  return { ...stay, checkIn, checkOut, remark: `is cut to ${most} nights at most` }
}

/**
 * What tells an event from others of its calendar. Without a UID that is all it says; the keys of
 * one UID begin alike, see {@link startOfKeys}.
 */
export function keyOfEvent({ uid, recurrenceId, start, end, summary }: Occurrence): string {
  if (uid === null) return startOfKeys([start, end, summary].join(' '))
  return `${startOfKeys(uid)}${recurrenceId ?? ''}`
}

/** How the keys of all occurrences of an event begin. */
export function startOfKeys(uid: string): string {
  return `${createHash('sha256').update(uid).digest('hex')} `
}

/** How a key begins that all occurrences of its event have in common. */
export function startOfKey(eventKey: string): string {
  return eventKey.slice(0, eventKey.indexOf(' ') + 1)
}
