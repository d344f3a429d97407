/** Property on the wire, derived from the list of its fields. */
import { isDeepStrictEqual } from 'node:util'
import {
  financial,
  named,
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

/** First version in which a request body must have the field, by field path. */
export type Mandatory = Readonly<Record<string, Version>>

/** Required fields of POST and PUT: contract/properties.md §3.1. */
export const mandatoryFields: Mandatory = {
  name: '3.0',
  propertyType: '3.3',
  'address.city': '3.3',
  'address.countryCode': '3.3',
}

export const property = shape(
  'Property',
  nestFields(propertyFields.map(field => [field.path, responseSchema(field)])),
)

const addressFields = propertyFields.filter(({ path }) => path.startsWith('address.'))

/**
 * Returns the members of a request body: all writable fields. Fields in `mandatory` are required
 * since their version; an empty `mandatory` is for partial updates.
 */
export function propertyBody(mandatory: Mandatory = {}): Record<string, TSchema> {
  const fields = propertyFields.filter(({ written }) => written !== null)
  const entries = fields.map((field): [string, TSchema] => {
    const requiredVersion = mandatory[field.path]
    const schema = field.written!.schema
    return [
      field.path,
      withVersion(field, requiredVersion ? requiredSince(requiredVersion, schema) : schema),
    ]
  })
  return nestFields(
    entries.map(([path, schema]) => [path, Type.Optional(schema)]),
    (group, schema) => {
      // A group is required since the same version as its required members.
      const requiredPath = Object.keys(mandatory).find(path => path.startsWith(`${group}.`))
      if (!requiredPath) return Type.Optional(named(`${groupName(group)}Input`, schema))
      const newGroupSchema = named(`New${groupName(group)}`, schema)
      return Type.Optional(requiredSince(mandatory[requiredPath]!, newGroupSchema))
    },
  )
}

/** Converts a row for all versions. The response schema removes fields of newer versions. */
export function presentProperty(row: Property): Record<string, unknown> {
  return presentFields(propertyFields, row)
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

/** Returns the address of any row that has the address columns of a property, such as a hotel. */
export function presentAddress(row: Pick<PropertyRow, AddressColumn>) {
  return presentFields(addressFields, row as Property).address
}

function presentFields(fields: readonly PropertyField[], row: Property): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const { path, toWire } of fields) setPath(result, path, toWire(row))
  return result
}

/**
 * Reads the columns that a body sets. Objects are merged with those in `current`, the row or the
 * defaults.
 */
export function readPropertyColumns(
  body: object,
  current: Partial<PropertyRow> = {},
): Partial<PropertyRow> {
  const columns = propertyFields.flatMap(({ path, written }) => {
    const value = written === null ? undefined : getPath(body, path)
    if (written === null || value === undefined) return []
    const { column, toColumn } = written
    return [[column, toColumn(value, current[column] ?? null)]]
  })
  return Object.fromEntries(columns)
}

/** Returns the default columns of a property. Some come from the agency. */
export function defaultColumns(agency: {
  time_zone: string
  currency: string
  default_check_in_time: number
  default_check_out_time: number
}): Partial<PropertyRow> {
  const columns = propertyFields.flatMap(({ written }) =>
    written === null || written.defaultValue === undefined
      ? []
      : [[written.column, written.defaultValue]],
  )
  return {
    ...Object.fromEntries(columns),
    time_zone: agency.time_zone,
    currency: agency.currency,
    check_in_time_start: agency.default_check_in_time,
    check_out_time: agency.default_check_out_time,
  }
}

/** Returns the columns that a full replacement in a version resets if they are omitted. */
export function resettableColumns(
  version: Version,
  columns: Partial<PropertyRow>,
): Partial<PropertyRow> {
  const resettable = propertyFields.flatMap(({ since, written }) =>
    written !== null && existsIn(version, since ? { since } : {}) && written.column in columns
      ? [[written.column, columns[written.column]]]
      : [],
  )
  return Object.fromEntries(resettable)
}

/** Returns the columns whose values on the wire differ between two rows. */
export function changedColumns(before: PropertyRow, after: PropertyRow): Partial<PropertyRow> {
  const changed = propertyFields.flatMap(({ toWire, written }) => {
    if (written === null) return []
    // Without the beds of rooms, which `beds` on the wire prefers to the column.
    const [valueBefore, valueAfter] = [before, after].map(row =>
      toWire({ ...row, beds_of_rooms: null } as Property),
    )
    return isDeepStrictEqual(valueBefore, valueAfter)
      ? []
      : [[written.column, after[written.column]]]
  })
  return Object.fromEntries(changed)
}

function responseSchema(field: PropertyField): TSchema {
  const schema = withVersion(field, field.responseSchema)
  return field.path.startsWith('pricing.') ? financial(schema) : schema
}

function withVersion({ since: version }: PropertyField, schema: TSchema): TSchema {
  return version ? since(version, schema) : schema
}

/** Converts paths with dots to nested objects. */
function nestFields(
  entries: [path: string, schema: TSchema][],
  wrapGroup = (group: string, schema: TSchema) => named(groupName(group), schema),
): Record<string, TSchema> {
  const members: Record<string, TSchema> = {}
  const groups: Record<string, Record<string, TSchema>> = {}
  for (const [path, schema] of entries) {
    const [name, member] = path.split('.') as [string, string | undefined]
    if (member === undefined) members[name] = schema
    else {
      groups[name] ??= {}
      groups[name][member] = schema
      members[name] = wrapGroup(name, Type.Object(groups[name]))
    }
  }
  return members
}

/** Returns the type name of a group: `address` → `PropertyAddress`. */
function groupName(group: string): string {
  return `Property${group[0]!.toUpperCase()}${group.slice(1)}`
}

function setPath(target: Record<string, unknown>, path: string, value: unknown): void {
  const [name, member] = path.split('.') as [string, string | undefined]
  if (member === undefined) target[name] = value
  else {
    target[name] ??= {}
    ;(target[name] as Record<string, unknown>)[member] = value
  }
}

function getPath(body: object, path: string): unknown {
  const [name, member] = path.split('.') as [string, string | undefined]
  const value = (body as Record<string, unknown>)[name]
  return member === undefined ? value : (value as Record<string, unknown> | undefined)?.[member]
}
