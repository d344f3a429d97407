/**
 * Nights that a calendar has to hold and nights that it may hold, by the six rules of feeds and by
 * nothing else: a set of entries, each with its nights and whether the last answer has it.
 */
import { equal, goneMs, massLossMs, meet, type Nights, type Said, type Stay } from './stays.ts'

/** A stay that a calendar has said, with what became of it since. */
export interface Entry {
  stay: Stay
  /** Since when answers lack it, in milliseconds; null: the last one has it. */
  absentSince: number | null
  /** Nights that a stay had before it moved. */
  isFormer: boolean
  /** A later stay needs its nights. */
  isReplaced: boolean
  /** Its calendar was added again without it, so its nights need not be held. */
  isLapsed: boolean
  /** A person released its nights. */
  isReleased: boolean
  /** A person cancelled its lead. */
  isCancelledHere: boolean
  /** Nights that its lead was given here. */
  extra: Nights[]
  /** Its calendar is deleted, or has not answered since it was added again. */
  isOrphan: boolean
  /** Its nights went with its calendar. */
  isFreed: boolean
  /** It moved to nights that had begun, where it cannot be told from another guest. */
  isAnew: boolean
}

export class CalendarModel {
  readonly isUnitType: boolean
  entries: Entry[] = []
  /** The last answer that was read. */
  last: Said | null = null
  #massLossSince: number | null = null
  /** Names of stays that are over. */
  readonly #over = new Set<string>()

  /** @param isUnitType whether stays with common nights may all be there */
  constructor({ isUnitType = false } = {}) {
    this.isUnitType = isUnitType
  }

  /**
   * Takes in an answer.
   *
   * @param isStuck whether all nights of a stay are held by others, so that its lead stays where it
   *   was
   * @returns nights of which something is different, or is open: the only ones where leads may
   *   change
   */
  hear(
    said: Said,
    { nowMs, today }: Moment,
    isStuck: (stay: Stay) => boolean = () => false,
  ): Nights[] {
    this.last = said
    for (const { stay } of this.entries) if (stay.to <= today) this.#over.add(stay.id)
    // A stay that was lengthened here lasts longer than its event.
    this.entries = this.entries.filter(({ stay, extra }) => {
      return [stay, ...extra].some(({ to }) => to > today)
    })
    const touched: Nights[] = []
    const present = new Map(said.stays.map(stay => [stay.id, stay]))
    const [formers, comers]: [Entry[], Comer[]] = [[], []]
    for (const entry of this.entries) {
      const now = entry.isFormer ? undefined : present.get(entry.stay.id)
      if (!now) continue
      present.delete(entry.stay.id)
      const wasAway = entry.absentSince !== null || entry.isOrphan
      const isMoved = !equal(entry.stay, now)
      const isSame = !isMoved && !wasAway && entry.stay.words === now.words
      if (!isSame) touched.push(entry.stay, now, ...entry.extra)
      // A guest who is in the house came when it was: the lead may last from then on.
      if (isMoved && entry.stay.from <= today) {
        entry.extra.push({ from: entry.stay.from, to: Math.max(entry.stay.to, now.to) })
      }
      if (isMoved) {
        formers.push({ ...entry, absentSince: nowMs, isFormer: true })
        comers.push({ stay: now, before: entry.isReplaced ? null : entry.stay })
        const isAnew = now.from <= today && entry.stay.from > today
        Object.assign(entry, { isReleased: false, isCancelledHere: false, isAnew })
      }
      // One whose nights another stay needed was gone, and is new.
      else if (entry.isReplaced) comers.push({ stay: now, before: null })
      const isHere = { absentSince: null, isOrphan: false, isReplaced: false, isLapsed: false }
      Object.assign(entry, { stay: now, ...isHere })
    }
    for (const stay of present.values()) {
      if (stay.to <= today && this.#over.has(stay.id)) continue
      touched.push(stay)
      if (stay.to <= today) {
        this.#over.add(stay.id)
        continue
      }
      comers.push({ stay, before: null })
      this.entries.push(entryOf(stay))
    }
    this.entries.push(...formers)
    this.#settle(said, { nowMs, today, comers, touched, isStuck })
    return touched
  }

  /** Decides what becomes of the entries that an answer lacks. */
  #settle(said: Said, { nowMs, today, comers, touched, isStuck }: Settling): void {
    const isHere = new Set(said.stays.map(({ id }) => id))
    const isAbsent = (entry: Entry) => entry.isFormer || !isHere.has(entry.stay.id)
    // One that a former answer replaced is gone already.
    const isGuest = (one: Entry) => {
      const isCounted = !one.isFormer && !one.isReplaced && !one.isReleased
      return mayHaveGuest(one) && one.stay.from > today && isCounted
    }
    const isMassLossOf = (guests: Entry[]) => {
      const lost = guests.filter(isAbsent)
      return lost.length >= 3 && lost.length * 2 > guests.length
    }
    const guests = this.entries.filter(isGuest)
    // Lapsed stays may hold nights, or have gone with their calendar: both are right.
    const verdicts = [guests, guests.filter(one => !one.isLapsed)].map(isMassLossOf)
    const isMassLoss = verdicts.includes(true)
    const isDoubtful = isMassLoss && verdicts.includes(false)
    this.#massLossSince = isMassLoss ? (this.#massLossSince ?? nowMs) : null
    const isGone = (entry: Entry) => {
      const { stay, absentSince, isFormer } = entry
      if (!isAbsent(entry)) return false
      // Nights of a deleted calendar are held again only if its response claims them.
      entry.isLapsed ||= entry.isOrphan
      entry.isOrphan = false
      touched.push(stay, ...entry.extra)
      if (said.cancelled.includes(stay.id)) return true
      if (said.unread.length > 0) return false
      const isNeeded = comers.some(one => {
        return meet(one.stay, stay) && !(one.before && meet(one.before, stay))
      })
      entry.isReplaced ||= !this.isUnitType && isNeeded
      if (mayHaveGuest(entry) && !isFormer && stay.from <= today) return false
      entry.absentSince ??= nowMs
      if (absentSince === null || nowMs - absentSince < goneMs) return false
      if (isFormer) {
        // A lead whose nights are all taken stays where it was, as long as its event is known.
        const isNow = (one: Entry) => !one.isFormer && one.stay.id === stay.id
        return !this.entries.some(one => isNow(one) && isStuck(one.stay))
      }
      if (!isMassLoss || !mayHaveGuest(entry)) return true
      entry.isLapsed ||= isDoubtful
      return nowMs - this.#massLossSince! >= massLossMs
    }
    // A guest whose stay was lengthened here may be in the house before the event begins.
    const hasBegun = ({ extra }: Entry) => extra.some(({ from }) => from <= today)
    for (const entry of this.entries.filter(isGone)) {
      if (mayHaveGuest(entry) && hasBegun(entry)) entry.isLapsed = true
      else this.entries = this.entries.filter(one => one !== entry)
    }
  }

