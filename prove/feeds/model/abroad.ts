/** An external system: what it knows, how it changes, and what it answers. Pure but for chance. */
import type { Chance } from '../../../demo/chance.ts'
import type { CalendarModel, Entry } from './calendar-model.ts'
import { calendarText, type Oddness, type Writing, writings } from './feed-text.ts'
import { equal, type Kind, meet, type Nights, type Said, type Stay } from './stays.ts'

/**
 * Naming of events by a system. HONEST: by UIDs that stay. POSITIONAL: by their place in the feed.
 * FRESH: by a new UID in each response.
 */
const namings = ['HONEST', 'HONEST', 'POSITIONAL', 'FRESH'] as const

/** Faults of a response that is still a calendar. */
const oddities = [
  ...(['EMPTY', 'MISSING', 'MISSING', 'MASS_LOSS', 'MASS_LOSS', 'CANCELLED'] as const),
  ...(['UNREAD', 'REPEATED', 'BAD_EXDATE', 'MARKERS', 'SHUFFLED'] as const),
]
type Oddity = (typeof oddities)[number]

/** Oddities that do harm only where several answers have them. */
const lasting: Oddity[] = ['MASS_LOSS', 'MASS_LOSS', 'EMPTY', 'UNREAD', 'UNREAD']

/** Faults of a response that make it no calendar. */
export const failures = ['ERROR', 'NOTHING', 'PAGE', 'CUT_OFF', 'RESET', 'WRONG_LENGTH'] as const
export type Failure = (typeof failures)[number]

/** Numbers the names of a history. */
export interface Names {
  count: number
}

export class Abroad {
  readonly path: string
  readonly naming: (typeof namings)[number]
  readonly source: 'OTHER' | 'BOOKINGDOTCOM'
  readonly hasTags: boolean
  readonly timeZone: string
  stays: Stay[] = []
  /** True when the last response was complete and true. */
  isSeen = true
  readonly #writing: Writing
  readonly #hasCodes: boolean
  readonly #chance: Chance
  readonly #names: Names
  #isRenumbered = false
  #isChanged = false
  /** An oddity that some more answers have, and the stay that it concerns. */
  #again: { oddity: Oddity; left: number; id: string | undefined } | null = null

  /** Every event has a guest. */
  readonly #hasGuestsOnly: boolean

  constructor(
    chance: Chance,
    names: Names,
    { path, timeZone, hasGuestsOnly }: { path: string; timeZone: string; hasGuestsOnly: boolean },
  ) {
    this.#hasGuestsOnly = hasGuestsOnly
    this.#names = names
    this.#chance = chance
    this.path = path
    this.timeZone = timeZone
    this.naming = chance.pick(namings)
    this.source = chance.is(0.2) ? 'BOOKINGDOTCOM' : 'OTHER'
    this.hasTags = chance.is(0.5)
    this.#writing = chance.pick(writings)
    this.#hasCodes = chance.is(0.4)
  }

