/** The lines of the calendar: hotels, properties as the server orders them, and units. */
import type { CalendarRow } from './nights.ts'

export type House = Pick<
  CalendarRow,
  | 'propertyUid'
  | 'name'
  | 'city'
  | 'isActive'
  | 'hotelUid'
  | 'parentUid'
  | 'isMaster'
  | 'today'
  | 'currency'
  | 'units'
>

/** A property and which one it is, from 0. */
export interface Placed {
  house: House
  place: number
}

export interface Line extends Placed {
  kind: 'hotel' | 'house' | 'unit'
  /** Tells it from all others. */
  id: string
  name: string
  /** Null: the line of the property itself. */
  unit: House['units'][number] | null
  /** A part of a line above, which has this name. */
  partOf: string | null
  /** Null: has nothing that could be shown or hidden. */
  isOpen: boolean | null
  /** Of a hotel: its unit types, of which the line shows how many units are free. */
  types: readonly Placed[]
}

/** Names by uid. */
export type Hotels = ReadonlyMap<string, string>

/**
 * The lines of properties, those of a hotel under its own.
 *
 * @param turned the unit types that are open, and the hotels that are closed
 */
export function linesOf(
  houses: readonly House[],
  hotels: Hotels,
  turned: ReadonlySet<string>,
): Line[] {
  const nameOf = new Map(houses.map(({ propertyUid, name }) => [propertyUid, name]))
  const lines: Line[] = []
  let hotel: Line | null = null
  for (const [place, house] of houses.entries()) {
    if (house.hotelUid !== hotel?.id) {
      hotel = hotelLine({ house, place }, houses, hotels, turned)
      if (hotel) lines.push(hotel)
    }
    const partOf = hotel?.name ?? nameOf.get(house.parentUid ?? '') ?? null
    if (hotel?.isOpen !== false) lines.push(...houseLines({ house, place }, partOf, turned))
  }
  return lines
}

function hotelLine(
  { house, place }: Placed,
  houses: readonly House[],
  hotels: Hotels,
  turned: ReadonlySet<string>,
): Line | null {
  const { hotelUid: id } = house
  const name = id && hotels.get(id)
  if (!id || !name) return null
  const types: Placed[] = []
  for (let i = place; houses[i]?.hotelUid === id; i++) types.push({ house: houses[i]!, place: i })
  const isOpen = !turned.has(id)
  return { kind: 'hotel', id, name, house, place, unit: null, partOf: null, isOpen, types }
}

/** The line of a property alone. */
export function houseLine(
  { house, place }: Placed,
  partOf: string | null = null,
  isOpen: boolean | null = null,
): Line {
  const { propertyUid: id, name } = house
  return { kind: 'house', id, name, house, place, unit: null, partOf, isOpen, types: [] }
}

/** What a property and one of its units are called; empty where there is none. */
export function placeNames(
  houses: readonly House[],
  place: { propertyUid: string; unitUid: string | null },
): Record<'propertyUid' | 'unitUid', string> {
  const house = houses.find(({ propertyUid }) => propertyUid === place.propertyUid)
  const unit = house?.units.find(({ unitUid }) => unitUid === place.unitUid)
  return { propertyUid: house?.name ?? '', unitUid: unit?.name ?? '' }
}

/** The line of one of many properties. */
export function houseLineOf(houses: readonly House[], uid: string): Line {
  const place = houses.findIndex(({ propertyUid }) => propertyUid === uid)
  return houseLine({ house: houses[place]!, place })
}

export function unitLine({ house, place }: Placed, unit: House['units'][number]): Line {
  const { unitUid: id, name } = unit
  const partOf = house.name
  return { kind: 'unit', id, name, house, place, unit, partOf, isOpen: null, types: [] }
}

function houseLines(
  { house, place }: Placed,
  partOf: string | null,
  turned: ReadonlySet<string>,
): Line[] {
  const { propertyUid, units } = house
  const isOpen = units.length > 0 ? turned.has(propertyUid) : null
  const line = houseLine({ house, place }, partOf, isOpen)
  return isOpen ? [line, ...units.map(unit => unitLine(line, unit))] : [line]
}
