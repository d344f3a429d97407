/** Fields with their labels and what is wrong with them. */
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { type FieldProblem, problemOfField } from '../api/problem.ts'
import type { Write } from '../api/use-write.ts'
import { useWords } from '../words/words.tsx'
import { Problem } from './problem.tsx'

export interface Form<V> {
  values: V
  set: <K extends keyof V>(name: K, value: V[K]) => void
  change: (some: Partial<V>) => void
  isDirty: boolean
  /** Takes the object as it is now for what was not typed, and some of it for what was. */
  rebase: (values: V, taken?: Partial<V>) => void
}

/** What is typed, beside what it began with. */
export function useForm<V extends object>(initial: V): Form<V> {
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const change = useCallback((some: Partial<V>) => setValues(old => ({ ...old, ...some })), [])
  const set = useCallback(
    <K extends keyof V>(name: K, value: V[K]) => setValues(old => ({ ...old, [name]: value })),
    [],
  )
  const rebase = useCallback(
    (now: V, taken: Partial<V> = {}) => {
      setStart(now)
      change(taken)
    },
    [change],
  )
  const isDirty = useMemo(() => JSON.stringify(values) !== JSON.stringify(start), [values, start])
  return { values, set, change, isDirty, rebase }
}

interface FieldProps {
  label: string
  /** A sentence below. */
  hint?: string | undefined
  error?: string | FieldProblem | null
  className?: string
  children: (given: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

function Field({ label, hint, error, className = '', children }: FieldProps) {
  const id = useId()
  const isTold = hint || error
  return (
    <div className={`form-field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(isTold ? { 'aria-describedby': `${id}told` } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {isTold ? (
        <p id={`${id}told`} className={error ? 'field-error' : 'quiet small'}>
          {typeof error === 'object' && error ? <FieldSaid {...error} /> : error || hint}
        </p>
      ) : null}
    </div>
  )
}

/** In words of the page, with what the server says to the point. */
function FieldSaid({ code, message }: FieldProblem) {
  const { fields } = useWords().problem
  return (
    <>
      {fields[code as keyof typeof fields] ?? fields.other} <span lang="en">{message}</span>
    </>
  )
}

interface InputProps extends Omit<FieldProps, 'children'> {
  value: string
  change: (value: string) => void
  type?: 'text' | 'email' | 'tel' | 'number' | 'date' | 'time' | 'datetime-local' | 'search'
  min?: number | string
  max?: number | string
  step?: number | string
  maxLength?: number
  isRequired?: boolean
  autoFocus?: boolean
  autoComplete?: string
}

export function Input({ value, change, isRequired = false, ...props }: InputProps) {
  const { label, hint, error = null, className = '', type = 'text', ...more } = props
  return (
    <Field {...{ label, hint, error, className }}>
      {given => (
        <input
          {...given}
          {...more}
          type={type}
          // Names are written in either direction.
          dir={type === 'text' || type === 'search' ? 'auto' : undefined}
          autoComplete={more.autoComplete ?? 'off'}
          className="field"
          required={isRequired}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}

export function TextArea({ value, change, ...props }: InputProps & { rows?: number }) {
  const { label, hint, error = null, className = '', rows = 3, maxLength, autoFocus } = props
  return (
    <Field {...{ label, hint, error, className }}>
      {given => (
        <textarea
          {...given}
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
      {given => (
        <select
          {...given}
          className="field"
          value={value}
          onChange={({ target }) => change(target.value)}
        >
          {options.map(([one, text]) => (
            <option key={one} value={one}>
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

interface WriteFormProps<G> {
  title?: string
  write: Write<G>
  /** What is sent when the form is; null where something is missing. */
  given: () => G | null
  submit: ReactNode
  close?: () => void
  /** Text of the button that closes the form, where "Cancel" could be read as the act itself. */
  closeText?: string
  /** The button that closes the form has the focus at first. */
  isCautious?: boolean
  isDanger?: boolean
  isDisabled?: boolean
  /** In place of the problem as it is. */
  problem?: ReactNode
  children?: ReactNode
}

/** A form that sends a write, waits for the server's word, and keeps what was typed. */
export function WriteForm<G>({ write, given, close, children, ...props }: WriteFormProps<G>) {
  const { title, submit, closeText, isDanger = false, isDisabled = false } = props
  const { isCautious = false } = props
  const { form } = useWords()
  const send = () => {
    const what = given()
    if (what !== null) void write.run(what)
  }
  return (
    <form
      className="form"
      aria-label={title}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      {title ? <h3>{title}</h3> : null}
      {children}
      <div role="status" className={write.isTryingAgain ? 'trying' : 'for-readers'}>
        {write.isTryingAgain ? form.tryingAgain : ''}
      </div>
      {write.error && props.problem === undefined ? (
        <Problem error={write.error} again={send} />
      ) : null}
      {write.error ? props.problem : null}
      <div className="form-end">
        <Button
          type="submit"
          className={isDanger ? 'button danger' : 'button'}
          isDisabled={isDisabled || write.isPending}
        >
          {write.isPending ? form.sending : submit}
        </Button>
        {close ? (
          <Button className="button plain" onPress={close} autoFocus={isCautious}>
            {closeText ?? form.cancel}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** What is wrong with a field of what was sent. */
export function wrong(write: Write<never> | { error: unknown }, path: string) {
  return problemOfField(write.error, path)
}
