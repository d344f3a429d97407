/** The property on the wire, derived from the list of its fields. */
import { isDeepStrictEqual } from 'node:util'
import {
  named,
  priced,
  requiredSince,
  shape,
  since,
  type TSchema,
  Type,
} from '../../../platform/rest/fields.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import type { PropertyField } from '../property-fields/property-field.ts'
import { propertyFields } from '../property-fields/property-fields.ts'
import type { Property, PropertyRow } from './property.ts'

/** Field path → the version from which on a body must have it. */
export type Mandatory = Readonly<Record<string, Version>>

/** What a creation and a full update must have: contract/properties.md §3.1. */
export const mandatoryFields: Mandatory = {
  name: '3.0',
  propertyType: '3.3',
  'address.city': '3.3',
  'address.countryCode': '3.3',
}

/** The property as lists and answers to writes have it. */
export const property = shape(
  'Property',
  nested(propertyFields.map(field => [field.path, answered(field)])),
)

const addressFields = propertyFields.filter(({ path }) => path.startsWith('address.'))

/**
 * The members of a body that writes a property: every writable field, those of `mandatory` needed
 * from their version on. Nothing mandatory makes it a partial update.
 */
export function propertyBody(mandatory: Mandatory = {}): Record<string, TSchema> {
  const fields = propertyFields.filter(({ written }) => written !== null)
  const entries = fields.map((field): [string, TSchema] => {
    const needed = mandatory[field.path]
    const schema = field.written!.schema
    return [field.path, aged(field, needed ? requiredSince(needed, schema) : schema)]
  })
  return nested(
    entries.map(([path, schema]) => [path, Type.Optional(schema)]),
    (group, schema) => {
      const inner = Object.keys(mandatory).find(path => path.startsWith(`${group}.`))
      if (!inner) return Type.Optional(named(`${groupName(group)}Input`, schema))
      const needed = named(`New${groupName(group)}`, schema)
      return Type.Optional(requiredSince(mandatory[inner]!, needed))
    },
  )
}

/** A property as every version words it; the answer's schema leaves out what is younger. */
export function presentProperty(row: Property): Record<string, unknown> {
  return presented(propertyFields, row)
}

type AddressColumn =
  | 'address'
  | 'address2'
  | 'city'
  | 'state'
  | 'zip_code'
  | 'country_code'
  | 'longitude'
  | 'latitude'

/** The address of what keeps one in the columns of a property, such as a hotel. */
export function presentAddress(row: Pick<PropertyRow, AddressColumn>) {
  return presented(addressFields, row as Property).address
}

function presented(fields: readonly PropertyField[], row: Property): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const { path, show } of fields) place(shown, path, show(row))
  return shown
}

/**
 * The columns that a body names. An object that is merged key by key is merged with `present`, the
 * row or its defaults.
 */
export function readPropertyColumns(
  body: object,
  present: Partial<PropertyRow> = {},
): Partial<PropertyRow> {
  const columns = propertyFields.flatMap(({ path, written }) => {
    const value = written === null ? undefined : valueAt(body, path)
    if (written === null || value === undefined) return []
    const { column, store } = written
    return [[column, store(value, present[column] ?? null)]]
  })
  return Object.fromEntries(columns)
}

/** The columns of a property of which nothing is told; the agency says some. */
export function standardColumns(agency: {
  time_zone: string
  currency: string
  default_check_in_time: number
  default_check_out_time: number
}): Partial<PropertyRow> {
  const columns = propertyFields.flatMap(({ written }) =>
    written === null || written.standard === undefined ? [] : [[written.column, written.standard]],
  )
  return {
    ...Object.fromEntries(columns),
    time_zone: agency.time_zone,
    currency: agency.currency,
    check_in_time_start: agency.default_check_in_time,
    check_out_time: agency.default_check_out_time,
  }
}

/** The columns that a full update through a version resets when they are left out. */
export function columnsIn(version: Version, columns: Partial<PropertyRow>): Partial<PropertyRow> {
  const known = propertyFields.flatMap(({ since, written }) =>
    written !== null && existsIn(version, since ? { since } : {}) && written.column in columns
      ? [[written.column, columns[written.column]]]
      : [],
  )
  return Object.fromEntries(known)
}

/** The columns in which two states of a property differ on the wire. */
export function changedColumns(before: PropertyRow, after: PropertyRow): Partial<PropertyRow> {
  const changed = propertyFields.flatMap(({ show, written }) => {
    if (written === null) return []
    const [was, is] = [before, after].map(row => show({ ...row, beds_of_rooms: null } as Property))
    return isDeepStrictEqual(was, is) ? [] : [[written.column, after[written.column]]]
  })
  return Object.fromEntries(changed)
}

function answered(field: PropertyField): TSchema {
  const schema = aged(field, field.answer)
  return field.path.startsWith('pricing.') ? priced(schema) : schema
}

function aged({ since: version }: PropertyField, schema: TSchema): TSchema {
  return version ? since(version, schema) : schema
}

/** Members with dots in their paths as objects within an object. */
function nested(
  entries: [path: string, schema: TSchema][],
  groupOf = (group: string, schema: TSchema) => named(groupName(group), schema),
): Record<string, TSchema> {
  const members: Record<string, TSchema> = {}
  const groups: Record<string, Record<string, TSchema>> = {}
  for (const [path, schema] of entries) {
    const [first, second] = path.split('.') as [string, string | undefined]
    if (second === undefined) members[first] = schema
    else {
      groups[first] ??= {}
      groups[first][second] = schema
      members[first] = groupOf(first, Type.Object(groups[first]))
    }
  }
  return members
}

/** `address` → `PropertyAddress` */
function groupName(group: string): string {
  return `Property${group[0]!.toUpperCase()}${group.slice(1)}`
}

function place(into: Record<string, unknown>, path: string, value: unknown): void {
  const [first, second] = path.split('.') as [string, string | undefined]
  if (second === undefined) into[first] = value
  else {
    into[first] ??= {}
    ;(into[first] as Record<string, unknown>)[second] = value
  }
}

function valueAt(body: object, path: string): unknown {
  const [first, second] = path.split('.') as [string, string | undefined]
  const value = (body as Record<string, unknown>)[first]
  return second === undefined ? value : (value as Record<string, unknown> | undefined)?.[second]
}
