/** Form field whose widget and limits follow the schema of its body. */
import { Suspense, useId } from 'react'
import type { FieldSchema } from '../../api/schemas/body-schema.ts'
import { lazyComponent } from '../../routing/lazy.ts'
import { Check, Field, Input, Select, TextArea, ToggleSwitch } from '../../ui/form.tsx'
import { FieldNote } from './field-note.tsx'
import { type FieldOptions, findWidget, isPicker, type PickerKind } from './field-options.ts'
import type { FormValue } from './form-values.ts'
import { Hour, NumberMap } from './number-fields.tsx'
import { usePickerOptions } from './picker-options.query.ts'

interface FieldTexts {
  label: string
  hint?: string | undefined
  /** Names of enum values. */
  values: Readonly<Record<string, string>>
}

export interface SchemaFieldProps {
  name: string
  field: FieldSchema
  value: FormValue
  change: (value: FormValue) => void
  texts: FieldTexts
  options?: FieldOptions | undefined
  error: string | null
  isRequired: boolean
  /** Currency of amounts. */
  currency: string
  /** Unit of a number, if other values determine it. */
  unit?: string | undefined
}

export function SchemaField(props: SchemaFieldProps) {
  const { name, field, value, change, texts, options, error, isRequired } = props
  const { label, hint } = texts
  if (options?.editor) {
    return <options.editor label={label} value={value as readonly string[]} change={change} />
  }
  const widget = findWidget(name, field, options)
  if (isPicker(widget)) return <Picker {...props} kind={widget} />
  if (widget === 'switch') return <SwitchField {...props} />
  if (widget === 'segments') return <Segments {...props} />
  if (widget === 'checks') return <Checks {...props} />
  if (widget === 'map') return <NumberMap {...props} />
  if (widget === 'hour') return <Hour {...props} />
  const text = String(value)
  const common = { label, hint, error, value: text, change, isRequired }
  if (widget === 'select') {
    const none = field.isNullable || text === '' ? [['', '–'] as const] : []
    const values = (field.enum ?? []).map(
      option => [option, texts.values[option] ?? option] as const,
    )
    return (
      <Select {...{ label, hint, error, change }} value={text} options={[...none, ...values]} />
    )
  }
  if (widget === 'longText') return <LongText {...props} />
  if (widget === 'date') return <Input {...common} type="date" />
  if (widget === 'dateTime') return <Input {...common} type="datetime-local" />
  if (widget === 'text') {
    return (
      <Input
        {...common}
        type={findInputType(name, field)}
        {...(field.maxLength ? { maxLength: field.maxLength } : {})}
      />
    )
  }
  const unit = props.unit ?? { percent: '%', money: props.currency, number: '' }[widget]
  const percents = widget === 'percent' ? 100 : 1
  return (
    <Input
      {...common}
      type="number"
      {...(unit ? { unit } : {})}
      {...(field.minimum === undefined ? {} : { min: field.minimum * percents })}
      {...(field.maximum === undefined ? {} : { max: field.maximum * percents })}
      step={field.type === 'integer' ? 1 : (field.multipleOf ?? 'any')}
    />
  )
}

const inputTypesByFormat: Record<string, 'email' | 'url'> = {
  'email-address': 'email',
  'http-url': 'url',
  'http-url-or-empty': 'url',
}

function findInputType(name: string, { format = '' }: FieldSchema) {
  return inputTypesByFormat[format] ?? (/phoneNumber$/i.test(name) ? 'tel' : 'text')
}

function SwitchField({ value, change, texts, error }: SchemaFieldProps) {
  return (
    <Field className="switch-field" label={texts.label} hint={texts.hint} error={error}>
      {attributes => <ToggleSwitch {...attributes} isOn={value === true} change={change} />}
    </Field>
  )
}

/** Radio buttons next to each other, for a few values. */
function Segments({ field, value, change, texts, error }: SchemaFieldProps) {
  const id = useId()
  return (
    <fieldset className="form-field segments" aria-describedby={`${id}hint`}>
      <legend className="label">{texts.label}</legend>
      <div className="toggle">
        {field.enum!.map(option => (
          <label key={option} className="toggle-button">
            <input
              type="radio"
              name={id}
              checked={value === option}
              onChange={() => change(option)}
            />
            {texts.values[option] ?? option}
          </label>
        ))}
      </div>
      <FieldNote id={`${id}hint`} error={error} hint={texts.hint} />
    </fieldset>
  )
}

/** Checkboxes for the values of a list. */
function Checks({ field, value, change, texts, error }: SchemaFieldProps) {
  const id = useId()
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  return (
    <fieldset className="form-field checks" aria-describedby={`${id}hint`}>
      <legend className="label">{texts.label}</legend>
      {(field.items?.enum ?? []).map(option => (
        <Check
          key={option}
          label={texts.values[option] ?? option}
          isOn={chosen.includes(option)}
          change={isOn =>
            change(isOn ? [...chosen, option] : chosen.filter(other => other !== option))
          }
        />
      ))}
      <FieldNote id={`${id}hint`} error={error} hint={texts.hint} />
    </fieldset>
  )
}

/** Share of the maximum length from which the remaining characters are shown. */
const counterShare = 0.9

function LongText({ field, value, change, texts, error }: SchemaFieldProps) {
  const text = String(value)
  const { maxLength = Number.POSITIVE_INFINITY } = field
  const isNearEnd = text.length > maxLength * counterShare
  return (
    <TextArea
      className="long-text"
      label={texts.label}
      hint={isNearEnd ? `${text.length} / ${maxLength}` : texts.hint}
      error={error}
      value={text}
      change={change}
      maxLength={maxLength}
    />
  )
}

const ComboBox = lazyComponent(
  async () => (await import('../../ui/pickers/combo-box.tsx')).ComboBox,
)

function Picker({ kind, ...props }: SchemaFieldProps & { kind: PickerKind }) {
  const { field, value, change, texts, error, isRequired } = props
  const loaded = usePickerOptions(kind)
  // A code without a meaning of its own, such as the currency NONE.
  const none = texts.values.NONE
  const options =
    field.format === 'currency-or-none' && none ? [{ id: 'NONE', text: none }, ...loaded] : loaded
  const id = useId()
  const hasNote = Boolean(error ?? texts.hint)
  return (
    <div className="form-field">
      <Suspense fallback={<PickerOutline label={texts.label} />}>
        <ComboBox
          label={texts.label}
          options={options}
          value={String(value)}
          change={change}
          isRequired={isRequired}
          error={error !== null}
          describedBy={hasNote ? id : undefined}
        />
      </Suspense>
      <FieldNote id={id} error={error} hint={texts.hint} />
    </div>
  )
}

/** Picker that is loading, of the same height: what follows must not move. */
function PickerOutline({ label }: { label: string }) {
  return (
    <div className="form-field" aria-hidden="true">
      <span className="label">{label}</span>
      <div className="field" />
    </div>
  )
}
