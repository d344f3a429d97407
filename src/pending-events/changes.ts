/** Changed fields of an event: `{field: [before, after]}`, scalars only. */

type Scalar = string | number | boolean | null
export type Changes = Record<string, [before: Scalar, after: Scalar]>

/**
 * Fields with personal data. Readers without access to it get no values (contract/general.md §3).
 */
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
 * Returns the fields that differ between two rows of one object, by their names on the wire.
 *
 * @param names wire names of columns whose names differ; null leaves the column out
 */
export function diffFields(
  before: object,
  after: object,
  names: Record<string, string | null> = {},
): Changes {
  const changes: Changes = {}
  for (const column of Object.keys(after)) {
    if (excludedColumns.has(column) || names[column] === null) continue
    const [previous, current] = [before, after].map(row =>
      asScalar((row as Record<string, unknown>)[column]),
    )
    // Objects, such as lists, are no scalars.
    if (previous === undefined || current === undefined || previous === current) continue
    changes[names[column] ?? camelCase(column)] = [previous, current]
  }
  return changes
}

/**
 * Combines two successive changes of one object. Fields that are back at their first value drop
 * out.
 */
export function combineChanges(earlier: Changes, later: Changes): Changes {
  const combined: Changes = { ...earlier }
  for (const [field, [before, after]] of Object.entries(later)) {
    const initial = earlier[field] ? earlier[field][0] : before
    if (initial === after) delete combined[field]
    else combined[field] = [initial, after]
  }
  return combined
}

/** Removes the values of personal fields. Their names stay. */
export function withoutPersonal(changes: Changes): Changes {
  const redact = ([field, pair]: [string, Changes[string]]): [string, Changes[string]] => [
    field,
    personalFields.has(field) ? [null, null] : pair,
  ]
  return Object.fromEntries(Object.entries(changes).map(redact))
}

/** Columns that are bookkeeping or identify the object itself. */
const excludedColumns = new Set(['agency_uid', 'uid', 'created_at', 'updated_at', 'deleted_at'])

function asScalar(value: unknown): Scalar | undefined {
  if (value instanceof Date) return value.toISOString()
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? undefined : (value as Scalar)
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
