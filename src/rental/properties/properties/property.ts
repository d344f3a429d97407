/** Property: contract/properties.md §1, §2. */
import type { Selectable } from 'kysely'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import type { PropertiesTable } from '../../tables.ts'

/** Row of a property: exact decimals as text, local hours, rates as fractions. */
export type PropertyRow = Selectable<PropertiesTable>

/** Property with fields derived from other tables. */
export interface Property extends PropertyRow {
  business_type: (typeof businessTypes)[number]
  /** Number of beds in the rooms; null if the rooms have none. */
  beds_of_rooms: number | null
  /** 1 unless it is a unit type. */
  number_of_units: number
  number_of_active_units: number
}

export const businessTypes = ['STANDALONE_PROPERTY', 'MULTI_UNIT', 'SUB_UNIT'] as const

/** Property types, in the order of the contract: v2 knows the first 29 and OTHER. */
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
 * Validates fields that depend on each other.
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

/** Returns errors unless both coordinates are given or neither. */
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

/** Normalizes the end of check-in of a property to which `changes` were applied. */
export function normalizeCheckIn(
  property: PropertyRow,
  changes: Partial<PropertyRow>,
): PropertyRow {
  // A given end of check-in disables the flexible end; with a flexible end there is no hour.
  const isFixed =
    changes.check_in_time_end != null && changes.check_in_time_end_flexible === undefined
  const isFlexible = isFixed ? false : property.check_in_time_end_flexible
  return {
    ...property,
    check_in_time_end_flexible: isFlexible,
    check_in_time_end: isFlexible ? null : property.check_in_time_end,
  }
}
