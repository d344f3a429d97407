/** Plans the changes of a calendar's events by a response: contract/resources.md §10. Pure. */
import { type IcalEvent, isWaiting, nightsOf, overlaps } from './ical-event.ts'
import { affectedNights, digestText, type ImportedStay, stayNights } from './imported-stay.ts'
import type { Matched } from './match-stays.ts'

/**
 * Change of one event. ADD: the event is new. UPDATE: `stay` is its state in the response; null:
 * unchanged. CUT: it is in progress and missing, and ends where another event begins. REMOVE: it no
 * longer exists.
 */
export type Change =
  | { kind: 'ADD'; event: null; stay: ImportedStay }
  | { kind: 'UPDATE'; event: IcalEvent; stay: ImportedStay | null }
  | { kind: 'CUT'; event: IcalEvent; stay: null; endDay: number }
  | { kind: 'REMOVE'; event: IcalEvent; stay: null }

export interface Plan {
  /** Changes whose nights overlap are applied together. */
  groups: Change[][]
  /** Uids of events that are missing for the first time, and of those that are present again. */
  nowMissing: string[]
  nowPresent: string[]
  /** Uids of events that are over and no longer in the response. */
  ended: string[]
  /** Number of missing events that are retained. */
  pending: number
  /** True if so many events are missing that the response is doubtful. */
  isMassLoss: boolean
}

/** Inputs about a response and its calendar. */
export interface PlanInputs {
  now: Date
  /** Civil date at the property, as a day number. */
  today: number
  /** Keys of events that the response marks as cancelled or free. */
  freedKeys: Set<string>
  /** True if an event could not be read, so that no event counts as missing. */
  isPartlyUnread: boolean
  /** True for the first response of a calendar. Its adopted events may have no blocks yet. */
  isFirst: boolean
  /** Uids of events with blocks. */
  blockedEvents: ReadonlySet<string>
  /** Time of the response that began a mass loss; null if there is none. */
  massLossSince: Date | null
  /** True if a user has confirmed that the response is complete. */
  isBelieved: boolean
  /** True if stays may overlap. */
  isUnitType: boolean
}

/** Time after which a missing event no longer exists, usually and at a mass loss. */
const missingMs = 10 * 60_000
const massLossMs = 24 * 3_600_000

/** Number of missing future events from which the loss of more than half is a mass loss. */
const massLossMin = 3

