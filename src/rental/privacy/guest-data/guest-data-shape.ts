/** Response schemas of exports and erasures of guest data: contract/resources.md §8.2. */
import { utcText } from '../../../platform/dates/dates.ts'
import { count, nullable, shape, Type, uid, utcDateTime } from '../../../platform/rest/fields.ts'

export const guestExport = shape('GuestExport', {
  guestUid: uid(),
  agencyUid: uid(),
  exportedUtcDateTime: utcDateTime(),
  erasedUtcDateTime: nullable(utcDateTime()),
  records: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown()))),
})

export const guestErasure = shape('GuestErasure', {
  guestUid: uid(),
  erasedUtcDateTime: utcDateTime(),
  erased: Type.Record(Type.String(), count()),
})

/** Converts the columns and values of a row to those of the API. */
export function presentRow(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row)
  return Object.fromEntries(
    entries.map(([column, value]) => [camelCase(column), presentValue(value)]),
  )
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const localTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/

function presentValue(value: unknown): unknown {
  if (value instanceof Date) return utcText(value)
  return typeof value === 'string' ? value.replace(localTime, '$1T$2') : value
}
