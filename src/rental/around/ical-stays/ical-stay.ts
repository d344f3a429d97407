/**
 * Finds where a reported stay fits, which blocks take its nights where it does not, and
 * which of them only repeat what this server exported. Pure.
 */
import { type IcalEvent, mayEcho, meet, type Nights } from '../ical-events/ical-event.ts'

/** Nights of a unit that a lead holds. */
export interface HeldNights extends Nights {
  unitUid: string
  leadUid: string
  /** The event whose nights a block takes; null: the lead is none of these blocks. */
  eventUid: string | null
  /** It takes nights of a closure, and yields to a stay that a calendar reports. */
  yields: boolean
}

/** A property in which an event claims nights. */
export interface ClaimedPlace {
  propertyUid: string
  isUnitType: boolean
  isMaster: boolean
  /** The units, and the property of each: a master's belong to its subs. */
  units: { uid: string; propertyUid: string; isActive: boolean }[]
}

/** Nights of a place that a block takes; the unit is that of a unit type. */
export interface Piece extends Nights {
  propertyUid: string
  unitUid: string | null
}

/**
 * Works out the blocks that take nights of an event, where nothing else holds them.
 *
 * @param nights those to take, in order
 * @param held what others hold, and the event's own lead
 */
export function piecesOf(place: ClaimedPlace, nights: number[], held: HeldNights[]): Piece[] {
  const isHeld = (unitUid: string, night: number) =>
    held.some(one => one.unitUid === unitUid && one.from <= night && night < one.to)
  if (place.isUnitType) return piecesOfUnitType(place, nights, held)
  const freeUnits = (night: number) => place.units.filter(({ uid }) => !isHeld(uid, night))
  const pieces: Piece[] = []
  for (const night of nights) {
    const free = freeUnits(night)
    if (free.length === 0) continue
    const isWhole = free.length === place.units.length
    const uids = isWhole ? [place.propertyUid] : free.map(unit => unit.propertyUid)
    for (const propertyUid of uids) extend(pieces, { propertyUid, unitUid: null }, night)
  }
  return pieces
}

/** One unit a night is taken, in the fewest pieces: always the one that is free for longest. */
function piecesOfUnitType(
  { propertyUid, units }: ClaimedPlace,
  nights: number[],
  held: HeldNights[],
): Piece[] {
  const wanted = new Set(nights)
  const isFree = (unitUid: string, night: number) =>
    !held.some(one => one.unitUid === unitUid && one.from <= night && night < one.to)
  const pieces: Piece[] = []
  for (let i = 0; i < nights.length; ) {
    const night = nights[i]!
    const runs = units
      .filter(unit => unit.isActive)
      .map(({ uid }) => {
        let to = night
        while (wanted.has(to) && isFree(uid, to)) to++
        return { uid, to }
      })
    const best = runs.reduce<(typeof runs)[number] | null>(
      (longest, run) => (longest && longest.to >= run.to ? longest : run),
      null,
    )
    if (best && best.to > night) {
      pieces.push({ propertyUid, unitUid: best.uid, from: night, to: best.to })
      i += best.to - night
    } else i++
  }
  return pieces
}

function extend(pieces: Piece[], place: Omit<Piece, 'from' | 'to'>, night: number): void {
  const last = pieces.findLast(
    piece => piece.propertyUid === place.propertyUid && piece.to === night,
  )
  if (last) last.to++
  else pieces.push({ ...place, from: night, to: night + 1 })
}

/** A stay that takes nights, and what it holds already. */
export interface Placing {
  eventUid: string
  leadUid: string | null
  /** The unit that it keeps if it can. */
  unitUid: string | null
}

/** A unit in which a stay fits. */
export interface Fit {
  /** The unit of a unit type that has to be taken; null: one is chosen. */
  unitUid: string | null
  /** The blocks of closures, and of the event itself, that make room. */
  released: string[]
}

