/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const propertyValues = {
  OwnerPermissionType: {
    VIEW_BOOKINGS: 'Can view bookings.',
    VIEW_GUEST_DETAILS: 'Can view guest details.',
    VIEW_FINANCIALS: 'Can view amounts.',
    BLOCK_DATES: 'Can block dates.',
    RECEIVE_NOTIFICATIONS: 'Receives notifications by email.',
  },
  PropertySort: {
    name: 'Name, case-insensitive.',
    updated: 'Last changed first.',
  },
  BookingStrategy: {
    INSTANT_BOOKING: 'Booking that the agency need not accept.',
    BOOKING_REQUEST: 'Booking request that the agency accepts or declines.',
    BOOKING_INQUIRY: 'Inquiry. Does not hold nights.',
  },
  BusinessType: {
    STANDALONE_PROPERTY: 'Standalone property.',
    MULTI_UNIT: 'Unit type, or master property with sub-properties.',
    SUB_UNIT: 'Sub-property of a master property.',
  },
  ListingType: {
    ENTIREHOME: 'Entire home.',
    PRIVATEROOM: 'Private room.',
    SHAREDROOM: 'Room shared with others.',
  },
  HolderType: {
    PROPERTY: 'Property or unit type.',
    HOTEL: 'Multi-unit property.',
  },
} as const
