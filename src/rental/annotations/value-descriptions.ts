/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const annotationValues = {
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
