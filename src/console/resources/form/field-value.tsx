/** Values of fields as text, and the notice of changes by another user. */
import type { BodySchema } from '../../api/schemas/body-schema.ts'
import { dateText } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { type EditConflict, EditConflictNotice } from '../../ui/edit-conflict.tsx'
import { type FieldOptions, findWidget, isPicker } from './field-options.ts'
import type { FormTexts } from './form-fields.tsx'
import { type FormValue, type FormValues, findField, readEntries } from './form-values.ts'
import { usePickerOptions } from './picker-options.query.ts'

interface FieldValueProps {
  schema: BodySchema
  name: string
  value: FormValue
  texts: FormTexts
  options: FieldOptions | undefined
}

/** Renders nothing for an empty value. */
function FieldValue(props: FieldValueProps) {
  const {
    schema,
    name,
    value,
    texts: { values = {} },
    options: fieldOptions,
  } = props
  const { texts, locale } = useLocalization()
  const widget = findWidget(name, findField(schema, name))
  const options = usePickerOptions(isPicker(widget) ? widget : null)
  if (fieldOptions?.describe) return fieldOptions.describe(value)
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

interface SectionConflictProps {
  schema: BodySchema
  conflict: EditConflict<FormValues>
  latest: FormValues
  texts: FormTexts
  options: Readonly<Record<string, FieldOptions>> | undefined
}

/** Shows the fields of a form that another user has changed; nothing if there is none. */
export function SectionConflict(props: SectionConflictProps) {
  const { schema, conflict, latest, texts, options } = props
  const common = (name: string) => ({ schema, name, texts, options: options?.[name] })
  const changes = conflict.names.map(name => ({
    name: texts.fields[name] ?? name,
    before: <FieldValue {...common(name)} value={conflict.base[name]!} />,
    now: <FieldValue {...common(name)} value={latest[name]!} />,
  }))
  return <EditConflictNotice {...conflict} changes={changes} changedBy={null} ago={null} />
}
