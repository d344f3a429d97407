/** Fields that an agency makes up: contract/resources.md §4.1. */
import type { Selectable } from 'kysely'
import { invalidParameter } from '../../../platform/errors.ts'
import type { CustomDataFieldsTable } from '../../tables.ts'

export const fieldTypes = ['TEXT', 'LONG_TEXT'] as const
export const fieldUsages = ['CUSTOM_VARIABLES', 'PRE_ARRIVAL_FORM', 'OTHER'] as const

export type CustomDataField = Selectable<CustomDataFieldsTable>

/** How many fields an agency may have. */
export const fieldsMax = 200

const variableMax = 64

/** What a client writes of a field. */
export interface NewField {
  name: string
  type?: (typeof fieldTypes)[number] | null
  variable?: string | null
  index?: number | null
  usage?: (typeof fieldUsages)[number] | null
}

/**
 * The variable of a field, by default made of its name: `Door code` → `DOOR_CODE`.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export function variableOf({ name, variable = null }: NewField): string {
  if (variable === null) return madeOf(name)
  if (/^[A-Z0-9_]+$/.test(variable) && variable.length <= variableMax) return variable
  throw invalidParameter('variable', `must be 1 to ${variableMax} characters: A to Z, 0 to 9 or _`)
}

/** Returns a variable made of a name that is not taken: `DOOR_CODE`, `DOOR_CODE_2`. */
export function freeVariable(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let n = 2; ; n++) {
    const end = `_${n}`
    const variable = wanted.slice(0, variableMax - end.length).replace(/_+$/, '') + end
    if (!taken.has(variable)) return variable
  }
}

function madeOf(name: string): string {
  return name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9_]/gu, '_')
    .slice(0, variableMax)
}
