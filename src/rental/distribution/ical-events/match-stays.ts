/** Matches the stays of a response with stored events: docs/decisions/0015-ical-import.md. Pure. */
import { type IcalEvent, type Nights, nightsOf, overlaps, reasons } from './ical-event.ts'
import { digestText, type ImportedStay, stayNights } from './imported-stay.ts'

/** Degree of trust in the UIDs of a calendar. */
export type UidTrust = 'UNKNOWN' | 'STABLE' | 'UNSTABLE'

/** Stored event and its stay in the response. */
interface Match {
  event: IcalEvent
  stay: ImportedStay
}

export interface Matched {
  matches: Match[]
  /** Stays without a stored event. */
  added: ImportedStay[]
  /** Stored events that are missing from the response. */
  missing: IcalEvent[]
  /** Stored events that are over. The response need not contain them. */
  ended: IcalEvent[]
  /** Number of future events that were recognised, and of those with another key. */
  recognised: number
  renumbered: number
}

/** Stored events and stays that no pass has matched yet. */
interface Unmatched {
  events: IcalEvent[]
  stays: ImportedStay[]
}

interface Matching {
  /** Civil date at the property, as a day number. */
  today: number
  trust: UidTrust
}

/** Condition under which an event and a stay match in a pass. */
type Test = (event: IcalEvent, stay: ImportedStay) => boolean

/**
 * Matches the stays of a response with stored events, in passes over the remaining ones: by key and
 * nights, by reservation code, by nights, by key. Events that are over match by nights only, so
 * that a past lead never becomes another one.
 */
export function matchStays(
  storedEvents: IcalEvent[],
  stays: ImportedStay[],
  { today, trust }: Matching,
): Matched {
  const left: Unmatched = { events: [...storedEvents], stays: [...stays] }
  const matches: Match[] = []
  const isOpen = (event: IcalEvent) => nightsOf(event).to > today
  // Echoes and ignored events must not pass on their state to another stay.
  const isLooselyMatched = (event: IcalEvent) => event.state !== 'ECHO' && event.state !== 'IGNORED'
  const matchedStays = new Set<ImportedStay>()
  const recognised = new Set<IcalEvent>()
  const runPass = (test: Test, isEligible: (event: IcalEvent) => boolean = isLooselyMatched) => {
    const byCheckIn = Map.groupBy(left.stays, stay => stay.checkIn)
    for (const event of left.events) {
      if (!isEligible(event)) continue
      // Tests of equal nights need only the stays with the same check-in.
      const candidates =
        test === isEqual || test === hasNights ? byCheckIn.get(event.check_in) : left.stays
      const stay = candidates?.find(candidate => {
        return (
          !matchedStays.has(candidate) && !contradicts(event, candidate) && test(event, candidate)
        )
      })
      if (!stay) continue
      matches.push({ event, stay })
      matchedStays.add(stay)
      recognised.add(event)
    }
    left.events = left.events.filter(event => !recognised.has(event))
    left.stays = left.stays.filter(stay => !matchedStays.has(stay))
  }
  runPass(isEqual, () => true)
  runPass(hasNights, event => !isOpen(event))
  const ended = left.events.filter(event => !isOpen(event))
  left.events = left.events.filter(isOpen)
  runPass(hasCode)
  runPass(
    nightsTest(left, trust, storedEvents),
    event => isLooselyMatched(event) || trust === 'UNSTABLE',
  )
  runPass((event, stay) => hasKey(event, stay) && overlaps(nightsOf(event), stayNights(stay)))
  if (trust !== 'UNSTABLE') runPass(uniqueFutureKeyTest(left, today))
  if (trust === 'UNSTABLE') runPass(halfOverlapTest(left))
  runPass(remainderTest(today))
  const openMatches = matches.filter(({ event }) => isOpen(event))
  return {
    matches,
    added: left.stays,
    missing: left.events,
    ended,
    recognised: openMatches.length,
    renumbered: openMatches.filter(({ event, stay }) => !hasKey(event, stay)).length,
  }
}

function hasKey(event: IcalEvent, { eventKey }: ImportedStay): boolean {
  return event.event_key === eventKey
}

function hasNights(event: IcalEvent, { checkIn, checkOut }: ImportedStay): boolean {
  return event.check_in === checkIn && event.check_out === checkOut
}

