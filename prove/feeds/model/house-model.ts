/** A house as the rules of feeds see it: what claims its nights, and what is sold here. */
import type { CalendarModel, Entry } from './calendar-model.ts'
import { has, meet, type Nights, type Stay } from './stays.ts'

/** The kind of a house: a property, a unit type of several units, or a master with two subs. */
export type HouseKind = 'HOUSE' | 'TYPE' | 'FAMILY'

/** A part of a house of which each guest takes one unit. */
interface Pool {
  units: number
}

/** A property of a house, and the parts that a guest of it takes. */
export interface Place {
  uid: string
  /** Indexes into the pools. */
  pools: number[]
}

/** A lead that was made here. */
export interface OwnLead extends Nights {
  uid: string
  place: Place
  isBlock: boolean
}

/** A calendar that is imported into a place. */
export interface ImportedCalendar {
  place: Place
  model: CalendarModel
}

export interface HouseModel {
  kind: HouseKind
  pools: Pool[]
  places: Place[]
  calendars: ImportedCalendar[]
  own: Map<string, OwnLead>
  /** Additional claims of linked systems on a night. */
  linked?(night: number): Bounds
}

/** Bounds of the units of a pool that are taken in a night. */
export interface Bounds {
  least: number
  most: number
}

/** Returns how many units of a pool are taken in a night, if the rules are kept. */
export function boundsOf(house: HouseModel, pool: number, night: number): Bounds {
  const isIn = ({ place }: { place: Place }) => place.pools.includes(pool)
  const { units } = house.pools[pool]!
  const own = [...house.own.values()].filter(lead => isIn(lead) && has(lead, night)).length
  let [claimed, held] = [0, 0]
  for (const { model } of house.calendars.filter(isIn)) {
    claimed += model.claiming.filter(({ stay }) => has(stay, night)).length
    held += model.held.filter(nights => has(nights, night)).length
  }
  const linked = house.linked?.(night) ?? { least: 0, most: 0 }
  return {
    least: Math.min(units, own + claimed + linked.least),
    most: Math.min(units, own + held + linked.most),
  }
}

/**
 * Returns whether nights of a place are claimed or sold to the last unit, at some night of them.
 */
export function isFull(house: HouseModel, place: Place, { from, to }: Nights): boolean {
  const nights = Array.from({ length: to - from }, (_, i) => from + i)
  return nights.some(night =>
    place.pools.some(pool => boundsOf(house, pool, night).least >= house.pools[pool]!.units),
  )
}

/** Returns whether others hold or held each night of a stay. */
export function isStuck(house: HouseModel, place: Place, stay: Stay): boolean {
  const isNear = (other: Place) => other.pools.some(pool => place.pools.includes(pool))
  const others = [
    ...[...house.own.values()].filter(lead => isNear(lead.place)),
    ...house.calendars
      .filter(calendar => isNear(calendar.place))
      .flatMap(({ model }) => model.entries)
      .filter(entry => entry.stay.id !== stay.id)
      .flatMap(entry => [entry.stay, ...entry.extra]),
  ]
  const nights = Array.from({ length: stay.to - stay.from }, (_, i) => stay.from + i)
  return nights.every(night => others.some(other => has(other, night)))
}

/** Stays that nothing stands in the way of: each of them is one booking with just its nights. */
export function undisturbed(house: HouseModel, today: number): Stay[] {
  const entries = house.calendars.flatMap(({ model }) => model.entries)
  const isAlone = (entry: Entry) => {
    const { stay, extra, isCancelledHere, isReleased, absentSince, isFormer, isOrphan } = entry
    const others = entries.filter(one => one !== entry).flatMap(one => [one.stay, ...one.extra])
    const isMet = [...others, ...house.own.values()].some(other => meet(other, stay))
    const isDecidedHere = isCancelledHere || isReleased
    const isTold = absentSince === null && !isFormer && !isOrphan && !isDecidedHere
    return isTold && !isMet && extra.length === 0
  }
  const toCome = entries.filter(({ stay }) => stay.kind === 'GUEST' && stay.from > today)
  return toCome.filter(isAlone).map(({ stay }) => stay)
}
