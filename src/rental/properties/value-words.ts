/** What values of enums of this district mean, by component: see `../glossary.ts`. */
export const propertyValues = {
  OwnerPermissionType: {
    VIEW_BOOKINGS: 'Sees bookings.',
    VIEW_GUEST_DETAILS: 'Sees who the guests are.',
    VIEW_FINANCIALS: 'Sees amounts.',
    BLOCK_DATES: 'Blocks nights.',
    RECEIVE_NOTIFICATIONS: 'Gets notifications by mail.',
  },
  PropertySort: {
    name: 'By name, upper and lower case alike.',
  },
  BookingStrategy: {
    INSTANT_BOOKING: 'A booking at once.',
    BOOKING_REQUEST: 'A request that the agency accepts or declines.',
    BOOKING_INQUIRY: 'An inquiry, which holds no nights.',
  },
  BusinessType: {
    STANDALONE_PROPERTY: 'A property for itself.',
    MULTI_UNIT: 'A unit type, or the master of sub-properties.',
    SUB_UNIT: 'A sub-property of a master.',
  },
  ListingType: {
    ENTIREHOME: 'The whole place.',
    PRIVATEROOM: 'A room for the guests alone.',
    SHAREDROOM: 'A room shared with others.',
  },
  HolderType: {
    PROPERTY: 'A property or unit type.',
    HOTEL: 'A multi-unit property.',
  },
} as const
