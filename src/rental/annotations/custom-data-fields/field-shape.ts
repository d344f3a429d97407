/** Custom data fields on the wire, in v2 without index and usage: contract/resources.md §4.1. */
import {
  integer,
  integerMax,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { type CustomDataField, fieldTypes, fieldUsages } from './custom-data-field.ts'

/** Field in responses of v2. */
export const legacyField = shape('CustomDataField', {
  agencyUid: uid(),
  uid: uid(),
  type: named('CustomDataFieldType', oneOf(fieldTypes)),
  name: text(),
  variable: text({ max: 64 }),
})

/** Field in the response of a value. */
export const valueField = shape('CustomDataFieldOfValue', {
  ...legacyField.properties,
  index: Type.Integer(),
})

export const customDataField = shape('CustomDataField', {
  ...valueField.properties,
  usage: named('CustomDataFieldUsage', oneOf(fieldUsages)),
})

/** Input of a new field in v2. */
export const newLegacyField = shape('CustomDataFieldInput', {
  agencyUid: uid(),
  name: text({ min: 1 }),
  type: Type.Optional(nullable(named('CustomDataFieldType', oneOf(fieldTypes)))),
  variable: Type.Optional(nullable(text())),
})

export const newField = shape('CustomDataFieldInput', {
  ...newLegacyField.properties,
  index: Type.Optional(nullable(integer(1, integerMax))),
  usage: Type.Optional(nullable(named('CustomDataFieldUsage', oneOf(fieldUsages)))),
})

/** Changes of a field. Type and variable are fixed. */
export const fieldChanges = shape('CustomDataFieldPatch', {
  name: Type.Optional(text({ min: 1 })),
  usage: Type.Optional(named('CustomDataFieldUsage', oneOf(fieldUsages))),
  index: Type.Optional(integer(1, integerMax)),
})

/** Error codes of creating and deleting a field, in every version. */
export const creationErrors = [
  'ACCESS_DENIED',
  'READ_ONLY_GRANT',
  'ALREADY_EXISTS',
  'STATE_CONFLICT',
] as const
export const deletionErrors = [
  'CUSTOM_DATA_FIELD_NOT_FOUND',
  'OPERATION_NOT_PERMITTED',
  'READ_ONLY_GRANT',
] as const

/** Returns the fields of all versions. The schema of a version omits the others. */
export function presentField(row: CustomDataField) {
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    name: row.name,
    type: row.type,
    variable: row.variable,
    index: row.position,
    usage: row.usage,
  }
}