  /** The calendar is deleted: bookings stay unless they are to go, too. */
  delete({ keepsStays, today }: { keepsStays: boolean; today: number }): void {
    for (const entry of this.entries) {
      const { stay } = entry
      entry.isOrphan = true
      const isKept = stay.from <= today || (stay.kind === 'GUEST' && keepsStays)
      entry.isFreed = stay.kind === 'CLOSURE' || !isKept
    }
    this.last = null
    this.#massLossSince = null
  }

  /** The calendar is added again: what it said is known again, until its first answer. */
  restore(): void {
    for (const entry of this.entries) entry.isFreed = false
  }

  /** Entries whose nights are not for sale. */
  get claiming(): Entry[] {
    return this.entries.filter(({ isFormer, isReplaced, isReleased, isOrphan, isLapsed }) => {
      return !isFormer && !isReplaced && !isReleased && !isOrphan && !isLapsed
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

/** When an answer comes, and the civil date then. */
export interface Moment {
  nowMs: number
  today: number
}

/** A stay that is new, or has moved. */
interface Comer {
  stay: Stay
  before: Nights | null
}

interface Settling extends Moment {
  isStuck(stay: Stay): boolean
  comers: Comer[]
  touched: Nights[]
}

function entryOf(stay: Stay): Entry {
  const never = {
    isFormer: false,
    isReplaced: false,
    isLapsed: false,
    isOrphan: false,
    isFreed: false,
    isAnew: false,
  }
  return { stay, absentSince: null, extra: [], isReleased: false, isCancelledHere: false, ...never }
}

function mayHaveGuest({ stay }: Entry): boolean {
  return stay.kind !== 'CLOSURE'
}
