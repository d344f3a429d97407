/**
 * Placement of imported stays: the unit that a stay fits into, the blocks on its nights if there is
 * none, and the nights that only repeat exported ones. Pure.
 */
import {
  containsNight,
  type IcalEvent,
  mayEcho,
  type Nights,
  overlaps,
} from '../ical-events/ical-event.ts'

/** Nights of a unit that a lead occupies. */
export interface HeldNights extends Nights {
  unitUid: string
  leadUid: string
  /** Event whose nights the lead blocks; null if it is not such a block. */
  eventUid: string | null
  /** True for a block of a closure, which releases its nights to an imported stay. */
  yields: boolean
}

/** Property in which an event claims nights. */
export interface ClaimedProperty {
  propertyUid: string
  isUnitType: boolean
  isMaster: boolean
  /** Units with their properties: those of a master belong to its subs. */
  units: { uid: string; propertyUid: string; isActive: boolean }[]
}

/** Nights of a property that a block occupies; the unit is only set for a unit type. */
export interface Piece extends Nights {
  propertyUid: string
  unitUid: string | null
}

/**
 * Computes the blocks on nights of an event that no lead occupies.
 *
 * @param nights nights to block, in ascending order
 * @param held nights of other leads and of the event's own lead
 */
export function planPieces(
  property: ClaimedProperty,
  nights: number[],
  held: HeldNights[],
): Piece[] {
  const isHeld = (unitUid: string, night: number) =>
    held.some(row => row.unitUid === unitUid && containsNight(row, night))
  if (property.isUnitType) return planUnitTypePieces(property, nights, held)
  const freeUnits = (night: number) => property.units.filter(({ uid }) => !isHeld(uid, night))
  const pieces: Piece[] = []
  for (const night of nights) {
    const free = freeUnits(night)
    if (free.length === 0) continue
    const areAllFree = free.length === property.units.length
    // A master that is partly occupied is not blocked itself, only its free sub-properties are.
    const uids = areAllFree ? [property.propertyUid] : free.map(unit => unit.propertyUid)
    for (const propertyUid of uids) extendPieces(pieces, { propertyUid, unitUid: null }, night)
  }
  return pieces
}

/**
 * Blocks one unit per night, in as few pieces as possible: each in the unit that is free the
 * longest.
 */
