/** What an event says of the fields that changed: `{field: [before, after]}`, scalars only. */

type Scalar = string | number | boolean | null
export type Changes = Record<string, [before: Scalar, after: Scalar]>

/** Fields whose values only those see who may see personal data (contract/general.md §3). */
const personalFields = new Set([
  'firstName',
  'lastName',
  'email',
  'secondaryEmail',
  'phoneNumber',
  'cellPhoneNumber',
  'address1',
  'address2',
  'zipCode',
  'passportId',
  'passportCountryCode',
  'flightNumber',
  'reasonForTrip',
  'riskScore',
  'notes',
  'extraNotes',
])

/**
 * The fields of two rows of one object that differ, by their names on the wire.
 *
 * @param names columns that are called otherwise on the wire than here; null: not told
 */
export function changesOf(
  before: object,
  after: object,
  names: Record<string, string | null> = {},
): Changes {
  const changes: Changes = {}
  for (const column of Object.keys(after)) {
    if (untold.has(column) || names[column] === null) continue
    const pair = [before, after].map(row => asScalar((row as Record<string, unknown>)[column]))
    const [was, is] = pair
    if (was === undefined || is === undefined || was === is) continue
    changes[names[column] ?? camelCase(column)] = [was, is]
  }
  return changes
}

/** What remains of two changes of one object, one after the other. */
export function combined(first: Changes, second: Changes): Changes {
  const both: Changes = { ...first }
  for (const [field, [before, after]] of Object.entries(second)) {
    const was = first[field] ? first[field][0] : before
    if (was === after) delete both[field]
    else both[field] = [was, after]
  }
  return both
}

/** Removes the values of personal fields: that they changed remains. */
export function withoutPersonal(changes: Changes): Changes {
  const shown = ([field, pair]: [string, Changes[string]]): [string, Changes[string]] => [
    field,
    personalFields.has(field) ? [null, null] : pair,
  ]
  return Object.fromEntries(Object.entries(changes).map(shown))
}

/** Bookkeeping, and what names the object itself. */
const untold = new Set(['agency_uid', 'uid', 'created_at', 'updated_at', 'deleted_at'])

function asScalar(value: unknown): Scalar | undefined {
  if (value instanceof Date) return value.toISOString()
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? undefined : (value as Scalar)
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
