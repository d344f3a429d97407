/** Plans the changes of a calendar's events by a response: contract/resources.md §10. Pure. */
import { type IcalEvent, isWaiting, meet, nightsOf } from './ical-event.ts'
import { digestOf, type ImportedStay, reachOf, spanOf } from './imported-stay.ts'
import type { Matched } from './match-stays.ts'

/**
 * A change of one event. ADD: it is new. UPDATE: it is known, and `stay` is what the answer has of
 * it; null: as before. CUT: it is in progress and missing, and ends where another begins. REMOVE:
 * it is gone.
 */
export type Change =
  | { kind: 'ADD'; known: null; stay: ImportedStay }
  | { kind: 'UPDATE'; known: IcalEvent; stay: ImportedStay | null }
  | { kind: 'CUT'; known: IcalEvent; stay: null; at: number }
  | { kind: 'REMOVE'; known: IcalEvent; stay: null }

export interface Plan {
  /** Changes whose nights overlap are done together. */
  groups: Change[][]
  /** Events that this answer is the first not to have, and those that are there again. */
  nowMissing: string[]
  nowPresent: string[]
  /** Events that are over and of which nothing is told any more. */
  forgotten: string[]
  /** Number of missing events that are kept. */
  pending: number
  isMassLoss: boolean
}

/** Facts about a response and its calendar. */
export interface Answer {
  now: Date
  /** The civil date at the property, as a number. */
  today: number
  freedKeys: Set<string>
  isPartlyUnread: boolean
  /** The calendar has not answered before: what it found of another one may be uncovered. */
  isFirst: boolean
  /** Events whose nights blocks hold. */
  blockedEvents: ReadonlySet<string>
  massLossSince: Date | null
  /** A person vouches for the answer. */
  isBelieved: boolean
  /** Stays with common nights may all be there. */
  isUnitType: boolean
}

const missingMs = 10 * 60_000
const massLossMs = 24 * 3_600_000
const massLossLeast = 3

/** Plans what an answer changes. */
export function planChanges(matched: Matched, known: IcalEvent[], answer: Answer): Plan {
  const { now, today } = answer
  const { added, missing, matches } = matched
  const isInProgress = (event: IcalEvent) => event.may_have_guest && nightsOf(event).from <= today
  const isToCome = (event: IcalEvent) =>
    event.may_have_guest && event.state !== 'IGNORED' && nightsOf(event).from > today
  const [toCome, lost] = [known.filter(isToCome).length, missing.filter(isToCome).length]
  const isMassLoss = lost >= massLossLeast && lost * 2 > toCome && !answer.isBelieved
  const replaces = !answer.isPartlyUnread && !answer.isUnitType
  const moved = matches.filter(({ known, stay }) => isMoved(known, stay))
  const isReplaced = (event: IcalEvent) => {
    const has = (stay: ImportedStay) => !stay.isMarker && meet(nightsOf(event), spanOf(stay))
    const isNew = added.some(has)
    const comes = moved.some(({ known, stay }) => {
      return has(stay) && !meet(nightsOf(event), nightsOf(known))
    })
    return replaces && (isNew || comes)
  }
  const isDue = (event: IcalEvent) => {
    if (answer.isPartlyUnread) return false
    if (answer.isBelieved) return true
    const isLate = event.missing_since !== null && since(event.missing_since, now) >= missingMs
    if (!isMassLoss || !event.may_have_guest) return isLate
    return isLate && since(answer.massLossSince ?? now, now) >= massLossMs
  }
  /** Returns whether an event of a former calendar holds nothing. */
  const isVoid = ({ uid, lead_uid }: IcalEvent) =>
    answer.isFirst && !answer.isPartlyUnread && lead_uid === null && !answer.blockedEvents.has(uid)
  const changes: Change[] = added.map(stay => ({ kind: 'ADD', known: null, stay }))
  for (const { known, stay } of matches) {
    if (answer.isFirst || isChanged(known, stay) || isWaiting(known))
      changes.push({ kind: 'UPDATE', known, stay })
  }
  const kept: IcalEvent[] = []
  for (const event of missing) {
    const isFreed = answer.freedKeys.has(event.event_key)
    const end = replaces ? endOf(event, added, today) : undefined
    if (isVoid(event)) changes.push({ kind: 'REMOVE', known: event, stay: null })
    else if (isInProgress(event) && !isFreed) {
      if (end !== undefined) changes.push({ kind: 'CUT', known: event, stay: null, at: end })
      kept.push(event)
    } else if (isFreed || isDue(event) || isReplaced(event)) {
      changes.push({ kind: 'REMOVE', known: event, stay: null })
    } else kept.push(event)
  }
  const uids = (events: IcalEvent[]) => events.map(({ uid }) => uid)
  const newlyMissing = answer.isPartlyUnread ? [] : kept.filter(one => one.missing_since === null)
  return {
    groups: grouped(changes),
    nowMissing: uids(newlyMissing),
    nowPresent: uids(matches.map(one => one.known).filter(one => one.missing_since !== null)),
    forgotten: uids(matched.ended),
    pending: kept.filter(event => !isInProgress(event)).length,
    isMassLoss,
  }
}

/** Returns when a stay in progress ends because another begins, if one does. */
function endOf(event: IcalEvent, added: ImportedStay[], today: number): number | undefined {
  const { from, to } = nightsOf(event)
  const begin = added
    .filter(stay => !stay.isMarker && spanOf(stay).to > today)
    .map(stay => spanOf(stay).from)
    .filter(day => from < day && day < to)
  return begin.length === 0 ? undefined : Math.max(Math.min(...begin), today)
}

function since(then: Date, now: Date): number {
  return now.getTime() - then.getTime()
}

/** Returns whether a stay tells something else than what is kept of it. */
function isChanged(known: IcalEvent, stay: ImportedStay): boolean {
  const { note, summary, kind } = stay
  return (
    known.event_key !== stay.eventKey ||
    isMoved(known, stay) ||
    (known.status === 'BLOCKED' && kind === 'BOOKING') ||
    (!known.may_have_guest && kind !== 'CLOSURE') ||
    (note.code !== null && known.code_digest !== digestOf(note.code)) ||
    known.summary_digest !== digestOf(summary)
  )
}

function isMoved(known: IcalEvent, { checkIn, checkOut }: ImportedStay): boolean {
  return known.check_in !== checkIn || known.check_out !== checkOut
}

/** Changes that may need nights of each other. */
function grouped(changes: Change[]): Change[][] {
  const sorted = changes
    .map(change => ({ change, ...reachOf(change) }))
    .sort((a, b) => a.from - b.from)
  const groups: { changes: Change[]; to: number }[] = []
  for (const { change, from, to } of sorted) {
    const last = groups.at(-1)
    if (last && from < last.to) {
      last.changes.push(change)
      last.to = Math.max(last.to, to)
    } else groups.push({ changes: [change], to })
  }
  return groups.map(group => group.changes)
}
