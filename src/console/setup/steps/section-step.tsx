/** Step that is a section of a form: Continue saves its changes. */
import { type ReactNode, useEffect, useRef } from 'react'
import { isEditConflict } from '../../api/problem.ts'
import { schemas } from '../../api/schemas/api-schemas.ts'
import { isPlaced } from '../../resources/form/field-errors.ts'
import { SectionConflict } from '../../resources/form/field-value.tsx'
import { FormFields, type FormTexts } from '../../resources/form/form-fields.tsx'
import { type SectionProps, useSection } from '../../resources/form/use-section.ts'
import type { SetupStep } from '../../shared/setup-steps.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

interface SectionStepProps extends SectionProps, StepProps {
  step: SetupStep
  texts: FormTexts
  currency?: string | undefined
  children?: ReactNode
}

export function SectionStep({ step, next, texts, currency, children, ...props }: SectionStepProps) {
  const { operation, names, options } = props
  const schema = schemas[operation]
  const { form, write, conflict, errors, submit, latest } = useSection({ ...props, isSilent: true })
  const { isPending, error } = write
  useAfterSuccess(isPending, error, next)
  const hasConflict = conflict.names.length > 0
  return (
    <StepFrame
      {...{ step, next, isPending, error: isEditConflict(error) ? null : error }}
      isTryingAgain={write.isTryingAgain}
      isPlaced={isPlaced(error, errors)}
      submit={() => {
        if (hasConflict) return
        if (form.isDirty) submit()
        else next()
      }}
    >
      <FormFields {...{ schema, names, form, texts, options, errors, currency }} isNew={false} />
      {children}
      <SectionConflict {...{ schema, conflict, latest, texts, options }} />
    </StepFrame>
  )
}

/** Runs a function when a write has ended without an error. */
function useAfterSuccess(isPending: boolean, error: unknown, run: () => void): void {
  const wasPending = useRef(false)
  useEffect(() => {
    if (wasPending.current && !isPending && !error) run()
    wasPending.current = isPending
  })
}