export function planChanges(matched: Matched, storedEvents: IcalEvent[], inputs: PlanInputs): Plan {
  const { now, today } = inputs
  const { added, missing, matches } = matched
  const isInProgress = (event: IcalEvent) => event.may_have_guest && nightsOf(event).from <= today
  const isFuture = (event: IcalEvent) =>
    event.may_have_guest && event.state !== 'IGNORED' && nightsOf(event).from > today
  const futureCount = storedEvents.filter(isFuture).length
  const lostCount = missing.filter(isFuture).length
  const isMassLoss = lostCount >= massLossMin && lostCount * 2 > futureCount && !inputs.isBelieved
  // Stays of a unit type may overlap, so a new stay does not replace a missing one.
  const replaces = !inputs.isPartlyUnread && !inputs.isUnitType
  const movedMatches = matches.filter(({ event, stay }) => isMoved(event, stay))
  /** Returns whether another stay has begun to occupy nights of a missing event. */
  const isReplaced = (event: IcalEvent) => {
    const overlapsEvent = (stay: ImportedStay) =>
      !stay.isMarker && overlaps(nightsOf(event), stayNights(stay))
    const hasNewHere = added.some(overlapsEvent)
    const hasMovedHere = movedMatches.some(match => {
      return overlapsEvent(match.stay) && !overlaps(nightsOf(event), nightsOf(match.event))
    })
    return replaces && (hasNewHere || hasMovedHere)
  }
  /** Returns whether a missing event has been missing long enough to be removed. */
  const isDue = (event: IcalEvent) => {
    if (inputs.isPartlyUnread) return false
    if (inputs.isBelieved) return true
    const isLate = event.missing_since !== null && msSince(event.missing_since, now) >= missingMs
    if (!isMassLoss || !event.may_have_guest) return isLate
    return isLate && msSince(inputs.massLossSince ?? now, now) >= massLossMs
  }
  /** Returns whether an adopted event has neither a lead nor blocks. */
  const isEmpty = ({ uid, lead_uid }: IcalEvent) =>
    inputs.isFirst && !inputs.isPartlyUnread && lead_uid === null && !inputs.blockedEvents.has(uid)
  const changes: Change[] = added.map(stay => ({ kind: 'ADD', event: null, stay }))
  for (const { event, stay } of matches) {
    if (inputs.isFirst || isChanged(event, stay) || isWaiting(event))
      changes.push({ kind: 'UPDATE', event, stay })
  }
  const retained: IcalEvent[] = []
  for (const event of missing) {
    const isFreed = inputs.freedKeys.has(event.event_key)
    const endDay = replaces ? findCutDay(event, added, today) : undefined
    if (isEmpty(event)) changes.push({ kind: 'REMOVE', event, stay: null })
    else if (isInProgress(event) && !isFreed) {
      if (endDay !== undefined) changes.push({ kind: 'CUT', event, stay: null, endDay })
      retained.push(event)
    } else if (isFreed || isDue(event) || isReplaced(event)) {
      changes.push({ kind: 'REMOVE', event, stay: null })
    } else retained.push(event)
  }
  const toUids = (events: IcalEvent[]) => events.map(({ uid }) => uid)
  const wasPresent = (event: IcalEvent) => event.missing_since === null
  const newlyMissing = inputs.isPartlyUnread ? [] : retained.filter(wasPresent)
  return {
    groups: groupOverlapping(changes),
    nowMissing: toUids(newlyMissing),
    nowPresent: toUids(matches.map(({ event }) => event).filter(event => !wasPresent(event))),
    ended: toUids(matched.ended),
    pending: retained.filter(event => !isInProgress(event)).length,
    isMassLoss,
  }
}

/** Returns the day on which a stay in progress ends because another begins, if one does. */
function findCutDay(event: IcalEvent, added: ImportedStay[], today: number): number | undefined {
  const { from, to } = nightsOf(event)
  const beginDays = added
    .filter(stay => !stay.isMarker && stayNights(stay).to > today)
    .map(stay => stayNights(stay).from)
    .filter(day => from < day && day < to)
  return beginDays.length === 0 ? undefined : Math.max(Math.min(...beginDays), today)
}

function msSince(then: Date, now: Date): number {
  return now.getTime() - then.getTime()
}

/** Returns whether the response differs from the stored event. */
function isChanged(event: IcalEvent, stay: ImportedStay): boolean {
  const { note, summary, kind } = stay
  return (
    event.event_key !== stay.eventKey ||
    isMoved(event, stay) ||
    (event.status === 'BLOCKED' && kind === 'BOOKING') ||
    (!event.may_have_guest && kind !== 'CLOSURE') ||
    (note.code !== null && event.code_digest !== digestText(note.code)) ||
    event.summary_digest !== digestText(summary)
  )
}

function isMoved(event: IcalEvent, { checkIn, checkOut }: ImportedStay): boolean {
  return event.check_in !== checkIn || event.check_out !== checkOut
}

/** Groups changes that may compete for nights. */
function groupOverlapping(changes: Change[]): Change[][] {
  const sorted = changes
    .map(change => ({ change, ...affectedNights(change) }))
    .sort((a, b) => a.from - b.from)
  const groups: { changes: Change[]; to: number }[] = []
  for (const { change, from, to } of sorted) {
    const lastGroup = groups.at(-1)
    if (lastGroup && from < lastGroup.to) {
      lastGroup.changes.push(change)
      lastGroup.to = Math.max(lastGroup.to, to)
    } else groups.push({ changes: [change], to })
  }
  return groups.map(group => group.changes)
}
