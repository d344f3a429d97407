/** Form of a part of an object: it saves the changed fields of the part by itself. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { isEditConflict } from '../../api/problem.ts'
import { schemas } from '../../api/schemas/api-schemas.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useKeys } from '../../ui/keys.ts'
import { SaveBar } from '../save-bar.tsx'
import { isPlaced } from './field-errors.ts'
import { SectionConflict } from './field-value.tsx'
import { FormFields, type FormTexts } from './form-fields.tsx'
import { type SectionProps, useSection } from './use-section.ts'

export interface SectionFormProps extends SectionProps {
  title: string
  texts: FormTexts
  /** Currency of amounts, if it is neither a field nor that of the agency. */
  currency?: string
  isReadOnly?: boolean
  children?: ReactNode
}

export function SectionForm(props: SectionFormProps) {
  const { title, operation, names, texts, options, isReadOnly = false } = props
  const schema = schemas[operation]
  const section = useSection(props)
  const { form, write, conflict, errors, submit, discard, latest } = section
  const { form: formTexts } = useTranslations()
  const element = useRef<HTMLFormElement>(null)
  const titleId = useId()
  useFocusOnError(element, write.error)
  const requestSubmit = () => element.current?.requestSubmit()
  useKeys(form.isDirty ? { 'mod+s': requestSubmit } : {})
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    if (form.isDirty) requestSubmit()
  }
  const hasConflict = conflict.names.length > 0
  return (
    <form
      ref={element}
      className="card section-form"
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault()
        if (form.isDirty && !hasConflict) submit()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      <fieldset className="plain-fieldset" disabled={isReadOnly}>
        <FormFields
          {...{ schema, names, form, texts, options, errors }}
          currency={props.currency}
          isNew={false}
        />
      </fieldset>
      {props.children}
      <SectionConflict {...{ schema, conflict, latest, texts, options }} />
      <div role="status" className={write.isTryingAgain ? 'trying' : 'for-readers'}>
        {write.isTryingAgain ? formTexts.tryingAgain : ''}
      </div>
      {write.error && !isEditConflict(write.error) && !isPlaced(write.error, errors) ? (
        <Problem error={write.error} retry={submit} />
      ) : null}
      <SaveBar {...{ hasConflict, discard }} isDirty={form.isDirty} isPending={write.isPending} />
    </form>
  )
}

/** Moves the focus to the first field that the server refused. */
export function useFocusOnError(form: { current: HTMLFormElement | null }, error: unknown): void {
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, error])
}
