/** Recognises the events of an answer: docs/decisions/0015-ical-import.md. Pure. */
import { type IcalEvent, meet, type Nights, nightsOf, reasons } from './ical-event.ts'
import { digestOf, type ImportedStay, spanOf } from './imported-stay.ts'

/** Degree of trust in the UIDs of a calendar. */
export type UidTrust = 'UNKNOWN' | 'STABLE' | 'UNSTABLE'

/** An event that is known, and as which stay the answer has it. */
export interface Match {
  known: IcalEvent
  stay: ImportedStay
}

export interface Matched {
  matches: Match[]
  /** Stays that are not known. */
  added: ImportedStay[]
  /** Known events that the answer does not have. */
  missing: IcalEvent[]
  /** Events that are over, which the answer need not have any more. */
  ended: IcalEvent[]
  /** Number of future events that were recognised, and of those by another key. */
  recognised: number
  renumbered: number
}

interface Matching {
  /** The civil date at the property, as a number. */
  today: number
  trust: UidTrust
}

type Test = (known: IcalEvent, stay: ImportedStay) => boolean

/**
 * Recognises the stays of an answer, in passes over what is left: by key and nights, by reservation
 * code, by nights, by key. What has ended is recognised by its nights alone, so that a lead of the
 * past never becomes another one.
 */
export function matchStays(
  knownEvents: IcalEvent[],
  stays: ImportedStay[],
  { today, trust }: Matching,
): Matched {
  const left = { known: [...knownEvents], stays: [...stays] }
  const matches: Match[] = []
  const isOpen = (known: IcalEvent) => nightsOf(known).to > today
  const isFresh = (known: IcalEvent) => known.state !== 'ECHO' && known.state !== 'IGNORED'
  const taken = new Set<ImportedStay>()
  const recognised = new Set<IcalEvent>()
  const run = (test: Test, isFit: (known: IcalEvent) => boolean = isFresh) => {
    const byNights = Map.groupBy(left.stays, stay => stay.checkIn)
    for (const known of left.known) {
      if (!isFit(known)) continue
      const near =
        test === isEqual || test === hasNights ? byNights.get(known.check_in) : left.stays
      const stay = near?.find(one => {
        return !taken.has(one) && !contradict(known, one) && test(known, one)
      })
      if (!stay) continue
      matches.push({ known, stay })
      taken.add(stay)
      recognised.add(known)
    }
    left.known = left.known.filter(known => !recognised.has(known))
    left.stays = left.stays.filter(stay => !taken.has(stay))
  }
  run(isEqual, () => true)
  run(hasNights, known => !isOpen(known))
  const ended = left.known.filter(known => !isOpen(known))
  left.known = left.known.filter(isOpen)
  run(hasCode)
  run(byNightsTest(left, trust, knownEvents), known => isFresh(known) || trust === 'UNSTABLE')
  run((known, stay) => hasKey(known, stay) && meet(nightsOf(known), spanOf(stay)))
  if (trust !== 'UNSTABLE') run(aloneAndAhead(left, today))
  if (trust === 'UNSTABLE') run(overlapsAlone(left))
  run(endsIn(today))
  const open = matches.filter(({ known }) => isOpen(known))
  return {
    matches,
    added: left.stays,
    missing: left.known,
    ended,
    recognised: open.length,
    renumbered: open.filter(({ known, stay }) => !hasKey(known, stay)).length,
  }
}

function hasKey(known: IcalEvent, { eventKey }: ImportedStay): boolean {
  return known.event_key === eventKey
}

function hasNights(known: IcalEvent, { checkIn, checkOut }: ImportedStay): boolean {
  return known.check_in === checkIn && known.check_out === checkOut
}

function isEqual(known: IcalEvent, stay: ImportedStay): boolean {
  return hasKey(known, stay) && hasNights(known, stay)
}

function hasCode(known: IcalEvent, { note }: ImportedStay): boolean {
  return known.code_digest !== null && known.code_digest === digestOf(note.code)
}

