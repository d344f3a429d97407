/** Fields of the objects that a property has exactly one of, in the order of their forms. */

export const discountFields = [
  'increaseRateLowerBound',
  'increaseRate',
  'decreaseRateHigherBound',
  'decreaseRate',
  'decreaseRateHigherBoundMonthly',
  'decreaseRateMonthly',
  'pricingRules',
  'enabledForAirbnb',
] as const

export const bookingPageFields = ['pageEnabled', 'slug'] as const

export const ownershipFields = [
  'ownerUid',
  'ownerNotes',
  'copyOwnerWhenBookingConfirmed',
  'collectAndRemitTaxes',
] as const

/** Fields of a description, in the order of the form. */
export const textFields = [
  'name',
  'shortSummary',
  'summary',
  'space',
  'access',
  'neighbourhood',
  'transit',
  'interaction',
  'notes',
  'houseManual',
] as const
