/** Custom data fields: contract/resources.md §4.1. */
import type { Selectable } from 'kysely'
import { invalidParameter } from '../../../platform/errors.ts'
import type { CustomDataFieldsTable } from '../../tables.ts'

export const fieldTypes = ['TEXT', 'LONG_TEXT'] as const
export const fieldUsages = ['CUSTOM_VARIABLES', 'PRE_ARRIVAL_FORM', 'OTHER'] as const

export type CustomDataField = Selectable<CustomDataFieldsTable>

/** Maximum number of fields of an agency. */
export const fieldsMax = 200

const variableMax = 64

export interface NewField {
  name: string
  type?: (typeof fieldTypes)[number] | null
  variable?: string | null
  index?: number | null
  usage?: (typeof fieldUsages)[number] | null
}

/**
 * Returns the variable of a new field, by default derived from its name: `Door code` → `DOOR_CODE`.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export function readVariable({ name, variable = null }: NewField): string {
  if (variable === null) return deriveVariable(name)
  if (/^[A-Z0-9_]+$/.test(variable) && variable.length <= variableMax) return variable
  throw invalidParameter('variable', `must be 1 to ${variableMax} characters: A to Z, 0 to 9 or _`)
}

/** Returns a variable that is not in use: `DOOR_CODE`, `DOOR_CODE_2`. */
export function freeVariable(preferred: string, used: ReadonlySet<string>): string {
  if (!used.has(preferred)) return preferred
  for (let n = 2; ; n++) {
    const suffix = `_${n}`
    const variable = preferred.slice(0, variableMax - suffix.length).replace(/_+$/, '') + suffix
    if (!used.has(variable)) return variable
  }
}

function deriveVariable(name: string): string {
  return name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9_]/gu, '_')
    .slice(0, variableMax)
}
