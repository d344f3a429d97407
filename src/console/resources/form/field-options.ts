/** Widgets of form fields and the settings that a declaration may give for a field. */
import type { ComponentType } from 'react'
import type { FieldSchema } from '../../api/schemas/body-schema.ts'
import type { FormValue, FormValues } from './form-values.ts'

export type PickerKind =
  | 'property'
  | 'owner'
  | 'employee'
  | 'serviceProvider'
  | 'currency'
  | 'country'
  | 'timeZone'
  | 'language'

export type Widget =
  | PickerKind
  | 'switch'
  | 'segments'
  | 'select'
  | 'checks'
  | 'map'
  | 'hour'
  | 'percent'
  | 'money'
  | 'number'
  | 'date'
  | 'dateTime'
  | 'longText'
  | 'text'

/** Editor of a list of objects, which are texts in JSON. */
export interface ListEditorProps {
  label: string
  value: readonly string[]
  change: (value: readonly string[]) => void
}

export interface FieldOptions {
  /** Replaces the widget that the schema implies. */
  widget?: Widget
  /** False hides a field that other values make meaningless. */
  isShown?: (values: FormValues) => boolean
  /** Unit of a number, if other values determine it. */
  unit?: (values: FormValues, currency: string) => string
  /** Replaces the widget of a list of objects. */
  editor?: ComponentType<ListEditorProps>
  /** Returns the text of a value in the notice of a conflict. */
  describe?: (value: FormValue) => string
  /** Returns the values of several fields that a pasted text contains, or null. */
  paste?: (text: string) => FormValues | null
}

const segmentsMax = 4
const longTextLength = 1_000

const pickersByFormat: Record<string, PickerKind> = {
  'currency-code': 'currency',
  'currency-or-none': 'currency',
  'country-code': 'country',
  'time-zone': 'timeZone',
}

const pickersByName: Record<string, PickerKind> = {
  propertyUid: 'property',
  ownerUid: 'owner',
  employeeUid: 'employee',
  agentUid: 'employee',
  userUid: 'employee',
  serviceProviderUid: 'serviceProvider',
}

/** Returns the widget of a field by its schema and, for uids, by its name. */
export function findWidget(name: string, field: FieldSchema, options?: FieldOptions): Widget {
  if (options?.widget) return options.widget
  if (field.type === 'boolean') return 'switch'
  if (field.type === 'array') return 'checks'
  if (field.type === 'map') return 'map'
  if (field.enum) {
    return field.isNullable || field.enum.length > segmentsMax ? 'select' : 'segments'
  }
  if (field.kind) return field.kind === 'Fraction' ? 'percent' : 'money'
  if (field.type !== 'string') return 'number'
  if (field.format === 'date') return 'date'
  if (field.format === 'local-date-time') return 'dateTime'
  const picker = pickersByFormat[field.format ?? ''] ?? pickersByName[name.split('.').at(-1)!]
  if (picker) return picker
  return (field.maxLength ?? 0) > longTextLength && !field.format ? 'longText' : 'text'
}

const pickers: ReadonlySet<Widget> = new Set<PickerKind>([
  ...['property', 'owner', 'employee', 'serviceProvider'],
  ...['currency', 'country', 'timeZone', 'language'],
] as PickerKind[])

export function isPicker(widget: Widget): widget is PickerKind {
  return pickers.has(widget)
}
