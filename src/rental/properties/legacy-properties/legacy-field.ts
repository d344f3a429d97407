/** Kinds of fields of v2's flat property. `legacy-property.ts` lists the fields. */
import { fractionText, toPercent } from '../../../platform/money.ts'
import type { TSchema } from '../../../platform/rest/fields.ts'
import type { BookingPage } from '../direct-booking/page-url.ts'
import type { Property, PropertyRow } from '../properties/property.ts'
import type { BedCounts } from '../rooms/room.ts'

/** Property with fields that only v2 returns. */
export interface LegacyProperty extends Property {
  /** Currency of the property, or of its agency if that is NONE. */
  effective_currency: string
  /** Token of the calendar feed. */
  feed_token: string | null
  /** Number of beds in all rooms, by kind of bed. */
  bed_counts: BedCounts | null
  /** Direct booking page. */
  booking_page: BookingPage | null
  /** URL of the listing, by channel. */
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
  responseSchema: TSchema
  toWire(row: LegacyProperty, publicUrl: string): unknown
  written: LegacyWritten | null
}

interface LegacyWritten {
  schema: TSchema
  /** Returns the columns that a value of this key sets. */
  columns(value: unknown, current: PropertyRow): Partial<PropertyRow>
}

/** Conversions of a field whose wire value differs from its column value. */
interface Conversion {
  responseSchema?: TSchema
  toWire?(value: unknown, row: LegacyProperty): unknown
  toColumn?(value: unknown, current: unknown): unknown
}

/** Returns a field with a column of its own. */
export function legacy(
  key: string,
  column: keyof PropertyRow,
  schema: TSchema,
  { responseSchema = schema, toWire = identity, toColumn = identity }: Conversion = {},
): LegacyField {
  return {
    key,
    responseSchema,
    toWire: row => toWire(row[column], row),
    written: {
      schema,
      columns: (value, current) => ({ [column]: toColumn(value, current[column]) }),
    },
  }
}

/** Returns a read-only field. */
export function readOnly(
  key: string,
  responseSchema: TSchema,
  toWire: LegacyField['toWire'],
): LegacyField {
  return { key, responseSchema, toWire, written: null }
}

const identity = (value: unknown) => value

/** Converts stored fractions to percent: 0.1176 is 11.76. */
export const percent: Conversion = {
  toWire: value => toPercent(value as string),
  toColumn: value => fractionText(value as number),
}

/** Converts null to an empty text. */
export const emptyText: Conversion = {
  toWire: value => value ?? '',
  toColumn: value => (value === '' ? null : value),
}

/** Converts null to a default number, such as 0. */
export function orElse(defaultValue: number): Conversion {
  return { toWire: value => value ?? defaultValue }
}
