/** Form of a new object, with all sections and one button. */
import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import type { FormOperation } from '../../api/operations.ts'
import { schemas } from '../../api/schemas/api-schemas.ts'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { useLocalization, useTranslations } from '../../i18n/translations.tsx'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { Problem } from '../../shared/problem.tsx'
import { useWrite } from '../../shared/writes/use-write.ts'
import { useForm } from '../../ui/form.tsx'
import { useKeys } from '../../ui/keys.ts'
import { isPlaced, translateFieldErrors } from './field-errors.ts'
import type { FieldOptions } from './field-options.ts'
import { FormFields, type FormTexts, listVisible } from './form-fields.tsx'
import { type FormValues, mergeBody, readValues, toBody } from './form-values.ts'
import { useFocusOnError } from './section-form.tsx'

interface CreateFormProps {
  operation: FormOperation
  /** Member of the response that contains the object. */
  envelope: string
  /** Fields of each section. */
  sections: Readonly<Record<string, readonly string[]>>
  options?: Readonly<Record<string, FieldOptions>> | undefined
  /** Values at the start. */
  start?: object
  /** Members of the body that the form does not show. */
  fixed?: Record<string, unknown>
  texts: FormTexts & { sections: Readonly<Record<string, string>> }
  submitText: string
  /** Returns the name of the new object for the toast. */
  toName: (item: object) => string
  onCreate: (item: object) => void
  close: () => void
}

export function CreateForm(props: CreateFormProps) {
  const { operation, sections, options, texts, submitText, close } = props
  const { form: formTexts } = useTranslations()
  const element = useRef<HTMLFormElement>(null)
  const { form, write, errors, submit, leave } = useCreation(props)
  useFocusOnError(element, write.error)
  useKeys({ 'mod+s': () => element.current?.requestSubmit() })
  return (
    <form
      ref={element}
      className="create-form"
      aria-label={submitText}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {Object.entries(sections).map(([section, names]) => (
        <section key={section} className="card section-form" aria-label={texts.sections[section]}>
          <h2>{texts.sections[section]}</h2>
          <FormFields
            schema={schemas[operation]}
            {...{ names, form, texts, options, errors }}
            isNew
          />
        </section>
      ))}
      <div role="status" className={write.isTryingAgain ? 'trying' : 'for-readers'}>
        {write.isTryingAgain ? formTexts.tryingAgain : ''}
      </div>
      {write.error && !isPlaced(write.error, errors) ? (
        <Problem error={write.error} retry={submit} />
      ) : null}
      <div className="form-end save-bar">
        <Button type="submit" className="button" isDisabled={write.isPending}>
          {write.isPending ? formTexts.sending : submitText}
        </Button>
        <Button className="button plain" onPress={() => leave(close)}>
          {formTexts.cancel}
        </Button>
      </div>
    </form>
  )
}

function useCreation(props: CreateFormProps) {
  const { operation, envelope, sections, options, start = {}, fixed = {} } = props
  const { toName, onCreate } = props
  const localization = { ...useLocalization(), resources: useResourceTranslations() }
  const schema = schemas[operation]
  const names = Object.values(sections).flat()
  const form = useForm<FormValues>(readValues(schema, names, start))
  const discard = useUnsaved(form.isDirty, staysOnPage)
  const leave = (next: () => void) => {
    discard()
    next()
  }
  const write = useWrite(
    async (body: Record<string, unknown>, key) => {
      const response: unknown = await call(operation, { body, key } as never)
      return (response as Record<string, object>)[envelope]!
    },
    item => leave(() => onCreate(item)),
    item => ({ text: () => localization.resources.created(toName(item)) }),
  )
  return {
    form,
    write,
    errors: translateFieldErrors(write.error, schema, names, localization),
    leave,
    submit: () => {
      const body = toBody(schema, listVisible(names, form.values, options), form.values)
      const given = Object.entries(body).filter(([, value]) => value !== null && value !== '')
      void write.run(mergeBody(fixed, Object.fromEntries(given)))
    },
  }
}
