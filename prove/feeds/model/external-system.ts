/** An external system: its stays, its changes and its responses. Pure except for random choices. */
import type { Chance } from '../../../demo/chance.ts'
import type { CalendarModel, Entry } from './calendar-model.ts'
import { calendarText, type DateFormat, dateFormats, type FeedAnomalies } from './feed-text.ts'
import { equal, type FeedContent, type Kind, type Nights, overlap, type Stay } from './stays.ts'

/**
 * UIDs of events. HONEST: stable ones. POSITIONAL: the index in the feed.
 * FRESH: new ones in each response.
 */
const namings = ['HONEST', 'HONEST', 'POSITIONAL', 'FRESH'] as const

/** Anomalies of a response that is still a calendar. */
const possibleAnomalies = [
  ...(['EMPTY', 'MISSING', 'MISSING', 'MASS_LOSS', 'MASS_LOSS', 'CANCELLED'] as const),
  ...(['UNREAD', 'REPEATED', 'BAD_EXDATE', 'MARKERS', 'SHUFFLED'] as const),
]
type Anomaly = (typeof possibleAnomalies)[number]

/** Anomalies that have an effect only if several responses have them. */
const lastingAnomalies: Anomaly[] = ['MASS_LOSS', 'MASS_LOSS', 'EMPTY', 'UNREAD', 'UNREAD']

/** Failures: responses that are not a calendar. */
export const failures = ['ERROR', 'NOTHING', 'PAGE', 'CUT_OFF', 'RESET', 'WRONG_LENGTH'] as const
export type Failure = (typeof failures)[number]

/** Counter of the names of a history. */
export interface Names {
  count: number
}

export class ExternalSystem {
  readonly path: string
  readonly naming: (typeof namings)[number]
  readonly source: 'OTHER' | 'BOOKINGDOTCOM'
  readonly hasTags: boolean
  readonly timeZone: string
  stays: Stay[] = []
  /** True if the last response was complete. */
  isFullyReported = true
  readonly #dateFormat: DateFormat
  readonly #hasCodes: boolean
  readonly #chance: Chance
  readonly #names: Names
  #isRenumbered = false
  #isChanged = false
  /** Anomaly of the next responses, and the stay that it concerns. */
  #pending: { anomaly: Anomaly; left: number; id: string | undefined } | null = null

