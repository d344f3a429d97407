/** Form fields of an hour and of numbers by key. */
import { useId } from 'react'
import type { FieldSchema } from '../../api/schemas/body-schema.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { Input, Select } from '../../ui/form.tsx'
import { FieldNote } from './field-note.tsx'
import { type FormValue, readEntries } from './form-values.ts'

interface NumberFieldProps {
  field: FieldSchema
  value: FormValue
  change: (value: FormValue) => void
  texts: { label: string; hint?: string | undefined; values: Readonly<Record<string, string>> }
  error: string | null
}

const hourMs = 3_600_000
const lastHour = 23
const midnight = 24

/** Full hours of a day, as the locale writes them. */
export function Hour({ field, value, change, texts, error }: NumberFieldProps) {
  const { locale } = useLocalization()
  const { minimum = 0, maximum = lastHour } = field
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const hours = Array.from({ length: maximum - minimum + 1 }, (_, i) => minimum + i)
  const options = hours.map(hour => {
    const text = hour === midnight ? '24:00' : format.format(new Date(hour * hourMs))
    return [String(hour), text] as const
  })
  return (
    <Select
      {...{ label: texts.label, hint: texts.hint, error, change }}
      value={String(value)}
      options={[...(field.isNullable ? [['', '–'] as const] : []), ...options]}
    />
  )
}

/** A number for each key of a map; empty for a key that it lacks. */
export function NumberMap({ field, value, change, texts, error }: NumberFieldProps) {
  const id = useId()
  const numbers = new Map(readEntries(value as readonly string[]))
  const set = (key: string, text: string) => {
    const entries = (field.keys ?? []).flatMap(other => {
      const number = other === key ? text : String(numbers.get(other) ?? '')
      return number === '' ? [] : [`${other}=${number}`]
    })
    change(entries)
  }
  return (
    <fieldset className="form-field number-map" aria-describedby={`${id}hint`}>
      <legend className="label">{texts.label}</legend>
      <div className="number-map-fields">
        {(field.keys ?? []).map(key => (
          <Input
            key={key}
            label={texts.values[key] ?? key}
            type="number"
            step={1}
            {...(field.minimum === undefined ? {} : { min: field.minimum })}
            {...(field.maximum === undefined ? {} : { max: field.maximum })}
            value={String(numbers.get(key) ?? '')}
            change={text => set(key, text)}
          />
        ))}
      </div>
      <FieldNote id={`${id}hint`} error={error} hint={texts.hint} />
    </fieldset>
  )
}
