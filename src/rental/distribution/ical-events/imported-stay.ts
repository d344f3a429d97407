/** Conversion of calendar events to stays: contract/resources.md §10. Pure. */
import { createHash } from 'node:crypto'
import { dateLength, dateOf, dayOf, parseDate } from '../../../platform/dates/dates.ts'
import type { Occurrence } from '../../../platform/icalendar/occurrence.ts'
import type { StayNote } from '../../../platform/icalendar/stay-note.ts'
import { nightsMax } from '../../leads/leads/lead-body.ts'
import {
  boundingRange,
  type IcalEvent,
  type Nights,
  nightsOf,
  type StayKind,
} from './ical-event.ts'

/** Event of a calendar's response. */
export interface ImportedStay {
  /** Digest of UID and RECURRENCE-ID, see {@link toEventKey}. */
  eventKey: string
  uid: string | null
  kind: StayKind
  /** True for a one-day event that marks the arrival or departure of another. */
  isMarker: boolean
  /** Civil dates. */
  checkIn: string
  checkOut: string
  summary: string
  note: StayNote
  /** Line number at which the event begins. */
  line: number
  /** Change that was applied to the event, worded for the users of the calendar; null if none. */
  remark: string | null
}

/**
 * Converts an event. Its nights are from its start date to its end date in the time zone of the
 * property. Times of day are ignored (contract/leads.md §6), so an event that begins and ends on
 * the same date has no night, unless it is all-day.
 *
 * @param today the civil date at the property
 * @returns null for an event without a night
 * @throws Error with a text about its dates
 */
export function toImportedStay(
  event: Occurrence,
  today: string,
  settings: KindSettings,
): ImportedStay | null {
  const [checkIn, end] = [event.start, event.end].map(time => parseDate(time.slice(0, dateLength)))
  if (!checkIn || !end) throw new Error('has a date that does not exist')
  const isAllDay = event.start.length === dateLength
  const isBackwards = isAllDay ? end < checkIn : event.end < event.start
  if (isBackwards) throw new Error('ends before it starts')
  if (end === checkIn && !isAllDay) return null
  const checkOut = end === checkIn ? dateOf(dayOf(checkIn) + 1) : end
  const { uid, summary, note, line } = event
  const kind = detectKind(summary, settings)
  const isOneDay = dayOf(checkOut) - dayOf(checkIn) === 1
  const fields = { uid, summary, note, line, kind, isMarker: isOneDay && isMarker(summary) }
  return limitLength({ ...fields, eventKey: toEventKey(event), checkIn, checkOut }, today)
}

/**
 * Limits a stay to the maximum length of a lead. A longer stay that began before this year begins
 * on January 1: so it covers future nights, and does not change from day to day.
 */
function limitLength(stay: Omit<ImportedStay, 'remark'>, today: string): ImportedStay {
  const maximum = nightsMax({ isBlock: stay.kind !== 'BOOKING' })
  const end = dayOf(stay.checkOut)
  if (end - dayOf(stay.checkIn) <= maximum) return { ...stay, remark: null }
  const newYear = `${today.slice(0, 4)}-01-01`
  const checkIn = stay.checkIn < newYear && newYear < stay.checkOut ? newYear : stay.checkIn
  const checkOut = dateOf(Math.min(end, dayOf(checkIn) + maximum))
  return { ...stay, checkIn, checkOut, remark: `is shortened to ${maximum} nights, the maximum` }
}

/**
 * Returns the key of an event within its calendar: a digest of dates and summary if it has no UID.
 * Keys with the same UID have the same prefix, see {@link eventKeyPrefix}.
 */
export function toEventKey({ uid, recurrenceId, start, end, summary }: Occurrence): string {
  if (uid === null) return eventKeyPrefix([start, end, summary].join(' '))
  return `${eventKeyPrefix(uid)}${recurrenceId ?? ''}`
}

/** Returns the common prefix of the keys of all occurrences of an event. */
export function eventKeyPrefix(uid: string): string {
  return `${createHash('sha256').update(uid).digest('hex')} `
}

const lodgepoleUidPattern = /@(?:origin\.)?lodgepole$/

const uniqueLengthMin = 16
const feedUidLengthMax = 255

/** Returns whether a UID is long enough to be unique across calendars. */
export function isUnique(uid: string | null): uid is string {
  return uid !== null && uid.length >= uniqueLengthMin
}

/**
 * Returns the UID under which an imported stay is exported again. One that a Lodgepole server has
 * assigned is unchanged, so that servers recognise it. Null: the UID of its lead is used.
 */
export function toFeedUid(uid: string | null): string | null {
  if (!isUnique(uid)) return null
  if (uid.length <= feedUidLengthMax && lodgepoleUidPattern.test(uid)) return uid
  return `${digestText(uid)}@origin.lodgepole`
}

/**
 * Returns a digest of the UID that a stay has in the system it comes from; null if another calendar
 * may use the same UID for another stay.
 */
export function digestOrigin(uid: string | null): string | null {
  if (!isUnique(uid)) return null
  return /([0-9a-f]{32})@origin\.lodgepole$/.exec(uid)?.[1] ?? digestText(uid)
}

/** Returns a digest of a text of a calendar, such as a reservation code. */
export function digestText(text: string | null): string | null {
  return text === null ? null : createHash('sha256').update(text).digest('hex').slice(0, 32)
}

export function stayNights({
  checkIn,
  checkOut,
}: Pick<ImportedStay, 'checkIn' | 'checkOut'>): Nights {
  return { from: dayOf(checkIn), to: dayOf(checkOut) }
}

/** Returns the range of the nights that an event had before a change and has after it. */
export function affectedNights({ event, stay }: EventAndStay): Nights {
  const ranges = [...(event ? [nightsOf(event)] : []), ...(stay ? [stayNights(stay)] : [])]
  return boundingRange(ranges)
}

interface EventAndStay {
  event: IcalEvent | null
  stay: ImportedStay | null
}

/** Settings of a calendar that decide the kind of its events. */
export interface KindSettings {
  source: string
  /** Kind of an event whose summary does not show it. */
  default_kind: string
}

const closurePattern = wordStartPattern(
  'not available',
  'unavailable',
  'block',
  'closed',
  'gesperrt',
  'nicht verfugbar',
  'bloque',
  'blocc',
  'indisponible',
  'no disponible',
  'non disponibile',
)

const bookingPattern = wordStartPattern('reserv', 'book', 'gebucht', 'prenotat', 'gast', 'guest')

const markerStems =
  'arrival|departure|check.?in|check.?out|anreise|abreise|arrivee|depart|llegada|salida|arrivo' +
  '|partenza'
const markerPattern = new RegExp(`^(${markerStems})\\b`)

function detectKind(summary: string, { source, default_kind }: KindSettings): StayKind {
  const text = normalizeText(summary)
  // Such as `CLOSED - Jane Doe`.
  const guestName = /^closed - (.+)$/.exec(text)?.[1]
  if (guestName !== undefined && !closurePattern.test(guestName)) return 'BOOKING'
  if (!closurePattern.test(text)) {
    if (bookingPattern.test(text) || default_kind === 'BOOKED') return 'BOOKING'
  }
  // Booking.com exports bookings and closures under the same summary.
  return source === 'BOOKINGDOTCOM' ? 'MAYBE' : 'CLOSURE'
}

/** Returns whether a summary names an arrival or departure. */
function isMarker(summary: string): boolean {
  return markerPattern.test(normalizeText(summary))
}

/** Returns a text in lower case without accents. */
function normalizeText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

function wordStartPattern(...stems: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join('|')})`, 'u')
}