  /** True if every event has a guest. */
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
    this.#dateFormat = chance.pick(dateFormats)
    this.#hasCodes = chance.is(0.4)
  }

  addInitialStays(model: CalendarModel, today: number): void {
    for (let i = this.#chance.integer(1, 7); i > 0; i--) this.#add(model, today)
  }

  /** Changes something, unless an importer could not detect the change. */
  change(model: CalendarModel, today: number): void {
    if (!this.#isChangeDetectable) return
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
    this.isFullyReported = false
    this.#isChanged = true
  }

  /** Returns whether an importer could distinguish a change from earlier unreported ones. */
  get #isChangeDetectable(): boolean {
    return this.isFullyReported || this.#isRecognizable
  }

  /** Returns whether events are recognised by code or UID. */
  get #isRecognizable(): boolean {
    return this.#hasCodes || (this.naming === 'HONEST' && !this.#isRenumbered)
  }

  #add(model: CalendarModel, today: number): void {
    const from = today + (this.#chance.is(0.2) ? -1 : this.#chance.integer(0, 20))
    const nights = { from, to: from + this.#chance.integer(1, 6) }
    if (nights.to <= today) return
    const picked =
      this.source === 'BOOKINGDOTCOM'
        ? this.#chance.pick(['GUEST', 'MAYBE'] as const)
        : this.#chance.pick(['GUEST', 'GUEST', 'CLOSURE'] as const)
    // Closures have no codes, which distinguish stays if UIDs do not.
    const isGuest = this.#hasGuestsOnly || (this.#hasCodes && this.naming !== 'HONEST')
    const kind = isGuest ? 'GUEST' : picked
    const stay = this.#createStay(kind, nights)
    if (this.#isUnambiguous(model, nights, stay)) this.stays.push(stay)
  }

  #createStay(kind: Kind, nights: Nights): Stay {
    const number = ++this.#names.count
    const id = `g${number}`
    const code = this.#hasCodes && kind === 'GUEST' ? `K${String(number).padStart(7, '0')}` : null
    return { ...nights, id, kind, uid: `${id}@abroad.example`, code, suffix: '' }
  }

  #move(model: CalendarModel, today: number): void {
    const stay = this.#pick()
    if (!stay || stay.to <= today) return
    const days = this.#chance.pick([-4, -2, -1, 1, 2, 4, 9])
    const isInProgress = stay.from <= today
    const moved = {
      from: stay.from + (isInProgress || this.#chance.is(0.5) ? 0 : days),
      to: stay.to + days,
    }
    if (!isInProgress && moved.from <= today) return
    if (moved.to <= Math.max(moved.from, today) || equal(moved, stay)) return
    if (!this.#isUnambiguous(model, moved, stay)) return
    const isUnrecognizable = this.naming === 'FRESH' && stay.code === null
    if (isUnrecognizable && (isInProgress || overlap(moved, stay))) return
    const next = isUnrecognizable ? this.#createStay(stay.kind, moved) : { ...stay, ...moved }
    this.stays = this.stays.map(other => (other === stay ? next : other))
  }

  /** Removes a stay, with preference for one in progress. */
  #remove(today: number): void {
    const begun = this.stays.find(({ from, to }) => from <= today && to > today)
    const stay = begun && this.#chance.is(0.5) ? begun : this.#pick()
    this.stays = this.stays.filter(other => other !== stay)
  }

  /** Exchanges the nights of two guests, which only codes reveal. */
  #swap(today: number): void {
    const [first, second] = this.stays.filter(({ code, from }) => code !== null && from > today)
    if (!first || !second) return
    const [a, b] = [
      { ...first, from: second.from, to: second.to },
      { ...second, from: first.from, to: first.to },
    ]
    this.stays = this.stays.map(stay => (stay === first ? a : stay === second ? b : stay))
  }

  #rename(): void {
    const stay = this.#pick()
    this.stays = this.stays.map(other =>
      other === stay ? { ...other, suffix: `${other.suffix} x` } : other,
    )
  }

  /** Gives all events other UIDs, if they can be distinguished from other guests. */
  #renumber(model: CalendarModel, today: number): void {
    const open = model.entries.filter(({ stay }) => stay.to > today).length
    if (!this.isFullyReported || this.stays.length < 2 || open > this.stays.length) return
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
   * Returns whether an importer can distinguish a stay on these nights from all others that it
   * knows.
   */
  #isUnambiguous(
    model: CalendarModel,
    nights: Nights,
    { id, code }: Pick<Stay, 'id' | 'code'>,
  ): boolean {
    const isOther = (stay: Stay) => stay.id !== id && (code === null || stay.code === null)
    const present = new Set(this.stays.map(stay => stay.id))
    const isNear = ({ stay, absentSince, isFormer, isOrphan }: Entry) => {
      if (!isOther(stay) && !(isFormer && code === null)) return false
      const isAbsent = absentSince !== null || isOrphan || !present.has(stay.id)
      return (
        equal(stay, nights) ||
        (isAbsent && this.naming === 'POSITIONAL') ||
        (isAbsent && this.naming === 'FRESH' && overlap(stay, nights)) ||
        (stay.to === nights.to && overlap(stay, nights))
      )
    }
    if (model.entries.some(isNear)) return false
    const isSimilar = (stay: Stay) => {
      return equal(stay, nights) || (stay.to === nights.to && overlap(stay, nights))
    }
    return !this.stays.some(stay => isOther(stay) && isSimilar(stay))
  }

  /** Returns a response, and the content that a reader has to find in it. */
  respond(today: number): { text: string; content: FeedContent } {
    this.#number()
    const { anomaly, id } = this.#anomaly()
    const anomalies: FeedAnomalies = {
      hasBadExdate: anomaly === 'BAD_EXDATE',
      hasMarkers: anomaly === 'MARKERS',
    }
    let stays = this.stays
    const concerned = stays.find(other => other.id === id)
    if (anomaly === 'EMPTY') stays = []
    if (anomaly === 'MISSING') stays = stays.filter(other => other !== concerned)
    if (anomaly === 'MASS_LOSS') stays = stays.slice(0, 1)
    if (anomaly === 'SHUFFLED') stays = stays.toReversed()
    if (anomaly === 'REPEATED' && concerned) anomalies.repeated = [concerned.id]
    // A cancelled stay is identified by its UID alone.
    const isNamed = this.naming === 'HONEST' && !this.#isRenumbered
    const isUpcoming = concerned !== undefined && concerned.from > today
    if (anomaly === 'CANCELLED' && isUpcoming && isNamed) anomalies.cancelled = [concerned.id]
    if (anomaly === 'UNREAD' && concerned) anomalies.unread = [concerned.id]
    const omittedIds = [...(anomalies.cancelled ?? []), ...(anomalies.unread ?? [])]
    const content = {
      stays: stays.filter(({ id }) => !omittedIds.includes(id)),
      cancelled: anomalies.cancelled ?? [],
      unread: anomalies.unread ?? [],
    }
    const format = { dateFormat: this.#dateFormat, timeZone: this.timeZone }
    this.isFullyReported = content.stays.length === this.stays.length
    if (this.isFullyReported) {
      this.#isRenumbered = false
      this.#isChanged = false
    }
    return { text: calendarText(stays, format, anomalies), content }
  }

  /** True if no further anomaly begins. */
  isHealthy = false

  /** Ends all anomalies after a last one; a guest of a stay in progress may leave before. */
  endAnomalies(today: number): void {
    this.isHealthy = true
    if (this.#isChangeDetectable && this.#chance.is(0.4)) {
      this.stays = this.stays.filter(({ from, to }) => from > today || to <= today)
      this.isFullyReported = false
    } else if (this.#chance.is(0.4)) this.#begin(this.#chance.pick(lastingAnomalies), 3)
  }

  #anomaly(): { anomaly: Anomaly | null; id?: string | undefined } {
    // Changes since the last response could not be distinguished from anomalies.
    if (this.#isChanged && !this.#isRecognizable) return { anomaly: null }
    if (this.#pending && this.#pending.left-- > 0) return this.#pending
    this.#pending = null
    if (this.isHealthy || !this.#chance.is(0.35)) return { anomaly: null }
    const anomaly = this.#chance.pick(possibleAnomalies)
    const isLasting = lastingAnomalies.includes(anomaly)
    this.#begin(anomaly, 1 + this.#chance.pick(isLasting ? [1, 2, 3] : [0, 0, 0, 1, 3]))
    return this.#anomaly()
  }

  #begin(anomaly: Anomaly, left: number): void {
    this.#pending = { anomaly, left, id: this.#pick()?.id }
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
