/** The nights that an event of an external calendar takes: contract/resources.md §10. Pure. */
import { createHash } from 'node:crypto'
import { dateOf, dayOf, parseDate } from '../../../platform/dates.ts'
import type { Occurrence } from '../../../platform/icalendar/occurrence.ts'
import type { StayNote } from '../../../platform/icalendar/stay-note.ts'
import { nightsMax } from '../../leads/leads/lead-body.ts'
import { type IcalEvent, type Nights, nightsOf, type StayKind } from './ical-event.ts'

/** An event as it is imported. */
export interface ImportedStay {
  /** Its UID and RECURRENCE-ID, see {@link keyOfEvent}. */
  eventKey: string
  uid: string | null
  kind: StayKind
  /** A one-day event that marks the arrival or departure of another. */
  isMarker: boolean
  /** Civil dates. */
  checkIn: string
  checkOut: string
  summary: string
  note: StayNote
  /** The number of the first line of its event. */
  line: number
  /** Parts that are not taken as written, worded for the people who keep the calendar. */
  remark: string | null
}

/**
 * The nights of an event: from the date on which it starts to the date on which it ends, in the
 * property's zone. Times of day never matter (contract/leads.md §6), so what begins and ends on
 * one date takes no night, unless it is all-day.
 *
 * @param today the civil date at the property
 * @param settings what of its calendar decides what it is
 * @returns null for an event without a night
 * @throws Error that says what is wrong with its dates
 */
export function stayOf(
  event: Occurrence,
  today: string,
  settings: KindSettings,
): ImportedStay | null {
  const [checkIn, end] = [event.start, event.end].map(text => parseDate(text.slice(0, 10)))
  if (!checkIn || !end) throw new Error('has a date that does not exist')
  const isAllDay = event.start.length === 10
  const isBackwards = isAllDay ? end < checkIn : event.end < event.start
  if (isBackwards) throw new Error('ends before it starts')
  if (end === checkIn && !isAllDay) return null
  const checkOut = end === checkIn ? dateOf(dayOf(checkIn) + 1) : end
  const { uid, summary, note, line } = event
  const kind = kindOf(summary, settings)
  const isOneDay = dayOf(checkOut) - dayOf(checkIn) === 1
  const told = { uid, summary, note, line, kind, isMarker: isOneDay && isMarker(summary) }
  return bounded({ ...told, eventKey: keyOfEvent(event), checkIn, checkOut }, today)
}

/**
 * No stay is longer than a lead may be. What has begun before this year then begins with it, so
 * that the nights to come are taken, and is the same all year.
 */
function bounded(stay: Omit<ImportedStay, 'remark'>, today: string): ImportedStay {
  const most = nightsMax(stay.kind !== 'BOOKING')
  const end = dayOf(stay.checkOut)
  if (end - dayOf(stay.checkIn) <= most) return { ...stay, remark: null }
  const newYear = `${today.slice(0, 4)}-01-01`
  const checkIn = stay.checkIn < newYear && newYear < stay.checkOut ? newYear : stay.checkIn
  const checkOut = dateOf(Math.min(end, dayOf(checkIn) + most))
  return { ...stay, checkIn, checkOut, remark: `is shortened to ${most} nights, the maximum` }
}

/**
 * Returns the key of an event within its calendar: a digest of all it has where it has no UID. Keys
 * of one UID begin alike, see {@link startOfKeys}.
 */
export function keyOfEvent({ uid, recurrenceId, start, end, summary }: Occurrence): string {
  if (uid === null) return startOfKeys([start, end, summary].join(' '))
  return `${startOfKeys(uid)}${recurrenceId ?? ''}`
}

/** Returns the common beginning of the keys of an event's occurrences. */
export function startOfKeys(uid: string): string {
  return `${createHash('sha256').update(uid).digest('hex')} `
}

const lodgepoleUid = /@(?:origin\.)?lodgepole$/

/** Returns whether a UID is long enough to be unique among calendars, and no mere number. */
export function isUnique(uid: string | null): uid is string {
  return uid !== null && uid.length >= 16
}

/**
 * Returns the UID under which a stay is exported that a calendar reports: one of ours unchanged;
 * null: that of its lead.
 */
export function feedUidOf(uid: string | null): string | null {
  if (!isUnique(uid)) return null
  if (uid.length <= 255 && lodgepoleUid.test(uid)) return uid
  return `${digestOf(uid)}@origin.lodgepole`
}

/**
 * Returns a digest of the UID that the first system gave a stay, null where another calendar may
 * have the same UID for another stay.
 */
export function originOf(uid: string | null): string | null {
  if (!isUnique(uid)) return null
  return /([0-9a-f]{32})@origin\.lodgepole$/.exec(uid)?.[1] ?? digestOf(uid)
}

/** A digest of a text of a feed, such as a reservation code. */
export function digestOf(text: string | null): string | null {
  return text === null ? null : createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** The nights of a stay. */
export function spanOf({ checkIn, checkOut }: Pick<ImportedStay, 'checkIn' | 'checkOut'>): Nights {
  return { from: dayOf(checkIn), to: dayOf(checkOut) }
}

/** The nights that a change of an event takes or frees. */
export function reachOf({ known, stay }: Reaching): Nights {
  const spans = [...(known ? [nightsOf(known)] : []), ...(stay ? [spanOf(stay)] : [])]
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  }
}

interface Reaching {
  known: IcalEvent | null
  stay: ImportedStay | null
}

/** Settings of a calendar that decide the kind of its events. */
export interface KindSettings {
  source: string
  /** Kind of an event whose words show none. */
  default_kind: string
}

const closureWords = wordsThatBegin(
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

const bookingWords = wordsThatBegin('reserv', 'book', 'gebucht', 'prenotat', 'gast', 'guest')

const markerWords =
  'arrival|departure|check.?in|check.?out|anreise|abreise|arrivee|depart|llegada|salida|arrivo' +
  '|partenza'
const markers = new RegExp(`^(${markerWords})\\b`)

/** Tells what an event is. */
function kindOf(summary: string, { source, default_kind }: KindSettings): StayKind {
  const text = plain(summary)
  const guest = /^closed - (.+)$/.exec(text)?.[1]
  if (guest !== undefined && !closureWords.test(guest)) return 'BOOKING'
  if (!closureWords.test(text)) {
    if (bookingWords.test(text) || default_kind === 'BOOKED') return 'BOOKING'
  }
  return source === 'BOOKINGDOTCOM' ? 'MAYBE' : 'CLOSURE'
}

/**
 * Returns whether an event of one day is named as the arrival or the departure of a stay beside it.
 */
function isMarker(summary: string): boolean {
  return markers.test(plain(summary))
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

function wordsThatBegin(...words: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'u')
}