  /** Begins with some stays. */
  fill(model: CalendarModel, today: number): void {
    for (let i = this.#chance.whole(1, 7); i > 0; i--) this.#add(model, today)
  }

  /** Changes something, unless an importer could not tell what. */
  change(model: CalendarModel, today: number): void {
    if (!this.#isTold) return
    this.stays = this.stays.filter(({ to }) => to > today - 3)
    const change = this.#chance.weighted([
      [() => this.#add(model, today), 5],
      [() => this.#move(model, today), 3],
      [() => this.#remove(today), 2],
      [() => this.#swap(today), 1],
      [() => this.#rename(), 1],
      [() => this.#renumber(model, today), 1],
    ])
    change()
    this.isSeen = false
    this.#isChanged = true
  }

  /** Returns whether an importer could tell another change from those since the last answer. */
  get #isTold(): boolean {
    return this.isSeen || this.#isKnown
  }

  /** Returns whether events are recognised whatever else they have. */
  get #isKnown(): boolean {
    return this.#hasCodes || (this.naming === 'HONEST' && !this.#isRenumbered)
  }

  #add(model: CalendarModel, today: number): void {
    const from = today + (this.#chance.is(0.2) ? -1 : this.#chance.whole(0, 20))
    const nights = { from, to: from + this.#chance.whole(1, 6) }
    if (nights.to <= today) return
    const picked =
      this.source === 'BOOKINGDOTCOM'
        ? this.#chance.pick(['GUEST', 'MAYBE'] as const)
        : this.#chance.pick(['GUEST', 'GUEST', 'CLOSURE'] as const)
    // Closures have no codes, by which stays are told from each other where UIDs do not.
    const isGuest = this.#hasGuestsOnly || (this.#hasCodes && this.naming !== 'HONEST')
    const kind = isGuest ? 'GUEST' : picked
    const stay = this.#stayOf(kind, nights)
    if (this.#isClear(model, nights, stay)) this.stays.push(stay)
  }

  #stayOf(kind: Kind, nights: Nights): Stay {
    const number = ++this.#names.count
    const id = `g${number}`
    const code = this.#hasCodes && kind === 'GUEST' ? `K${String(number).padStart(7, '0')}` : null
    return { ...nights, id, kind, uid: `${id}@abroad.example`, code, words: '' }
  }

  #move(model: CalendarModel, today: number): void {
    const stay = this.#pick()
    if (!stay || stay.to <= today) return
    const by = this.#chance.pick([-4, -2, -1, 1, 2, 4, 9])
    const isInProgress = stay.from <= today
    const moved = {
      from: stay.from + (isInProgress || this.#chance.is(0.5) ? 0 : by),
      to: stay.to + by,
    }
    if (!isInProgress && moved.from <= today) return
    if (moved.to <= Math.max(moved.from, today) || equal(moved, stay)) return
    if (!this.#isClear(model, moved, stay)) return
    const isUnknowable = this.naming === 'FRESH' && stay.code === null
    if (isUnknowable && (isInProgress || meet(moved, stay))) return
    const next = isUnknowable ? this.#stayOf(stay.kind, moved) : { ...stay, ...moved }
    this.stays = this.stays.map(one => (one === stay ? next : one))
  }

  /** A guest leaves, or has never come; one who is in the house more often than others. */
  #remove(today: number): void {
    const begun = this.stays.find(({ from, to }) => from <= today && to > today)
    const stay = begun && this.#chance.is(0.5) ? begun : this.#pick()
    this.stays = this.stays.filter(one => one !== stay)
  }

  /** Two guests exchange their nights, which only codes tell. */
  #swap(today: number): void {
    const [one, other] = this.stays.filter(({ code, from }) => code !== null && from > today)
    if (!one || !other) return
    const [a, b] = [
      { ...one, from: other.from, to: other.to },
      { ...other, from: one.from, to: one.to },
    ]
    this.stays = this.stays.map(stay => (stay === one ? a : stay === other ? b : stay))
  }

  #rename(): void {
    const stay = this.#pick()
    this.stays = this.stays.map(one => (one === stay ? { ...one, words: `${one.words} x` } : one))
  }

  /** Gives all events other UIDs, if that can be told from other guests. */
  #renumber(model: CalendarModel, today: number): void {
    const open = model.entries.filter(({ stay }) => stay.to > today).length
    if (!this.isSeen || this.stays.length < 2 || open > this.stays.length) return
    if (model.entries.some(({ isReleased }) => isReleased)) return
    this.#isRenumbered = true
    this.stays = this.stays.map(stay => ({
      ...stay,
      uid: `${stay.id}-${++this.#names.count}@abroad.example`,
    }))
  }

  #pick(): Stay | undefined {
    return this.stays.length === 0 ? undefined : this.#chance.pick(this.stays)
  }

  /**
   * Returns whether an importer can tell a stay on these nights from every other one that it knows.
   */
  #isClear(model: CalendarModel, nights: Nights, { id, code }: Pick<Stay, 'id' | 'code'>): boolean {
    const isOther = (stay: Stay) => stay.id !== id && (code === null || stay.code === null)
    const present = new Set(this.stays.map(stay => stay.id))
    const isNear = ({ stay, absentSince, isFormer, isOrphan }: Entry) => {
      if (!isOther(stay) && !(isFormer && code === null)) return false
      const isAway = absentSince !== null || isOrphan || !present.has(stay.id)
      return (
        equal(stay, nights) ||
        (isAway && this.naming === 'POSITIONAL') ||
        (isAway && this.naming === 'FRESH' && meet(stay, nights)) ||
        (stay.to === nights.to && meet(stay, nights))
      )
    }
    if (model.entries.some(isNear)) return false
    const isLike = (stay: Stay) => {
      return equal(stay, nights) || (stay.to === nights.to && meet(stay, nights))
    }
    return !this.stays.some(stay => isOther(stay) && isLike(stay))
  }

