/** Kinds of business, and the values that each suggests for a new property. */

export const businessKinds = ['rentals', 'apartments', 'hotel', 'manager'] as const

export type BusinessKind = (typeof businessKinds)[number]

interface Defaults {
  propertyType: string
  checkIn: number
  checkOut: number
  minimumStay: number
  strategy: 'INSTANT_BOOKING' | 'BOOKING_REQUEST'
  /** Share of the price that is due at booking. */
  deposit: number
}

const rentals: Defaults = {
  propertyType: 'HOUSE',
  checkIn: 16,
  checkOut: 10,
  minimumStay: 3,
  strategy: 'BOOKING_REQUEST',
  deposit: 0.3,
}

const defaults: Record<BusinessKind, Defaults> = {
  rentals,
  apartments: {
    propertyType: 'APARTMENT',
    checkIn: 15,
    checkOut: 11,
    minimumStay: 2,
    strategy: 'INSTANT_BOOKING',
    deposit: 0.3,
  },
  hotel: {
    propertyType: 'HOTEL',
    checkIn: 14,
    checkOut: 11,
    minimumStay: 1,
    strategy: 'INSTANT_BOOKING',
    deposit: 0,
  },
  manager: rentals,
}

export function readKind(text: string | null): BusinessKind {
  return businessKinds.find(kind => kind === text) ?? 'rentals'
}

export function propertyTypeOf(kind: BusinessKind): string {
  return defaults[kind].propertyType
}

/** Returns the members of a new property that the form does not show. It is not yet for sale. */
export function newPropertyDefaults(kind: BusinessKind) {
  const { checkIn, checkOut, minimumStay, strategy, deposit } = defaults[kind]
  return {
    isActive: false,
    availability: {
      checkInTimeStart: checkIn,
      checkOutTime: checkOut,
      minimumStay,
      hostfullyBookingStrategy: strategy,
    },
    pricing: { percentageUponReservation: deposit },
  }
}
