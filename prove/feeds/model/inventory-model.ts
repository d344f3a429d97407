/** Model of an inventory by the rules of feeds: claims of its nights, and own leads. */
import type { CalendarModel, Entry } from './calendar-model.ts'
import { includesNight, type Nights, overlap, type Stay } from './stays.ts'

/** Kind of an inventory: a property, a unit type of two units, or a master with two subs. */
export type InventoryKind = 'SINGLE' | 'UNIT_TYPE' | 'MASTER'

/** Units of which each guest occupies one. */
interface Pool {
  units: number
}

/** A property, and the pools of which its guest occupies a unit. */
export interface PropertyModel {
  uid: string
  /** Indexes of pools. */
  pools: number[]
}

/** A lead that was not imported. */
export interface OwnLead extends Nights {
  uid: string
  property: PropertyModel
  isBlock: boolean
}

export interface ImportedCalendar {
  property: PropertyModel
  model: CalendarModel
}

export interface InventoryModel {
  kind: InventoryKind
  pools: Pool[]
  properties: PropertyModel[]
  calendars: ImportedCalendar[]
  own: Map<string, OwnLead>
  /** Additional claims of linked systems on a night. */
  linked?(night: number): Bounds
}

/** Minimum and maximum number of occupied units of a pool in a night. */
export interface Bounds {
  min: number
  max: number
}

/** Returns the number of occupied units of a pool in a night, if the rules hold. */
export function occupancyBounds(inventory: InventoryModel, pool: number, night: number): Bounds {
  const usesPool = ({ property }: { property: PropertyModel }) => property.pools.includes(pool)
  const { units } = inventory.pools[pool]!
  const own = [...inventory.own.values()].filter(
    lead => usesPool(lead) && includesNight(lead, night),
  ).length
  let [claimed, held] = [0, 0]
  for (const { model } of inventory.calendars.filter(usesPool)) {
    claimed += model.claiming.filter(({ stay }) => includesNight(stay, night)).length
    held += model.held.filter(nights => includesNight(nights, night)).length
  }
  const linked = inventory.linked?.(night) ?? { min: 0, max: 0 }
  return {
    min: Math.min(units, own + claimed + linked.min),
    max: Math.min(units, own + held + linked.max),
  }
}

/** Returns whether all units are claimed or sold on one of these nights. */
export function isFull(
  inventory: InventoryModel,
  property: PropertyModel,
  { from, to }: Nights,
): boolean {
  const nights = Array.from({ length: to - from }, (_, i) => from + i)
  return nights.some(night =>
    property.pools.some(
      pool => occupancyBounds(inventory, pool, night).min >= inventory.pools[pool]!.units,
    ),
  )
}

/** Returns whether other stays or own leads hold or held each night of a stay. */
export function isBlockedByOthers(
  inventory: InventoryModel,
  property: PropertyModel,
  stay: Stay,
): boolean {
  const sharesPool = (other: PropertyModel) =>
    other.pools.some(pool => property.pools.includes(pool))
  const ranges = [
    ...[...inventory.own.values()].filter(lead => sharesPool(lead.property)),
    ...inventory.calendars
      .filter(calendar => sharesPool(calendar.property))
      .flatMap(({ model }) => model.entries)
      .filter(entry => entry.stay.id !== stay.id)
      .flatMap(entry => [entry.stay, ...entry.extra]),
  ]
  const nights = Array.from({ length: stay.to - stay.from }, (_, i) => stay.from + i)
  return nights.every(night => ranges.some(other => includesNight(other, night)))
}

/** Lists upcoming stays without a conflict, each of which has to be one booking of its nights. */
export function listConflictFree(inventory: InventoryModel, today: number): Stay[] {
  const entries = inventory.calendars.flatMap(({ model }) => model.entries)
  const isConflictFree = (entry: Entry) => {
    const { stay, extra, isCancelledHere, isReleased, absentSince, isFormer, isOrphan } = entry
    const others = entries
      .filter(other => other !== entry)
      .flatMap(other => [other.stay, ...other.extra])
    const hasConflict = [...others, ...inventory.own.values()].some(other => overlap(other, stay))
    const isChangedHere = isCancelledHere || isReleased
    const isReported = absentSince === null && !isFormer && !isOrphan && !isChangedHere
    return isReported && !hasConflict && extra.length === 0
  }
  const upcoming = entries.filter(({ stay }) => stay.kind === 'GUEST' && stay.from > today)
  return upcoming.filter(isConflictFree).map(({ stay }) => stay)
}
