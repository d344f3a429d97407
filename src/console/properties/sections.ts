/** Sections of the property editor, and the fields of the property in each. */

/** Fields of `PATCH /properties/{uid}` by section and form; each form saves by itself. */
export const fieldGroups = {
  basics: {
    general: ['name', 'propertyType', 'listingType', 'roomType', 'agentUid'],
    size: ['bedrooms', 'bathrooms', 'beds', 'numberOfFloors', 'area.size', 'area.unitType'],
    references: [
      'rentalLicenseNumber',
      'rentalLicenseExpirationDate',
      'externalId',
      'accountingId',
    ],
    parts: ['parentUid', 'masterBookable'],
  },
  location: {
    address: [
      'address.address',
      'address.address2',
      'address.zipCode',
      'address.city',
      'address.state',
      'address.countryCode',
      'timeZone',
    ],
    map: ['address.latitude', 'address.longitude', 'showPropertyExactLocation'],
  },
  photos: {},
  rooms: {},
  amenities: {},
  texts: {},
  guestInfo: {
    stay: ['wifiNetwork', 'wifiPassword', 'guideBookUrl', 'guideBookRecsOnlyUrl', 'webLink'],
    notes: ['cancellationPolicy', 'bookingNotes', 'extraNotes', 'ownerNotes'],
  },
  prices: {
    nightly: [
      'pricing.currency',
      'pricing.dailyRate',
      'pricing.weekendAdjustmentRate',
      'pricing.extraGuestFee',
      'availability.baseGuests',
      'useMinimumPriceRule',
    ],
    perStay: ['pricing.cleaningFee', 'pricing.cleaningFeeTaxRate', 'pricing.securityDeposit'],
    tax: [
      'pricing.taxRate',
      'pricing.ignoreTaxRateChargeOverXDays',
      'pricing.daysOverWhichTaxRateChargeShouldBeIgnored',
    ],
    payment: ['pricing.percentageUponReservation', 'pricing.fullPaymentTiming'],
  },
  fees: {},
  availability: {
    guests: ['availability.maxGuests'],
    length: [
      'availability.minimumStay',
      'availability.minimumWeekendStay',
      'availability.maximumStay',
      'availability.allowBookingRequestsAboveMaximumStay',
      'availability.dayOfWeekMinimumStay',
    ],
    notice: [
      'availability.bookingWindow',
      'availability.bookingLeadTime',
      'availability.allowBookingRequestWhenOutOfLeadTime',
      'availability.turnOverDays',
    ],
    arrival: [
      'availability.checkInTimeStart',
      'availability.checkInTimeEnd',
      'availability.checkInTimeEndFlexible',
      'availability.checkOutTime',
      'availability.daysOfTheWeekToCheckInOn',
    ],
    booking: [
      'availability.hostfullyBookingStrategy',
      'availability.airbnbBookingStrategy',
      'availability.bookingDotComBookingStrategy',
      'availability.vrboBookingStrategy',
    ],
  },
  channels: {
    airbnb: [
      'airbnbData.activeForAgency',
      'airbnbData.active',
      'airbnbData.airbnbId',
      'airbnbData.instantBookingGuestRequirement',
      'airbnbData.checkInOptionType',
      'airbnbData.cancellationPolicy',
      'airbnbData.eligibleForPassThroughTaxes',
      'airbnbData.allowBookingRequestAsFallback',
      'airbnbData.flexibleCheckIn',
      'airbnbData.nonRefundableRateEnabled',
      'airbnbData.nonRefundableRateDiscount',
    ],
    bookingDotCom: [
      'bookingDotComData.activeForAgency',
      'bookingDotComData.active',
      'bookingDotComData.roomName',
      'bookingDotComData.contactEmployeeUid',
      'bookingDotComData.cancellationPolicyCode',
    ],
    vrbo: ['vrboData.activeForAgency', 'vrboData.active', 'vrboData.cancellationPolicy'],
    hvmi: ['hvmiData.activeForAgency', 'hvmiData.active'],
    other: ['integrationsData.panoramicDataUrl'],
  },
  doorCodes: {},
  owner: {},
} as const satisfies Record<string, Record<string, readonly string[]>>

export type SectionName = keyof typeof fieldGroups
export type GroupName = { [S in SectionName]: keyof (typeof fieldGroups)[S] }[SectionName]

type FieldOf<S> =
  S extends Readonly<Record<string, readonly (infer F extends string)[]>> ? F : never
export type PropertyField = { [S in SectionName]: FieldOf<(typeof fieldGroups)[S]> }[SectionName]

/** Fields that the head of the editor changes. */
export const headFields: readonly string[] = ['isActive']

export const isHeadField = (name: string) => headFields.includes(name)

export const sectionNames = Object.keys(fieldGroups) as SectionName[]

/** Area of permissions that a section needs; `houses` is that of the property itself. */
export const areas: Partial<Record<SectionName, string>> = {
  photos: 'content',
  amenities: 'content',
  texts: 'content',
  fees: 'selling',
  doorCodes: 'pinCodes',
  owner: 'owners',
}

/** Lists that publish checks name, by the section that changes them. */
const sectionsByList: Readonly<Record<string, SectionName>> = {
  photos: 'photos',
  propertyDescriptions: 'texts',
  beds: 'rooms',
  amenities: 'amenities',
  icals: 'channels',
  units: 'basics',
}

/** Returns the section that shows a field or list of a publish check. */
export function findSection(field: string): SectionName {
  const section = sectionNames.find(name => {
    const groups: readonly (readonly string[])[] = Object.values(fieldGroups[name])
    return groups.some(fields => fields.includes(field))
  })
  return sectionsByList[field] ?? section ?? 'basics'
}