function isEqual(event: IcalEvent, stay: ImportedStay): boolean {
  return hasKey(event, stay) && hasNights(event, stay)
}

function hasCode(event: IcalEvent, { note }: ImportedStay): boolean {
  return event.code_digest !== null && event.code_digest === digestText(note.code)
}

/**
 * Returns whether a stay cannot be that of an event, whatever else they have in common: only one of
 * them marks an arrival or departure, their reservation codes differ, or only one has a code and
 * they have neither equal nights nor the same UID and a common night.
 */
function contradicts(event: IcalEvent, stay: ImportedStay): boolean {
  const { code } = stay.note
  if (stay.isMarker !== (event.reason === reasons.marker)) return !isEqual(event, stay)
  if (hasCode(event, stay) || (event.code_digest === null && code === null)) return false
  if (event.code_digest !== null && code !== null) return true
  if (stay.kind === 'CLOSURE' || !event.may_have_guest) return !isEqual(event, stay)
  const isNear = hasKey(event, stay) && overlaps(nightsOf(event), stayNights(stay))
  return !isNear && !hasNights(event, stay)
}

/**
 * Matches by nights where keys are unreliable: the UIDs of the calendar are not trusted, the stored
 * key has other nights now, more than half of at least two events have changed, or another key has
 * moved to a stored stay.
 */
function nightsTest(left: Unmatched, trust: UidTrust, storedEvents: IcalEvent[]): Test {
  const keys = new Set(left.stays.map(({ eventKey }) => eventKey))
  const changedCount = left.events.filter(event => !keys.has(event.event_key)).length
  const isMostChanged = left.events.length >= 2 && changedCount * 2 > storedEvents.length
  const isRelied = trust === 'STABLE' && !isMostChanged && !isShifted(left)
  return (event, stay) => {
    const isMoved = keys.has(event.event_key)
    return hasNights(event, stay) && (!isRelied || isMoved)
  }
}

/** Returns whether a stored key now has the nights of another event, as if UIDs were numbered. */
function isShifted(left: Unmatched): boolean {
  const keys = new Set(left.events.map(({ event_key }) => event_key))
  const byNights = Map.groupBy(left.events, event => `${event.check_in} ${event.check_out}`)
  return left.stays.some(stay => {
    const sameNights = byNights.get(`${stay.checkIn} ${stay.checkOut}`) ?? []
    return keys.has(stay.eventKey) && sameNights.some(event => !hasKey(event, stay))
  })
}

/** Matches future events by key alone, if no other future event has the key. */
function uniqueFutureKeyTest(left: Unmatched, today: number): Test {
  const futureEvents = left.events.filter(event => nightsOf(event).from > today)
  const futureStays = left.stays.filter(stay => stayNights(stay).from > today)
  const eventsByKey = Map.groupBy(futureEvents, ({ event_key }) => event_key)
  const staysByKey = Map.groupBy(futureStays, ({ eventKey }) => eventKey)
  return (event, stay) =>
    hasKey(event, stay) &&
    eventsByKey.get(event.event_key)?.length === 1 &&
    staysByKey.get(stay.eventKey)?.length === 1 &&
    nightsOf(event).from > today &&
    stayNights(stay).from > today
}

/** Matches the only event that overlaps by half of both, for calendars with new keys each time. */
function halfOverlapTest(left: Unmatched): Test {
  const overlapsByHalf = (a: Nights, b: Nights) => {
    const common = Math.min(a.to, b.to) - Math.max(a.from, b.from)
    return common * 2 >= a.to - a.from && common * 2 >= b.to - b.from
  }
  return (event, stay) => {
    const [eventRange, stayRange] = [nightsOf(event), stayNights(stay)]
    if (!overlapsByHalf(eventRange, stayRange)) return false
    const isOnlyStay =
      left.stays.filter(candidate => overlapsByHalf(eventRange, stayNights(candidate))).length === 1
    return (
      isOnlyStay &&
      left.events.filter(other => overlapsByHalf(nightsOf(other), stayRange)).length === 1
    )
  }
}

/** Matches a stay in progress if the calendar contains only its remaining nights. */
function remainderTest(today: number): Test {
  return (event, stay) => {
    const [eventRange, stayRange] = [nightsOf(event), stayNights(stay)]
    const isInProgress = eventRange.from <= today && event.may_have_guest
    return isInProgress && eventRange.from < stayRange.from && eventRange.to === stayRange.to
  }
}
