/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const priceValues = {
  PromoCodeType: {
    PERCENTAGE: 'Percentage of the rent, same as PERCENT of `discountType`.',
    AMOUNT: 'Amount of money.',
  },
  PromoCodeStatus: {
    ACTIVE: 'Can be redeemed, subject to its conditions.',
    INACTIVE: 'Deactivated.',
  },
  AmountType: {
    AMOUNT: 'Fee.',
    TAX: 'Tax: included in the taxes, and not taxed itself.',
  },
  FeePersons: {
    ALL: 'Adults, children and infants.',
    ADULTS: 'Adults only.',
    ADULTS_AND_CHILDREN: 'Adults and children, but not infants.',
  },
  FeeScope: {
    PER_NIGHT: 'Multiplied by nights.',
    PER_STAY: 'Charged once.',
    PER_GUEST_PER_NIGHT: 'Multiplied by guests and nights.',
    PER_GUEST: 'Multiplied by guests.',
    PER_PET: 'Multiplied by pets.',
    PER_PET_PER_NIGHT: 'Multiplied by pets and nights.',
    PERCENTAGE_OF_TOTAL:
      'Percentage of rent, cleaning fee and the fees that are not a percentage of the total.',
    PERCENTAGE_OF_RENT: 'Percentage of the rent including extra guests.',
  },
  FeeType: {
    CLEANING: 'Additional cleaning fee, besides the cleaning fee of the property.',
    EARLY_ARRIVAL: 'Label only: charged like any other fee.',
    LATE_DEPARTURE: 'Label only.',
    LATE_ARRIVAL: 'Label only.',
    PET: 'Only charged if there are pets.',
    TAX: 'Label only: `amountType` makes it a tax.',
    CUSTOM: 'Other fee.',
  },
  HostfullyFeeType: {
    DEFAULT: 'The only value.',
  },
  NightChangeKind: {
    TAKEN: 'A lead occupied the night.',
    FREED: 'The night became available.',
  },
  PricingRuleType: {
    LAST_MINUTE_DISCOUNT: 'For check-in within `threshold` days.',
    EARLY_BIRD_DISCOUNT: 'For check-in at least `threshold` days ahead.',
  },
  PricingTaskStatus: {
    PENDING: 'Queued. Becomes RUNNING.',
    RUNNING: 'In progress, one property at a time. Becomes COMPLETED or FAILED.',
    COMPLETED: 'All operations are done.',
    FAILED: 'Stopped by `error`. Operations that were already done are kept.',
  },
  UnavailabilityReason: {
    BOOKING: 'Booking or booking request.',
    INQUIRY: 'Inquiry on hold.',
    BLOCK_BY_OWNER: 'Block created by the owner.',
    BLOCK: 'Other block.',
    PROPERTY_AVAILABILITY_SETTINGS: 'Rule of the property: turnover, booking window or past date.',
    OTHER: 'Unit type without active units.',
  },
  StayLengthRuleType: {
    STAY_IS_SHORTER_THAN_X_DAYS: 'Surcharge for stays with fewer nights than `threshold`.',
    STAY_IS_LONGER_THAN_X_DAYS: 'Discount for stays with at least `threshold` nights.',
  },
} as const
