/** Form that sends a write. */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { findFieldProblem } from '../../api/problem.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { Problem } from '../problem.tsx'
import type { Write } from './use-write.ts'

interface WriteFormProps<Input> {
  title?: string
  write: Write<Input>
  /** Returns the input of the write on submit; null if it is incomplete. */
  input: () => Input | null
  submit: ReactNode
  close?: () => void
  /** Text of the close button, if "Cancel" could be mistaken for the action itself. */
  closeText?: string
  /** True if the close button has the initial focus. */
  isCautious?: boolean
  isDanger?: boolean
  isDisabled?: boolean
  /** Replaces the default error message. */
  problem?: ReactNode
  children?: ReactNode
}

/** Shows a form that sends a write, waits for the response, and retains the input until then. */
export function WriteForm<Input>({
  write,
  input,
  close,
  children,
  ...props
}: WriteFormProps<Input>) {
  const { title, submit, closeText, isDanger = false, isDisabled = false } = props
  const { isCautious = false } = props
  const { form } = useTranslations()
  const send = () => {
    const inputValue = input()
    if (inputValue !== null) void write.run(inputValue)
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
        <Problem error={write.error} retry={send} />
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

/** Returns the error of a field of a write; null if the server reports none. */
export function fieldError(write: Write<never> | { error: unknown }, path: string) {
  return findFieldProblem(write.error, path)
}
