/** Codes of house rules. They do not restrict quotes or leads: contract/properties.md §6.5. */
export const propertyRuleCodes = [
  'ALLOWS_PETS',
  'ALLOWS_PETS_BY_ARRANGEMENT',
  'CHILDREN_NOT_ALLOWED',
  'INFANT_NOT_ALLOWED',
  'ALLOWS_SMOKING',
  'IS_FAMILY_FRIENDLY',
  'IS_EVENT_FRIENDLY',
] as const
