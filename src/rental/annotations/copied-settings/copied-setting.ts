/** Settings of a property that another one can take: contract/properties.md §3.4. */

export const copiedSections = [
  'AVAILABILITY',
  'TIMES',
  'PRICING',
  'STAY_DISCOUNTS',
  'FEES',
  'AMENITIES',
  'RULES',
  'TEXTS',
  'CUSTOM_FIELDS',
  'BOOKING_PAGE',
] as const

export type CopiedSection = (typeof copiedSections)[number]

/** Sections with amounts, which need the same currency. */
export const amountSections: readonly CopiedSection[] = ['PRICING', 'FEES']

/** Sections that consist of fields of the property. */
export const fieldSections = ['AVAILABILITY', 'TIMES', 'PRICING'] as const

export type FieldSection = (typeof fieldSections)[number]

const times = ['checkInTimeStart', 'checkInTimeEnd', 'checkInTimeEndFlexible', 'checkOutTime']

/**
 * Returns the section of a field by its path on the wire; null if it stays as it is. The currency
 * is the same or refused.
 */
export function sectionOf(path: string): FieldSection | null {
  const [group, name = ''] = path.split('.')
  if (path === 'pricing.currency') return null
  if (group === 'pricing' || path === 'availability.baseGuests') return 'PRICING'
  if (group !== 'availability') return null
  return times.includes(name) ? 'TIMES' : 'AVAILABILITY'
}