/** Finds where a stay fits; null: nowhere. */
export function fitOf(
  place: ClaimedPlace,
  nights: Nights,
  held: HeldNights[],
  placing: Placing,
): Fit | null {
  const near = held.filter(one => meet(one, nights) && one.leadUid !== placing.leadUid)
  const isHard = (one: HeldNights) => !one.yields && one.eventUid !== placing.eventUid
  const hardAt = (unitUid: string) => near.some(one => one.unitUid === unitUid && isHard(one))
  const leadsAt = (unitUid: string) =>
    near.filter(one => one.unitUid === unitUid).map(({ leadUid }) => leadUid)
  if (!place.isUnitType) {
    if (place.units.length === 0 || place.units.some(({ uid }) => hardAt(uid))) return null
    const released = place.units.flatMap(({ uid }) => leadsAt(uid))
    return { unitUid: null, released: [...new Set(released)] }
  }
  const isUsable = ({ uid, isActive }: ClaimedPlace['units'][number]) =>
    (isActive || uid === placing.unitUid) && !hardAt(uid)
  const fitting = place.units.filter(isUsable).map(({ uid }) => uid)
  const own = near.filter(one => one.eventUid === placing.eventUid).map(({ leadUid }) => leadUid)
  const kept = fitting.find(uid => uid === placing.unitUid)
  if (kept !== undefined) {
    return { unitUid: kept, released: [...new Set([...own, ...leadsAt(kept)])] }
  }
  const isEmpty = (uid: string) => leadsAt(uid).every(leadUid => own.includes(leadUid))
  if (fitting.some(isEmpty)) return { unitUid: null, released: [...new Set(own)] }
  const [first] = fitting
  if (first === undefined) return null
  return { unitUid: first, released: [...new Set([...own, ...leadsAt(first)])] }
}

/** The longest run of nights on which a stay fits where its lead is, the first of equals. */
export function longestRun(
  place: ClaimedPlace,
  { from, to }: Nights,
  held: HeldNights[],
  placing: Placing,
): Nights | null {
  const units = place.isUnitType
    ? place.units.filter(({ uid }) => uid === placing.unitUid)
    : place.units
  const here = { ...place, units }
  let best: Nights | null = null
  let start = from
  for (let night = from; night <= to; night++) {
    const isFree = night < to && fitOf(here, { from: night, to: night + 1 }, held, placing) !== null
    if (isFree) continue
    if (night > start && (best === null || night - start > best.to - best.from)) {
      best = { from: start, to: night }
    }
    start = night + 1
  }
  return best
}

/** Nights that a feed of this server exported. */
export interface ExportedNights extends Nights {
  /** The calendar that may repeat them. */
  icalUid: string
  exportedAt: Date
  /** Since when the stay holds them no longer. */
  endedAt: Date | null
}

/** Time that another system may take to notice freed nights. */
export const echoMs = 48 * 3_600_000

/** The nights of an event that repeat exported ones. */
export interface Echo {
  /** The stay holds the night, or was freed within 48 hours: the event does not claim it. */
  isActive(night: number): boolean
  /** The stay was freed longer ago, and the event has gone on repeating it. */
  remains(night: number): boolean
}

/** Tells which nights of an event repeat exported ones. */
export function echoOf(event: IcalEvent, exported: ExportedNights[], now: Date): Echo {
  const rows = mayEcho(event) ? exported.filter(row => row.icalUid === event.ical_uid) : []
  const has = (night: number) => (row: ExportedNights) => row.from <= night && night < row.to
  const isActive = (night: number) => rows.filter(isNew(now)).some(has(night))
  const ended = rows.filter(({ endedAt }) => {
    if (endedAt === null) return false
    return event.state === 'ECHO' || event.first_seen_at.getTime() < endedAt.getTime() + echoMs
  })
  return { isActive, remains: night => !isActive(night) && ended.some(has(night)) }
}

/**
 * Returns whether all nights of an event that may have a guest were exported before the last
 * answer.
 */
export function repeatsAll(
  { from, to }: Nights,
  exported: ExportedNights[],
  { answeredAt, now }: { answeredAt: Date | null; now: Date },
): boolean {
  if (answeredAt === null) return false
  const before = exported.filter(isNew(now)).filter(row => row.exportedAt < answeredAt)
  for (let night = from; night < to; night++) {
    if (!before.some(row => row.from <= night && night < row.to)) return false
  }
  return true
}

function isNew(now: Date) {
  return ({ endedAt }: ExportedNights) =>
    endedAt === null || now.getTime() - endedAt.getTime() < echoMs
}
