/** Frame of a step: title, content, and the buttons that lead to the next step. */
import { type ReactNode, useId, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { useFocusOnError } from '../../resources/form/section-form.tsx'
import { Problem } from '../../shared/problem.tsx'
import { type SetupStep, setupSteps } from '../../shared/setup-steps.ts'

export interface StepProps {
  /** Goes to the next step. */
  next: () => void
}

interface StepFrameProps extends StepProps {
  step: SetupStep
  /** Text of the button that submits; null if the step has nothing to submit. */
  submitText?: string | null
  submit: () => void
  isPending?: boolean
  isTryingAgain?: boolean
  error?: unknown
  /** True if the error is shown at its fields. */
  isPlaced?: boolean
  children: ReactNode
}

export function StepFrame(props: StepFrameProps) {
  const { step, submit, next, isPending = false, error, isPlaced = false, children } = props
  const texts = useSetupTranslations()
  const { form } = useTranslations()
  const element = useRef<HTMLFormElement>(null)
  const titleId = useId()
  useFocusOnError(element, error)
  const { title, text } = texts.steps[step]
  return (
    <form
      ref={element}
      className="card section-form setup-step"
      aria-labelledby={titleId}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div>
        <h2 id={titleId}>{title}</h2>
        <p className="quiet">{text}</p>
      </div>
      {children}
      <div role="status" className={props.isTryingAgain ? 'trying' : 'for-readers'}>
        {props.isTryingAgain ? form.tryingAgain : ''}
      </div>
      {error && !isPlaced ? <Problem error={error} retry={submit} /> : null}
      <div className="form-end save-bar">
        <Button type="submit" className="button" isDisabled={isPending}>
          {isPending ? form.sending : (props.submitText ?? texts.continue)}
        </Button>
        {step === setupSteps.at(-1) ? null : (
          <Button className="button plain" isDisabled={isPending} onPress={next}>
            {texts.skip}
          </Button>
        )}
      </div>
    </form>
  )
}
