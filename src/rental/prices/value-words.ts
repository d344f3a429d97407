/** What values of enums of this district mean, by component: see `../glossary.ts`. */
export const priceValues = {
  PromoCodeType: {
    PERCENTAGE: 'A share of the rent, PERCENT of `discountType`.',
    AMOUNT: 'An amount of money.',
  },
  PromoCodeStatus: {
    ACTIVE: 'It can be redeemed, as far as its terms allow.',
    INACTIVE: 'It is switched off.',
  },
  AmountType: {
    AMOUNT: 'A fee.',
    TAX: 'A tax: among the taxes, not taxed itself.',
  },
  FeePersons: {
    ALL: 'Adults, children and infants.',
    ADULTS: 'Adults only.',
    ADULTS_AND_CHILDREN: 'All but infants.',
  },
  FeeScope: {
    PER_NIGHT: 'Times nights.',
    PER_STAY: 'Once.',
    PER_GUEST_PER_NIGHT: 'Times guests and nights.',
    PER_GUEST: 'Times guests.',
    PER_PET: 'Times pets.',
    PER_PET_PER_NIGHT: 'Times pets and nights.',
    PERCENTAGE_OF_TOTAL:
      'Percent of rent, cleaning and the fees that are no percentage of the total.',
    PERCENTAGE_OF_RENT: 'Percent of the rent with extra guests.',
  },
  FeeType: {
    CLEANING: 'Beside the cleaning fee of the property.',
    EARLY_ARRIVAL: 'A label: charged as any other.',
    LATE_DEPARTURE: 'A label.',
    LATE_ARRIVAL: 'A label.',
    PET: 'Charged only where pets come.',
    TAX: 'A label: `amountType` makes it a tax.',
    CUSTOM: 'Any other.',
  },
  HostfullyFeeType: {
    DEFAULT: 'There is no other.',
  },
  NightChangeKind: {
    TAKEN: 'A lead took the night.',
    FREED: 'The night became free again.',
  },
  PricingRuleType: {
    LAST_MINUTE_DISCOUNT: 'For a check-in within `threshold` days.',
    EARLY_BIRD_DISCOUNT: 'For a check-in at least `threshold` days ahead.',
  },
  PricingTaskStatus: {
    PENDING: 'Waits for its turn; then RUNNING.',
    RUNNING: 'Is being done, a property at a time; then COMPLETED or FAILED.',
    COMPLETED: 'All operations are done.',
    FAILED: 'Stopped by `error`; what was done before stays.',
  },
  UnavailabilityReason: {
    BOOKING: 'A booking, or a request that waits.',
    INQUIRY: 'A hold.',
    BLOCK_BY_OWNER: 'A block that the owner made.',
    BLOCK: 'Any other block.',
    PROPERTY_AVAILABILITY_SETTINGS: 'A rule of the property: turnover, booking window, past days.',
    OTHER: 'A unit type without active units.',
  },
  StayLengthRuleType: {
    STAY_IS_SHORTER_THAN_X_DAYS: 'Fewer nights than `threshold` cost more.',
    STAY_IS_LONGER_THAN_X_DAYS: 'At least `threshold` nights cost less.',
  },
} as const
