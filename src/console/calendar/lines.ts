/** The lines of the calendar: properties as the server orders them, and units. */
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

export interface Line {
  /** Tells it from all others. */
  id: string
  house: House
  /** Null: the line of the property itself. */
  unit: House['units'][number] | null
  /** A part of the line above. */
  isPart: boolean
  /** Null: has no units to be shown. */
  isOpen: boolean | null
  /** Which of the properties it is of, from 0. */
  place: number
}

/** The lines of properties, with the units of those that are open. */
export function linesOf(houses: readonly House[], open: ReadonlySet<string>): Line[] {
  return houses.flatMap((house, place) => {
    const { propertyUid: uid, units } = house
    const isOpen = units.length > 0 ? open.has(uid) : null
    const isPart = house.parentUid !== null
    const line: Line = { id: uid, house, unit: null, isPart, isOpen, place }
    if (!isOpen) return [line]
    const parts = units.map((unit): Line => {
      return { id: unit.unitUid, house, unit, isPart: true, isOpen: null, place }
    })
    return [line, ...parts]
  })
}
