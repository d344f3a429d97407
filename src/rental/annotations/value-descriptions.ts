/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const annotationValues = {
  CopiedSection: {
    AVAILABILITY: 'Guests, length of stay, booking window, arrival days and booking strategies.',
    TIMES: 'Hours of check-in and check-out.',
    PRICING: 'Prices, taxes and payments of the property, and the guests that the price includes.',
    STAY_DISCOUNTS: 'Pricing rules.',
    FEES: 'Fees and taxes of the property in their order.',
    AMENITIES: 'Amenities and custom amenities.',
    RULES: 'Property rules, such as pets and smoking.',
    TEXTS: 'Descriptions in all languages.',
    CUSTOM_FIELDS: 'Custom data of the property.',
    BOOKING_PAGE: 'State of direct booking, on or off. The slug does not change.',
  },
  CustomDataFieldType: {
    TEXT: 'Up to 1,000 characters.',
    LONG_TEXT: 'Up to 20,000 characters, 4,000 below v3.3.',
  },
  CustomDataFieldUsage: {
    CUSTOM_VARIABLES: 'Used as a variable in texts.',
    PRE_ARRIVAL_FORM: 'Shown in the pre-arrival form.',
    OTHER: 'Other use.',
  },
} as const
