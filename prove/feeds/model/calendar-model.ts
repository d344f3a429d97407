/**
 * Model of a calendar: the nights that it has to hold and those that it may hold, by the six rules
 * of feeds alone. It is a set of entries, each with its nights and its presence in the last
 * response.
 */
import {
  equal,
  type FeedContent,
  massLossMs,
  type Nights,
  overlap,
  removalMs,
  type Stay,
} from './stays.ts'

/** A stay of a calendar, with its state since its first response. */
export interface Entry {
  stay: Stay
  /** Start of the time in which responses lack it, in milliseconds; null: the last one has it. */
  absentSince: number | null
  /** True for the former nights of a stay that has moved. */
  isFormer: boolean
  /** True if a later stay needs its nights. */
  isReplaced: boolean
  /** True if its calendar was added again without it: its nights need not be held. */
  isOptional: boolean
  /** True if a user released its nights. */
  isReleased: boolean
  /** True if a user cancelled its lead. */
  isCancelledHere: boolean
  /** Nights to which a user altered its lead. */
  extra: Nights[]
  /** True if its calendar is deleted, or was not imported since it was added again. */
  isOrphan: boolean
  /** True if its nights were freed with its calendar. */
  isFreed: boolean
  /** True if it moved to nights that had begun: it may be another guest. */
  isAmbiguous: boolean
}

export class CalendarModel {
  readonly isUnitType: boolean
  entries: Entry[] = []
  last: FeedContent | null = null
  #massLossSince: number | null = null
  /** Ids of ended stays. */
  readonly #endedIds = new Set<string>()

  /** @param isUnitType permits overlapping stays */
  constructor({ isUnitType = false } = {}) {
    this.isUnitType = isUnitType
  }

  /**
   * Applies a response.
   *
   * @param isBlockedByOthers returns whether other leads hold all nights of a stay, so that its
   *   lead cannot move there
   * @returns changed or pending nights, the only ones on which leads may change
   */
  apply(
    content: FeedContent,
    { nowMs, today }: Moment,
    isBlockedByOthers: (stay: Stay) => boolean = () => false,
  ): Nights[] {
    this.last = content
    for (const { stay } of this.entries) if (stay.to <= today) this.#endedIds.add(stay.id)
    // A stay that a user extended lasts longer than its event.
    this.entries = this.entries.filter(({ stay, extra }) => {
      return [stay, ...extra].some(({ to }) => to > today)
    })
    const affected: Nights[] = []
    const present = new Map(content.stays.map(stay => [stay.id, stay]))
    const [formerEntries, changedStays]: [Entry[], ChangedStay[]] = [[], []]
    for (const entry of this.entries) {
      const current = entry.isFormer ? undefined : present.get(entry.stay.id)
      if (!current) continue
      present.delete(entry.stay.id)
      const wasAbsent = entry.absentSince !== null || entry.isOrphan
      const isMoved = !equal(entry.stay, current)
      const isUnchanged = !isMoved && !wasAbsent && entry.stay.suffix === current.suffix
      if (!isUnchanged) affected.push(entry.stay, current, ...entry.extra)
      // The guest of a stay in progress arrived on its first night, from which the lead may last.
      if (isMoved && entry.stay.from <= today) {
        entry.extra.push({ from: entry.stay.from, to: Math.max(entry.stay.to, current.to) })
      }
      if (isMoved) {
        formerEntries.push({ ...entry, absentSince: nowMs, isFormer: true })
        changedStays.push({ stay: current, before: entry.isReplaced ? null : entry.stay })
        const isAmbiguous = current.from <= today && entry.stay.from > today
        Object.assign(entry, { isReleased: false, isCancelledHere: false, isAmbiguous })
      }
      // An entry whose nights another stay needed was removed, and is new.
      else if (entry.isReplaced) changedStays.push({ stay: current, before: null })
      const presentFlags = {
        absentSince: null,
        isOrphan: false,
        isReplaced: false,
        isOptional: false,
      }
      Object.assign(entry, { stay: current, ...presentFlags })
    }
    for (const stay of present.values()) {
      if (stay.to <= today && this.#endedIds.has(stay.id)) continue
      affected.push(stay)
      if (stay.to <= today) {
        this.#endedIds.add(stay.id)
        continue
      }
      changedStays.push({ stay, before: null })
      this.entries.push(toEntry(stay))
    }
    this.entries.push(...formerEntries)
    this.#updateAbsent(content, { nowMs, today, changedStays, affected, isBlockedByOthers })
    return affected
  }

  /** Updates the entries that a response lacks. */
  #updateAbsent(
    content: FeedContent,
    { nowMs, today, changedStays, affected, isBlockedByOthers }: UpdateContext,
  ): void {
    const presentIds = new Set(content.stays.map(({ id }) => id))
    const isAbsent = (entry: Entry) => entry.isFormer || !presentIds.has(entry.stay.id)
    // An entry that an earlier response replaced is not counted again.
    const isGuest = (entry: Entry) => {
      const isCounted = !entry.isFormer && !entry.isReplaced && !entry.isReleased
      return mayHaveGuest(entry) && entry.stay.from > today && isCounted
    }
    const isMassLossAmong = (guests: Entry[]) => {
      const lost = guests.filter(isAbsent)
      return lost.length >= 3 && lost.length * 2 > guests.length
    }
    const guests = this.entries.filter(isGuest)
    // Optional stays may hold nights or not, so the mass loss is computed with and without them.
    const verdicts = [guests, guests.filter(guest => !guest.isOptional)].map(isMassLossAmong)
    const isMassLoss = verdicts.includes(true)
    const isUncertain = isMassLoss && verdicts.includes(false)
    this.#massLossSince = isMassLoss ? (this.#massLossSince ?? nowMs) : null
    const isRemoved = (entry: Entry) => {
      const { stay, absentSince, isFormer } = entry
      if (!isAbsent(entry)) return false
      // Nights of a deleted calendar are held again only if its response claims them.
      entry.isOptional ||= entry.isOrphan
      entry.isOrphan = false
      affected.push(stay, ...entry.extra)
      if (content.cancelled.includes(stay.id)) return true
      if (content.unread.length > 0) return false
      const isNeeded = changedStays.some(change => {
        return overlap(change.stay, stay) && !(change.before && overlap(change.before, stay))
      })
      entry.isReplaced ||= !this.isUnitType && isNeeded
      if (mayHaveGuest(entry) && !isFormer && stay.from <= today) return false
      entry.absentSince ??= nowMs
      if (absentSince === null || nowMs - absentSince < removalMs) return false
      if (isFormer) {
        // A lead whose new nights are all occupied keeps the former ones while its event exists.
        const isCurrent = (other: Entry) => !other.isFormer && other.stay.id === stay.id
        return !this.entries.some(other => isCurrent(other) && isBlockedByOthers(other.stay))
      }
      if (!isMassLoss || !mayHaveGuest(entry)) return true
      entry.isOptional ||= isUncertain
      return nowMs - this.#massLossSince! >= massLossMs
    }
    // A stay that a user extended may be in progress before its event begins.
    const hasBegun = ({ extra }: Entry) => extra.some(({ from }) => from <= today)
    for (const entry of this.entries.filter(isRemoved)) {
      if (mayHaveGuest(entry) && hasBegun(entry)) entry.isOptional = true
      else this.entries = this.entries.filter(other => other !== entry)
    }
  }

