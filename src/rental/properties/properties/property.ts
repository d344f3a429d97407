/** The property: contract/properties.md §1, §2. */
import type { Selectable } from 'kysely'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import type { PropertiesTable } from '../../tables.ts'

/** A row of a property: exact decimals as text, hours local, rates as fractions. */
export type PropertyRow = Selectable<PropertiesTable>

/** A property with what other tables say about it. */
export interface Property extends PropertyRow {
  business_type: (typeof businessTypes)[number]
  /** The beds in its rooms; null when its rooms hold none. */
  beds_of_rooms: number | null
  /** 1 unless it is a unit type. */
  number_of_units: number
  number_of_active_units: number
}

export const businessTypes = ['STANDALONE_PROPERTY', 'MULTI_UNIT', 'SUB_UNIT'] as const

/** In the contract's order: v2 knows the first 29 and OTHER. */
export const propertyTypes = [
  ...['HOUSE', 'COTTAGE', 'CONDO', 'BEDANDBREAKFAST', 'VILLA', 'CHALET', 'CABIN', 'STUDIO'],
  ...['ROOM', 'APARTMENT', 'HOTEL', 'HOSTEL', 'LODGE', 'TOWNHOUSE', 'DUPLEX', 'TRIPLEX'],
  ...['FOURPLEX', 'BUNGALOW', 'FARMHOUSE', 'BOAT', 'HOUSEBOAT', 'RESORT', 'PENTHOUSE'],
  ...['CHATEAU', 'GUESTHOUSE', 'HOMESTAY', 'CAMPGROUND', 'MOTELROOM', 'COUNTRYHOUSE', 'LOFT'],
  ...['DORM', 'TREEHOUSE', 'PLANE', 'IGLOO', 'RV', 'LIGHTHOUSE', 'YURT', 'TIPI', 'CAVE'],
  ...['ISLAND', 'EARTHHOUSE', 'HUT', 'TRAIN', 'TENT', 'SERVICED_APARTMENT', 'TINY_HOUSE'],
  ...['BOUTIQUE_HOTEL', 'APARTHOTEL', 'DOME_HOUSE', 'CYCLADIC_HOUSE', 'DAMMUSO'],
  ...['GUEST_SUITE', 'HERITAGE_HOTEL', 'HOLIDAY_PARK', 'KEZHAN', 'MINSU', 'PENSION', 'RANCH'],
  ...['RELIGIOUS_BUILDING', 'RIAD', 'RYOKAN', 'SHEPHERDS_HUT', 'SHIPPING_CONTAINER', 'TOWER'],
  ...['TRULLO', 'BARN', 'WINDMILL', 'CASA_PARTICULAR', 'SAMPLE', 'HOLIDAY_HOME', 'CASTLE'],
  'OTHER',
] as const

export const listingTypes = ['ENTIREHOME', 'PRIVATEROOM', 'SHAREDROOM'] as const

export const areaUnits = ['SQUARE_METERS', 'SQUARE_FEET'] as const

export const bookingStrategies = ['INSTANT_BOOKING', 'BOOKING_REQUEST', 'BOOKING_INQUIRY'] as const

export const weekdays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const

/**
 * What the fields of a property must be to each other.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export function checkProperty(property: PropertyRow): void {
  const errors = coordinateErrors(property)
  if (property.base_guests > property.max_guests) {
    const reason = 'must be less than or equal to availability.maxGuests'
    errors.unshift(invalid('availability.baseGuests', reason))
  }
  if (errors.length > 0) throw fieldErrors(errors)
}

/** A place has both coordinates or none. */
export function coordinateErrors({
  latitude,
  longitude,
}: {
  latitude: string | null
  longitude: string | null
}): FieldError[] {
  if ((latitude === null) === (longitude === null)) return []
  const [missing, given] = latitude === null ? ['latitude', 'longitude'] : ['longitude', 'latitude']
  return [invalid(`address.${missing}`, `must be given together with address.${given}`)]
}

function invalid(field: string, reason: string): FieldError {
  const message = `Invalid parameter '${field}' ${reason}`
  return { field, code: 'INVALID_PARAMETER', message }
}

/** What a property shows itself as after a change that named `given` of its columns. */
export function settled(property: PropertyRow, given: Partial<PropertyRow>): PropertyRow {
  // An end of check-in that is given alone is meant to hold; a flexible end is no hour.
  const isFixed = given.check_in_time_end != null && given.check_in_time_end_flexible === undefined
  const isFlexible = isFixed ? false : property.check_in_time_end_flexible
  return {
    ...property,
    check_in_time_end_flexible: isFlexible,
    check_in_time_end: isFlexible ? null : property.check_in_time_end,
  }
}
