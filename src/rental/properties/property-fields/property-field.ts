/** Kinds of fields of a property. `property-fields.ts` lists the fields. */
import Big from 'big.js'
import { decimalText } from '../../../platform/money.ts'
import { fraction, nullable, type TSchema, text } from '../../../platform/rest/fields.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { type Property, type PropertyRow, weekdays } from '../properties/property.ts'

/** Field of a property; `written` is null if it is read-only. */
export interface PropertyField {
  /** Path on the wire, `availability.minimumStay`. */
  path: string
  since: Version | null
  responseSchema: TSchema
  toWire(row: Property): unknown
  written: WrittenField | null
}

interface WrittenField {
  column: keyof PropertyRow
  schema: TSchema
  /** Default value of a new property; undefined: set by the agency, or required. */
  defaultValue: unknown
  /** Converts a value of a request to the value of the column. */
  toColumn(value: unknown, current: unknown): unknown
}

/** Conversions of a field whose wire value differs from its column value. */
interface Conversion {
  /** Default value; undefined: required. */
  defaultValue?: unknown
  since?: Version
  responseSchema?: TSchema
  toWire?(value: unknown, row: Property): unknown
  toColumn?(value: unknown, current: unknown): unknown
}

/** Returns a field with a column of its own. */
export function written(
  path: string,
  column: keyof PropertyRow,
  schema: TSchema,
  conversion: Conversion = {},
): PropertyField {
  const {
    defaultValue,
    since = null,
    responseSchema = schema,
    toWire = identity,
    toColumn = identity,
  } = conversion
  return {
    path,
    since,
    responseSchema,
    toWire: row => toWire(row[column], row),
    written: { column, schema, defaultValue, toColumn },
  }
}

/** Returns a read-only field. */
export function readOnly(
  path: string,
  responseSchema: TSchema,
  toWire: (row: Property) => unknown,
  since: Version | null = null,
): PropertyField {
  return { path, since, responseSchema, toWire, written: null }
}

const identity = (value: unknown) => value

/** Converts exact decimals of at most 6 digits; the column is text. */
export const decimal: Conversion = {
  toWire: value => (value === null ? null : Number(value)),
  toColumn: value => (value === null ? null : decimalText(value as number)),
}

/** Converts rates. Null in a request is stored and returned as 0. */
export const rateOrNone: Conversion = {
  responseSchema: fraction(),
  toWire: value => Number(value),
  toColumn: value => decimalText((value as number | null) ?? 0),
}

/** Converts coordinates without losing digits. */
export const coordinate: Conversion = {
  ...decimal,
  toColumn: value => (value === null ? null : new Big(value as number).toFixed()),
}

/**
 * Converts bathrooms in steps of 0.5. Requests may send a number or a text; responses contain the
 * shortest text.
 */
export const halves: Conversion = {
  responseSchema: text(),
  toWire: value => String(Number(value)),
  toColumn: value => String(value),
}

export const trimmed: Conversion = { toColumn: value => (value as string).trim() }

/** Normalizes a uid to the form that the database returns. */
export const reference: Conversion = {
  toColumn: value => (value === null ? null : (asUid(value as string) ?? value)),
}

/**
 * Normalizes weekdays: an empty list is every day; others are distinct, in the order of the week.
 */
export const weekdayList: Conversion = {
  toColumn: value => {
    const days = value as string[]
    return days.length === 0 ? [...weekdays] : weekdays.filter(day => days.includes(day))
  },
}

/** Returns an object whose keys a PATCH merges. Responses contain all keys. */
export function block(path: string, column: keyof PropertyRow, schema: TSchema): PropertyField {
  const keys = Object.keys((schema as { properties?: object }).properties ?? {})
  const blank = Object.fromEntries(keys.map(key => [key, null]))
  return written(path, column, nullable(schema), {
    defaultValue: null,
    toWire: value => value && { ...blank, ...(value as object) },
    toColumn: (value, current) =>
      value && { ...blank, ...(current as object | null), ...(value as object) },
  })
}
