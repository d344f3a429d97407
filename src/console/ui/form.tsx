/** Form fields with labels and errors. */
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { useTranslations } from '../i18n/translations.tsx'

export interface Form<V> {
  values: V
  set: <K extends keyof V>(name: K, value: V[K]) => void
  change: (changes: Partial<V>) => void
  isDirty: boolean
  /** Sets new initial values, and overwrites the present ones with `accepted`. */
  rebase: (values: V, accepted?: Partial<V>) => void
}

/** State of a form: present and initial values. */
export function useForm<V extends object>(initial: V): Form<V> {
  const [initialValues, setInitialValues] = useState(initial)
  const [values, setValues] = useState(initial)
  const change = useCallback(
    (changes: Partial<V>) => setValues(old => ({ ...old, ...changes })),
    [],
  )
  const set = useCallback(
    <K extends keyof V>(name: K, value: V[K]) => setValues(old => ({ ...old, [name]: value })),
    [],
  )
  const rebase = useCallback(
    (newInitialValues: V, accepted: Partial<V> = {}) => {
      setInitialValues(newInitialValues)
      change(accepted)
    },
    [change],
  )
  const isDirty = useMemo(
    () => JSON.stringify(values) !== JSON.stringify(initialValues),
    [values, initialValues],
  )
  return { values, set, change, isDirty, rebase }
}

/** Error code, which has a translation, and the server's message. */
interface FieldError {
  code: string
  message: string
}

interface FieldProps {
  label: string
  /** Help text below the field. */
  hint?: string | undefined
  error?: string | FieldError | null
  className?: string
  children: (attributes: {
    id: string
    'aria-describedby'?: string
    'aria-invalid'?: true
  }) => ReactNode
}

export function Field({ label, hint, error, className = '', children }: FieldProps) {
  const id = useId()
  const hasText = hint || error
  return (
    <div className={`form-field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(hasText ? { 'aria-describedby': `${id}hint` } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {hasText ? (
        <p id={`${id}hint`} className={error ? 'field-error' : 'quiet small'}>
          {typeof error === 'object' && error ? <FieldErrorText {...error} /> : error || hint}
        </p>
      ) : null}
    </div>
  )
}

/** Translated error, followed by the server's message. */
function FieldErrorText({ code, message }: FieldError) {
  const { fields } = useTranslations().problem
  return (
    <>
      {fields[code as keyof typeof fields] ?? fields.other} <span lang="en">{message}</span>
    </>
  )
}

type InputType =
  | 'text'
  | 'email'
  | 'tel'
  | 'url'
  | 'number'
  | 'date'
  | 'time'
  | 'datetime-local'
  | 'search'

interface InputProps extends Omit<FieldProps, 'children'> {
  value: string
  change: (value: string) => void
  type?: InputType
  min?: number | string
  max?: number | string
  step?: number | string
  maxLength?: number
  isRequired?: boolean
  autoFocus?: boolean
  autoComplete?: string
  /** Unit at the end of the field, such as `%`. */
  unit?: string
}

export function Input({ value, change, isRequired = false, ...props }: InputProps) {
  const { label, hint, error = null, className = '', type = 'text', unit, ...inputProps } = props
  return (
    <Field {...{ label, hint, error }} className={unit ? `${className} has-unit` : className}>
      {attributes => (
        <>
          <input
            {...attributes}
            {...inputProps}
            type={type}
            // Names may be written right to left.
            dir={type === 'text' || type === 'search' ? 'auto' : undefined}
            autoComplete={inputProps.autoComplete ?? 'off'}
            className="field"
            required={isRequired}
            value={value}
            onChange={({ target }) => change(target.value)}
          />
          {unit ? <span className="unit">{unit}</span> : null}
        </>
      )}
    </Field>
  )
}

export function TextArea({ value, change, ...props }: InputProps & { rows?: number }) {
  const { label, hint, error = null, className = '', rows = 3, maxLength, autoFocus } = props
  return (
    <Field {...{ label, hint, error, className }}>
      {attributes => (
        <textarea
          {...attributes}
          {...{ rows, maxLength, autoFocus }}
          dir="auto"
          className="field area"
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}

interface SelectProps extends Omit<FieldProps, 'children'> {
  value: string
  change: (value: string) => void
  options: readonly (readonly [value: string, text: string])[]
}

export function Select({ value, change, options, ...props }: SelectProps) {
  return (
    <Field {...props}>
      {attributes => (
        <select
          {...attributes}
          className="field"
          value={value}
          onChange={({ target }) => change(target.value)}
        >
          {options.map(([optionValue, text]) => (
            <option key={optionValue} value={optionValue}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function Check(props: { label: ReactNode; isOn: boolean; change: (isOn: boolean) => void }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={({ target }) => props.change(target.checked)}
      />
      <span>{props.label}</span>
    </label>
  )
}

interface ToggleSwitchProps {
  id?: string
  isOn: boolean
  change: (isOn: boolean) => void
  isDisabled?: boolean
}

/** Switch without a label. */
export function ToggleSwitch({ isOn, change, isDisabled, ...attributes }: ToggleSwitchProps) {
  return (
    <input
      {...attributes}
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      className="toggle-switch"
      checked={isOn}
      disabled={isDisabled}
      onChange={({ target }) => change(target.checked)}
    />
  )
}

export function Switch({ label, ...props }: ToggleSwitchProps & { label: string }) {
  const id = useId()
  return (
    <label htmlFor={id} className="switch">
      <ToggleSwitch {...props} id={id} />
      {label}
    </label>
  )
}
