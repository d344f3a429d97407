/** Value of a field as text. */
import type { BodySchema } from '../../api/schemas/body-schema.ts'
import { dateText } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { findWidget, isPicker } from './field-options.ts'
import type { FormTexts } from './form-fields.tsx'
import { type FormValue, findField, readEntries } from './form-values.ts'
import { usePickerOptions } from './picker-options.query.ts'

interface FieldValueProps {
  schema: BodySchema
  name: string
  value: FormValue
  texts: FormTexts
}

/** Renders nothing for an empty value. */
export function FieldValue({ schema, name, value, texts: { values = {} } }: FieldValueProps) {
  const { texts, locale } = useLocalization()
  const widget = findWidget(name, findField(schema, name))
  const options = usePickerOptions(isPicker(widget) ? widget : null)
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (widget === 'map') {
    const entries = readEntries(value as readonly string[])
    return entries.map(([key, number]) => `${values[key] ?? key} ${number}`).join(', ')
  }
  if (typeof value !== 'string') return value.map(item => values[item] ?? item).join(', ')
  if (widget === 'date' && value !== '') return dateText(value, locale, 'long')
  if (widget === 'percent' && value !== '') return `${value} %`
  return options.find(({ id }) => id === value)?.text ?? values[value] ?? value
}
