/** Kinds of keys of v2's flat property, of which `legacy-property.ts` has the list. */
import { fractionText, percentOf } from '../../../platform/money.ts'
import type { TSchema } from '../../../platform/rest/fields.ts'
import type { BookingPage } from '../direct-booking/page-url.ts'
import type { Property, PropertyRow } from '../properties/property.ts'
import type { BedCounts } from '../rooms/room.ts'

/** A property with what only v2 shows. */
export interface LegacyProperty extends Property {
  /** Its own currency, or its agency's. */
  effective_currency: string
  /** The token of its calendar feed. */
  feed_token: string | null
  /** Kind of bed → how many in all rooms. */
  bed_counts: BedCounts | null
  /** Where it is booked directly. */
  booking_page: BookingPage | null
  /** Channel → address of its listing there. */
  listing_urls: Record<string, string> | null
  reviews: { total: number; average: number | null }
  pricing_rules: Record<(typeof pricingRuleColumns)[number], number> | null
}

export const pricingRuleColumns = [
  'increase_rate',
  'increase_rate_lower_bound',
  'decrease_rate',
  'decrease_rate_higher_bound',
] as const

export interface LegacyField {
  key: string
  answer: TSchema
  show(row: LegacyProperty, publicUrl: string): unknown
  written: LegacyWritten | null
}

interface LegacyWritten {
  schema: TSchema
  /** The columns that a value given for the key sets. */
  columns(value: unknown, present: PropertyRow): Partial<PropertyRow>
}

/** How a key departs from one that shows its column and sets it. */
interface Conversion {
  answer?: TSchema
  show?(value: unknown, row: LegacyProperty): unknown
  store?(value: unknown, present: unknown): unknown
}

/** A key with a column of its own. */
export function legacy(
  key: string,
  column: keyof PropertyRow,
  schema: TSchema,
  { answer = schema, show = asItIs, store = asItIs }: Conversion = {},
): LegacyField {
  return {
    key,
    answer,
    show: row => show(row[column], row),
    written: { schema, columns: (value, present) => ({ [column]: store(value, present[column]) }) },
  }
}

/** A key that clients only read. */
export function shown(key: string, answer: TSchema, show: LegacyField['show']): LegacyField {
  return { key, answer, show, written: null }
}

const asItIs = (value: unknown) => value

/** A fraction of the database as percent: 0.1176 is 11.76. */
export const percent: Conversion = {
  show: value => percentOf(value as string),
  store: value => fractionText(value as number),
}

/** A text that is empty where the property has none. */
export const emptyText: Conversion = {
  show: value => value ?? '',
  store: value => (value === '' ? null : value),
}

/** A number that is 0, or another, where the property has none. */
export function orElse(standard: number): Conversion {
  return { show: value => value ?? standard }
}