/**
 * Returns whether a stay is not that of an event, whatever else they have in common: just one of
 * them marks an arrival or departure, their reservation codes differ, or one has none and they have
 * neither equal nights nor UID and nights in common.
 */
function contradict(known: IcalEvent, stay: ImportedStay): boolean {
  const { code } = stay.note
  if (stay.isMarker !== (known.reason === reasons.marker)) return !isEqual(known, stay)
  if (hasCode(known, stay) || (known.code_digest === null && code === null)) return false
  if (known.code_digest !== null && code !== null) return true
  if (stay.kind === 'CLOSURE' || !known.may_have_guest) return !isEqual(known, stay)
  const isNear = hasKey(known, stay) && meet(nightsOf(known), spanOf(stay))
  return !isNear && !hasNights(known, stay)
}

/**
 * Matches by nights, where a key means little: the calendar's are not trusted, the known key has
 * other nights now, more than half of at least two have changed, or another key has moved to a
 * stay that is known.
 */
function byNightsTest(
  left: { known: IcalEvent[]; stays: ImportedStay[] },
  trust: UidTrust,
  all: IcalEvent[],
): Test {
  const keys = new Set(left.stays.map(({ eventKey }) => eventKey))
  const changed = left.known.filter(known => !keys.has(known.event_key)).length
  const isMostChanged = left.known.length >= 2 && changed * 2 > all.length
  const isRelied = trust === 'STABLE' && !isMostChanged && !isShifted(left)
  return (known, stay) => {
    const isMoved = keys.has(known.event_key)
    return hasNights(known, stay) && (!isRelied || isMoved)
  }
}

/** Returns whether a known key now has the nights of another event, as if events were numbered. */
function isShifted(left: { known: IcalEvent[]; stays: ImportedStay[] }): boolean {
  const known = new Set(left.known.map(({ event_key }) => event_key))
  const byNights = Map.groupBy(left.known, one => `${one.check_in} ${one.check_out}`)
  return left.stays.some(stay => {
    const same = byNights.get(`${stay.checkIn} ${stay.checkOut}`) ?? []
    return known.has(stay.eventKey) && same.some(one => !hasKey(one, stay))
  })
}

/** Matches by key alone, both to come, where it is that of one event to come on either side. */
function aloneAndAhead(left: { known: IcalEvent[]; stays: ImportedStay[] }, today: number): Test {
  const known = left.known.filter(event => nightsOf(event).from > today)
  const stays = left.stays.filter(stay => spanOf(stay).from > today)
  const knownBy = Map.groupBy(known, ({ event_key }) => event_key)
  const staysBy = Map.groupBy(stays, ({ eventKey }) => eventKey)
  return (known, stay) =>
    hasKey(known, stay) &&
    knownBy.get(known.event_key)?.length === 1 &&
    staysBy.get(stay.eventKey)?.length === 1 &&
    nightsOf(known).from > today &&
    spanOf(stay).from > today
}

/** Matches, where keys are new each time, the only one that overlaps by half of both. */
function overlapsAlone(left: { known: IcalEvent[]; stays: ImportedStay[] }): Test {
  const isHalf = (a: Nights, b: Nights) => {
    const common = Math.min(a.to, b.to) - Math.max(a.from, b.from)
    return common * 2 >= a.to - a.from && common * 2 >= b.to - b.from
  }
  return (known, stay) => {
    const [own, other] = [nightsOf(known), spanOf(stay)]
    if (!isHalf(own, other)) return false
    const isAlone = left.stays.filter(one => isHalf(own, spanOf(one))).length === 1
    return isAlone && left.known.filter(one => isHalf(nightsOf(one), other)).length === 1
  }
}

/** A stay in progress of which a feed tells the rest only. */
function endsIn(today: number): Test {
  return (known, stay) => {
    const [own, other] = [nightsOf(known), spanOf(stay)]
    const isInProgress = own.from <= today && known.may_have_guest
    return isInProgress && own.from < other.from && own.to === other.to
  }
}