  /** Deletes the calendar; without `keepStays` its future bookings are removed, too. */
  delete({ keepStays, today }: { keepStays: boolean; today: number }): void {
    for (const entry of this.entries) {
      const { stay } = entry
      entry.isOrphan = true
      const isRetained = stay.from <= today || (stay.kind === 'GUEST' && keepStays)
      entry.isFreed = stay.kind === 'CLOSURE' || !isRetained
    }
    this.last = null
    this.#massLossSince = null
  }

  /** Adds the calendar again: its former stays count until the first response. */
  restore(): void {
    for (const entry of this.entries) entry.isFreed = false
  }

  /** Entries whose nights are not for sale. */
  get claiming(): Entry[] {
    return this.entries.filter(({ isFormer, isReplaced, isReleased, isOrphan, isOptional }) => {
      return !isFormer && !isReplaced && !isReleased && !isOrphan && !isOptional
    })
  }

  /** Nights that leads of the calendar may hold. */
  get held(): Nights[] {
    return this.entries.flatMap(entry => {
      const { stay, extra, isReleased, isCancelledHere, isFreed } = entry
      const isFree = isFreed || (isReleased && (stay.kind === 'CLOSURE' || isCancelledHere))
      return [...(isFree ? [] : [stay]), ...extra]
    })
  }
}

/** Time of a response, and its local date as a number of days. */
export interface Moment {
  nowMs: number
  today: number
}

/** A new or moved stay. */
interface ChangedStay {
  stay: Stay
  before: Nights | null
}

interface UpdateContext extends Moment {
  isBlockedByOthers(stay: Stay): boolean
  changedStays: ChangedStay[]
  affected: Nights[]
}

function toEntry(stay: Stay): Entry {
  const initialFlags = {
    isFormer: false,
    isReplaced: false,
    isOptional: false,
    isOrphan: false,
    isFreed: false,
    isAmbiguous: false,
  }
  return {
    stay,
    absentSince: null,
    extra: [],
    isReleased: false,
    isCancelledHere: false,
    ...initialFlags,
  }
}

function mayHaveGuest({ stay }: Entry): boolean {
  return stay.kind !== 'CLOSURE'
}