function planUnitTypePieces(
  { propertyUid, units }: ClaimedProperty,
  nights: number[],
  held: HeldNights[],
): Piece[] {
  const nightSet = new Set(nights)
  const isFree = (unitUid: string, night: number) =>
    !held.some(row => row.unitUid === unitUid && containsNight(row, night))
  const pieces: Piece[] = []
  for (let i = 0; i < nights.length; ) {
    const night = nights[i]!
    const runs = units
      .filter(unit => unit.isActive)
      .map(({ uid }) => {
        let to = night
        while (nightSet.has(to) && isFree(uid, to)) to++
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

function extendPieces(pieces: Piece[], location: Omit<Piece, 'from' | 'to'>, night: number): void {
  const adjacent = pieces.findLast(
    piece => piece.propertyUid === location.propertyUid && piece.to === night,
  )
  if (adjacent) adjacent.to++
  else pieces.push({ ...location, from: night, to: night + 1 })
}

/** Event to find a unit for, with its current lead and unit. */
export interface Candidate {
  eventUid: string
  leadUid: string | null
  /** Preferred unit. */
  unitUid: string | null
}

/** Unit that a stay fits into. */
export interface Fit {
  /** Required unit of a unit type; null: any. */
  unitUid: string | null
  /** Uids of the blocks that make room: those of closures and of the event itself. */
  released: string[]
}

/** Finds a unit for a stay; null if there is none. */
export function findFit(
  property: ClaimedProperty,
  nights: Nights,
  held: HeldNights[],
  candidate: Candidate,
): Fit | null {
  const overlapping = held.filter(row => overlaps(row, nights) && row.leadUid !== candidate.leadUid)
  const keepsNights = (row: HeldNights) => !row.yields && row.eventUid !== candidate.eventUid
  const isUnitOccupied = (unitUid: string) =>
    overlapping.some(row => row.unitUid === unitUid && keepsNights(row))
  const listLeadsIn = (unitUid: string) =>
    overlapping.filter(row => row.unitUid === unitUid).map(({ leadUid }) => leadUid)
  if (!property.isUnitType) {
    if (property.units.length === 0 || property.units.some(({ uid }) => isUnitOccupied(uid)))
      return null
    const released = property.units.flatMap(({ uid }) => listLeadsIn(uid))
    return { unitUid: null, released: [...new Set(released)] }
  }
  const isUsable = ({ uid, isActive }: ClaimedProperty['units'][number]) =>
    (isActive || uid === candidate.unitUid) && !isUnitOccupied(uid)
  const usableUnits = property.units.filter(isUsable).map(({ uid }) => uid)
  // Uids of the blocks on nights of the event, in any unit.
  const ownBlocks = overlapping
    .filter(row => row.eventUid === candidate.eventUid)
    .map(({ leadUid }) => leadUid)
  const preferred = usableUnits.find(uid => uid === candidate.unitUid)
  if (preferred !== undefined) {
    return { unitUid: preferred, released: [...new Set([...ownBlocks, ...listLeadsIn(preferred)])] }
  }
  const isFree = (uid: string) => listLeadsIn(uid).every(leadUid => ownBlocks.includes(leadUid))
  if (usableUnits.some(isFree)) return { unitUid: null, released: [...new Set(ownBlocks)] }
  // All usable units have blocks of closures: those of the first one are released.
  const [firstUnit] = usableUnits
  if (firstUnit === undefined) return null
  return { unitUid: firstUnit, released: [...new Set([...ownBlocks, ...listLeadsIn(firstUnit)])] }
}

/**
 * Returns the longest run of nights that are free for a stay in the unit of its lead, the first if
 * several are equal.
 */
export function longestRun(
  property: ClaimedProperty,
  { from, to }: Nights,
  held: HeldNights[],
  candidate: Candidate,
): Nights | null {
  const units = property.isUnitType
    ? property.units.filter(({ uid }) => uid === candidate.unitUid)
    : property.units
  const searched = { ...property, units }
  let longest: Nights | null = null
  let start = from
  // At `to`, the run that ends with the stay is closed.
  for (let night = from; night <= to; night++) {
    const isFree =
      night < to && findFit(searched, { from: night, to: night + 1 }, held, candidate) !== null
    if (isFree) continue
    if (night > start && (longest === null || night - start > longest.to - longest.from)) {
      longest = { from: start, to: night }
    }
    start = night + 1
  }
  return longest
}

/** Nights that a feed of this server has exported. */
export interface ExportedNights extends Nights {
  /** Calendar that may repeat them. */
  icalUid: string
  exportedAt: Date
  /** Time at which the stay released them. */
  endedAt: Date | null
}

/** Maximum time that another system takes to notice freed nights: 48 hours. */
export const echoMs = 48 * 3_600_000

/** Nights of an event that repeat exported ones. */
export interface Echo {
  /**
   * Returns true if the stay occupies the night or released it within 48 hours: the event does not
   * claim it.
   */
  isActive(night: number): boolean
  /** Returns true if the stay released the night earlier, and the event still repeats it. */
  remains(night: number): boolean
}

/** Determines the nights of an event that repeat exported ones. */
export function detectEcho(event: IcalEvent, exported: ExportedNights[], now: Date): Echo {
  const rows = mayEcho(event) ? exported.filter(row => row.icalUid === event.ical_uid) : []
  const includes = (night: number) => (row: ExportedNights) => containsNight(row, night)
  const isActive = (night: number) => rows.filter(isActiveAt(now)).some(includes(night))
  // An event that appeared long after the stay had ended does not repeat it.
  const ended = rows.filter(({ endedAt }) => {
    if (endedAt === null) return false
    return event.state === 'ECHO' || event.first_seen_at.getTime() < endedAt.getTime() + echoMs
  })
  return { isActive, remains: night => !isActive(night) && ended.some(includes(night)) }
}

/** Returns whether all nights were exported before the last response and not freed long ago. */
export function repeatsAll(
  { from, to }: Nights,
  exported: ExportedNights[],
  { respondedAt, now }: { respondedAt: Date | null; now: Date },
): boolean {
  if (respondedAt === null) return false
  const exportedBefore = exported
    .filter(isActiveAt(now))
    .filter(row => row.exportedAt < respondedAt)
  for (let night = from; night < to; night++) {
    if (!exportedBefore.some(row => containsNight(row, night))) return false
  }
  return true
}

/** Returns a test for nights that are occupied or were released within 48 hours. */
function isActiveAt(now: Date) {
  return ({ endedAt }: ExportedNights) =>
    endedAt === null || now.getTime() - endedAt.getTime() < echoMs
}
