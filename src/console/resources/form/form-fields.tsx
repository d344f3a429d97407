/** Fields of a form in a grid, with labels and errors. */
import type { BodySchema } from '../../api/schemas/body-schema.ts'
import { useSession } from '../../api/session.tsx'
import type { Form } from '../../ui/form.tsx'
import type { FieldOptions } from './field-options.ts'
import { type FormValues, findField } from './form-values.ts'
import { SchemaField } from './schema-field.tsx'

/** Texts of the fields of a noun. */
export interface FormTexts {
  fields: Readonly<Record<string, string>>
  /** Help below a field. */
  hints?: Readonly<Record<string, string>>
  /** Names of enum values. */
  values?: Readonly<Record<string, string>>
}

interface FormFieldsProps {
  schema: BodySchema
  /** Paths of the fields, in the order of the form. */
  names: readonly string[]
  form: Pick<Form<FormValues>, 'values' | 'set'>
  texts: FormTexts
  options?: Readonly<Record<string, FieldOptions>> | undefined
  /** Texts of errors by field. */
  errors: Readonly<Record<string, string>>
  /** True if an empty field would not be sent, so that the server chooses its value. */
  isNew: boolean
  /** Currency of amounts, unless the form has a field for it. */
  currency?: string | undefined
}

export function FormFields(props: FormFieldsProps) {
  const { schema, names, form, texts, options, errors, isNew } = props
  const { agency } = useSession()
  const { values, set } = form
  const currency = String(values.currency || props.currency || agency.currency)
  return (
    <div className="section-fields">
      {listVisible(names, values, options).map(name => (
        <div
          key={name}
          data-field={name}
          onPaste={event => {
            const pasted = options?.[name]?.paste?.(event.clipboardData.getData('text'))
            if (!pasted) return
            event.preventDefault()
            for (const [other, value] of Object.entries(pasted)) set(other, value)
          }}
        >
          <SchemaField
            name={name}
            field={findField(schema, name)}
            value={values[name]!}
            change={value => set(name, value)}
            texts={{
              label: texts.fields[name] ?? name,
              hint: texts.hints?.[name],
              values: texts.values ?? {},
            }}
            options={options?.[name]}
            error={errors[name] ?? null}
            isRequired={isRequired(schema, name, isNew)}
            currency={currency}
            unit={options?.[name]?.unit?.(values, currency)}
          />
        </div>
      ))}
    </div>
  )
}

/** Lists the fields that the other values do not hide. */
export function listVisible(
  names: readonly string[],
  values: FormValues,
  options: Readonly<Record<string, FieldOptions>> | undefined,
): string[] {
  return names.filter(name => options?.[name]?.isShown?.(values) ?? true)
}

function isRequired(schema: BodySchema, name: string, isNew: boolean): boolean {
  const field = findField(schema, name)
  if (isNew || schema.required.includes(name)) return schema.required.includes(name)
  // A change cannot clear such a field.
  const mayBeEmpty = field.type === 'string' && !field.format && !field.minLength
  return !field.isNullable && !mayBeEmpty
}