  /** An answer, and what a reader of it has to understand. */
  answer(today: number): { text: string; said: Said } {
    this.#number()
    const { oddity, id } = this.#oddity()
    const odd: Oddness = { hasBadExdate: oddity === 'BAD_EXDATE', hasMarkers: oddity === 'MARKERS' }
    let stays = this.stays
    const some = stays.find(one => one.id === id)
    if (oddity === 'EMPTY') stays = []
    if (oddity === 'MISSING') stays = stays.filter(one => one !== some)
    if (oddity === 'MASS_LOSS') stays = stays.slice(0, 1)
    if (oddity === 'SHUFFLED') stays = stays.toReversed()
    if (oddity === 'REPEATED' && some) odd.repeated = [some.id]
    // A cancelled stay is named by its UID alone.
    const isNamed = this.naming === 'HONEST' && !this.#isRenumbered
    const isToCome = some !== undefined && some.from > today
    if (oddity === 'CANCELLED' && isToCome && isNamed) odd.cancelled = [some.id]
    if (oddity === 'UNREAD' && some) odd.unread = [some.id]
    const gone = [...(odd.cancelled ?? []), ...(odd.unread ?? [])]
    const said = {
      stays: stays.filter(({ id }) => !gone.includes(id)),
      cancelled: odd.cancelled ?? [],
      unread: odd.unread ?? [],
    }
    const how = { writing: this.#writing, timeZone: this.timeZone }
    this.isSeen = said.stays.length === this.stays.length
    if (this.isSeen) {
      this.#isRenumbered = false
      this.#isChanged = false
    }
    return { text: calendarText(stays, how, odd), said }
  }

  /** True when responses are correct from now on, once a lasting oddity is over. */
  isCalm = false

  /** Ends all oddities; a guest in the house may leave, and some answers may be odd before. */
  calm(today: number): void {
    this.isCalm = true
    if (this.#isTold && this.#chance.is(0.4)) {
      this.stays = this.stays.filter(({ from, to }) => from > today || to <= today)
      this.isSeen = false
    } else if (this.#chance.is(0.4)) this.#begin(this.#chance.pick(lasting), 3)
  }

  #oddity(): { oddity: Oddity | null; id?: string | undefined } {
    // Changes since the last answer could not be told from oddities.
    if (this.#isChanged && !this.#isKnown) return { oddity: null }
    if (this.#again && this.#again.left-- > 0) return this.#again
    this.#again = null
    if (this.isCalm || !this.#chance.is(0.35)) return { oddity: null }
    const oddity = this.#chance.pick(oddities)
    const isLasting = lasting.includes(oddity)
    this.#begin(oddity, 1 + this.#chance.pick(isLasting ? [1, 2, 3] : [0, 0, 0, 1, 3]))
    return this.#oddity()
  }

  #begin(oddity: Oddity, left: number): void {
    this.#again = { oddity, left, id: this.#pick()?.id }
  }

  #number(): void {
    if (this.naming === 'HONEST') return
    this.stays = this.stays.map((stay, i) => {
      return {
        ...stay,
        uid: this.naming === 'FRESH' ? `f${++this.#names.count}@abroad.example` : String(i),
      }
    })
  }
}
