/** Lines of the calendar: hotels, properties in the server's order, and units. */
import type { CalendarProperty } from '../shared/property.ts'

/** Property with its index in the list of all visible properties. */
export interface IndexedProperty {
  property: CalendarProperty
  propertyIndex: number
}

export interface Line extends IndexedProperty {
  kind: 'hotel' | 'house' | 'unit'
  /** Uid of the hotel, property or unit. */
  id: string
  name: string
  /** Null for a line of a hotel or property. */
  unit: CalendarProperty['units'][number] | null
  /** Name of the hotel or main property above this line; null if there is none. */
  parentName: string | null
  /** Null if the line cannot be expanded. */
  isOpen: boolean | null
  /** Unit types of a hotel, whose free units its line sums up; empty for other lines. */
  types: readonly IndexedProperty[]
}

/** Names by uid. */
export type Hotels = ReadonlyMap<string, string>

/**
 * Lists the lines of properties; those of a hotel follow the line of the hotel.
 *
 * @param toggledIds uids of expanded unit types and of collapsed hotels
 */
export function listLines(
  properties: readonly CalendarProperty[],
  hotels: Hotels,
  toggledIds: ReadonlySet<string>,
): Line[] {
  const propertyNames = new Map(properties.map(({ propertyUid, name }) => [propertyUid, name]))
  const lines: Line[] = []
  // The properties of a hotel are adjacent in the server's order.
  let hotel: Line | null = null
  for (const [propertyIndex, property] of properties.entries()) {
    if (property.hotelUid !== hotel?.id) {
      hotel = hotelLine({ property, propertyIndex }, properties, hotels, toggledIds)
      if (hotel) lines.push(hotel)
    }
    const parentName = hotel?.name ?? propertyNames.get(property.parentUid ?? '') ?? null
    if (hotel?.isOpen !== false)
      lines.push(...listPropertyLines({ property, propertyIndex }, parentName, toggledIds))
  }
  return lines
}

function hotelLine(
  { property, propertyIndex }: IndexedProperty,
  properties: readonly CalendarProperty[],
  hotels: Hotels,
  toggledIds: ReadonlySet<string>,
): Line | null {
  const { hotelUid: id } = property
  const name = id && hotels.get(id)
  // Names are loaded later than the properties, and an unnamed hotel has no line.
  if (!id || !name) return null
  const types: IndexedProperty[] = []
  for (let i = propertyIndex; properties[i]?.hotelUid === id; i++) {
    types.push({ property: properties[i]!, propertyIndex: i })
  }
  // Hotels are expanded at first, unit types collapsed.
  const isOpen = !toggledIds.has(id)
  return {
    kind: 'hotel',
    id,
    name,
    property,
    propertyIndex,
    unit: null,
    parentName: null,
    isOpen,
    types,
  }
}

export function propertyLine(
  { property, propertyIndex }: IndexedProperty,
  parentName: string | null = null,
  isOpen: boolean | null = null,
): Line {
  const { propertyUid: id, name } = property
  return {
    kind: 'house',
    id,
    name,
    property,
    propertyIndex,
    unit: null,
    parentName,
    isOpen,
    types: [],
  }
}

/** Returns the line of a property by its uid. */
export function findPropertyLine(properties: readonly CalendarProperty[], uid: string): Line {
  const propertyIndex = properties.findIndex(({ propertyUid }) => propertyUid === uid)
  return propertyLine({ property: properties[propertyIndex]!, propertyIndex })
}

export function unitLine(
  { property, propertyIndex }: IndexedProperty,
  unit: CalendarProperty['units'][number],
): Line {
  const { unitUid: id, name } = unit
  const parentName = property.name
  return {
    kind: 'unit',
    id,
    name,
    property,
    propertyIndex,
    unit,
    parentName,
    isOpen: null,
    types: [],
  }
}

function listPropertyLines(
  { property, propertyIndex }: IndexedProperty,
  parentName: string | null,
  toggledIds: ReadonlySet<string>,
): Line[] {
  const { propertyUid, units } = property
  const isOpen = units.length > 0 ? toggledIds.has(propertyUid) : null
  const line = propertyLine({ property, propertyIndex }, parentName, isOpen)
  return isOpen ? [line, ...units.map(unit => unitLine(line, unit))] : [line]
}
