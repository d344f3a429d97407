/** Kinds of fields of a property, of which `property-fields.ts` has the list. */
import Big from 'big.js'
import { decimalText } from '../../../platform/money.ts'
import { fraction, nullable, type TSchema, text } from '../../../platform/rest/fields.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { type Property, type PropertyRow, weekdays } from '../properties/property.ts'

/** One field; `written` is null where clients only read it. */
export interface PropertyField {
  /** Where it stands on the wire, `availability.minimumStay`. */
  path: string
  since: Version | null
  /** As it is answered. */
  answer: TSchema
  show(row: Property): unknown
  written: WrittenField | null
}

interface WrittenField {
  column: keyof PropertyRow
  /** As a body gives it. */
  schema: TSchema
  /** What a creation stores that leaves it out; undefined: the agency says, or it is mandatory. */
  standard: unknown
  /** The column's value of what was given. */
  store(value: unknown, present: unknown): unknown
}

/** How a field departs from one whose column holds what the wire shows. */
interface Conversion {
  /** Value of one that is not given; none: clients must give it. */
  standard?: unknown
  since?: Version
  answer?: TSchema
  show?(value: unknown, row: Property): unknown
  store?(value: unknown, present: unknown): unknown
}

/** A field that has a column of its own. */
export function written(
  path: string,
  column: keyof PropertyRow,
  schema: TSchema,
  conversion: Conversion = {},
): PropertyField {
  const { standard, since = null, answer = schema, show = asItIs, store = asItIs } = conversion
  return {
    path,
    since,
    answer,
    show: row => show(row[column], row),
    written: { column, schema, standard, store },
  }
}

/** A field that clients only read. */
export function readOnly(
  path: string,
  answer: TSchema,
  show: (row: Property) => unknown,
  since: Version | null = null,
): PropertyField {
  return { path, since, answer, show, written: null }
}

const asItIs = (value: unknown) => value

/** An exact decimal of at most 6 digits; its column holds text. */
export const decimal: Conversion = {
  show: value => (value === null ? null : Number(value)),
  store: value => (value === null ? null : decimalText(value as number)),
}

/** A rate; clients may send null for none, which is stored and shown as 0. */
export const rateOrNone: Conversion = {
  answer: fraction(),
  show: value => Number(value),
  store: value => decimalText((value as number | null) ?? 0),
}

/** A coordinate keeps every digit it came with. */
export const coordinate: Conversion = {
  ...decimal,
  store: value => (value === null ? null : new Big(value as number).toFixed()),
}

/** Half baths count; any number or text of one is taken, the shortest text is answered. */
export const halves: Conversion = {
  answer: text(),
  show: value => String(Number(value)),
  store: value => String(value),
}

export const trimmed: Conversion = { store: value => (value as string).trim() }

/** A reference, in the form that the database gives it back in. */
export const reference: Conversion = {
  store: value => (value === null ? null : (asUid(value as string) ?? value)),
}

/** No day is every day; they are kept in the order of the week, each once. */
export const weekdayList: Conversion = {
  store: value => {
    const days = value as string[]
    return days.length === 0 ? [...weekdays] : weekdays.filter(day => days.includes(day))
  },
}

/** An object whose keys a PATCH merges; it is shown with all of them. */
export function block(path: string, column: keyof PropertyRow, schema: TSchema): PropertyField {
  const keys = Object.keys((schema as { properties?: object }).properties ?? {})
  const blank = Object.fromEntries(keys.map(key => [key, null]))
  return written(path, column, nullable(schema), {
    standard: null,
    show: value => value && { ...blank, ...(value as object) },
    store: (value, present) =>
      value && { ...blank, ...(present as object | null), ...(value as object) },
  })
}
