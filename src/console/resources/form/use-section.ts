/** State of the form of a section: values, conflict with the latest object, and the write. */
import { useRef } from 'react'
import { callWithEtag } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import type { FormOperation } from '../../api/operations.ts'
import { isEditConflict } from '../../api/problem.ts'
import { schemas } from '../../api/schemas/api-schemas.ts'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { useWrite, type Write } from '../../shared/writes/use-write.ts'
import { type EditConflict, useEditConflict } from '../../ui/edit-conflict.tsx'
import { useForm } from '../../ui/form.tsx'
import { undoAction } from '../../ui/toasts.ts'
import { translateFieldErrors } from './field-errors.ts'
import type { FieldOptions } from './field-options.ts'
import { listVisible } from './form-fields.tsx'
import { type FormValues, mergeBody, pickBody, readValues, toBody } from './form-values.ts'

/** Object as it was last read, and its ETag if the endpoint sends one. */
export interface Versioned {
  item: object
  etag: string | undefined
}

/** Endpoint that changes an object. */
export interface Endpoint {
  /** PATCH sends the changed fields, PUT the complete object. */
  operation: FormOperation
  path: Readonly<Record<string, string>>
  /** Member of the response that contains the object. */
  envelope: string
}

export interface SectionProps extends Versioned, Endpoint {
  /** Paths of the fields, such as `availability.minimumStay`. */
  names: readonly string[]
  options?: Readonly<Record<string, FieldOptions>>
  /** Name of the object in toasts. */
  name: string
  /** Receives the object after a write, and after a conflict. */
  receive: (latest: Versioned) => void
  /** True if no toast confirms a write, because the page itself goes on. */
  isSilent?: boolean
}

export function useSection(props: SectionProps) {
  const { operation, names, options, item, etag, name, receive } = props
  const localization = { ...useLocalization(), resources: useResourceTranslations() }
  const schema = schemas[operation]
  const latest: FormValues = readValues(schema, names, item)
  const form = useForm<FormValues>(latest)
  useUnsaved(form.isDirty, staysOnPage)
  const write: Write<FormValues> = useWrite(
    (changed: FormValues, key) => {
      const changes = toBody(schema, Object.keys(changed), changed)
      return saveChanges(props, changes, { item, etag: conflict.etag }, key)
    },
    (saved, changed) => {
      const values = readValues(schema, names, saved.item)
      form.rebase(values, pickNames(values, Object.keys(changed)))
      receive(saved)
    },
    (saved, changed) =>
      props.isSilent
        ? null
        : {
            text: toasts => toasts.fieldSaved(name),
            actions: [undoAction(() => restore(saved, Object.keys(changed)))],
          },
  )
  const conflict: EditConflict<FormValues> = useEditConflict(form, {
    values: latest,
    etag,
    isPending: write.isPending,
  })
  const previous = useRef(conflict.base)
  const current = useRef(form)
  current.current = form
  const restore = async (saved: Versioned, changed: string[]) => {
    const changes = toBody(schema, changed, previous.current)
    const restored = await saveChanges(props, changes, saved, newKey())
    const [before, now] = [saved, restored].map(({ item }) => readValues(schema, names, item))
    // Fields that were edited since the save keep their input.
    const isUnedited = (name: string) => isSame(current.current.values[name], before![name])
    current.current.rebase(now!, pickNames(now!, changed.filter(isUnedited)))
    receive(restored)
  }
  return {
    form,
    latest,
    write,
    conflict,
    errors: translateFieldErrors(write.error, schema, names, localization),
    submit: () => {
      previous.current = conflict.base
      const shown = listVisible(names, form.values, options)
      const changed = shown.filter(name => !isSame(form.values[name], conflict.base[name]))
      void write.run(pickNames(form.values, changed))
    },
    discard: () => {
      form.change(latest)
      write.clearError()
    },
  }
}

/**
 * Changes some fields of an object. After a conflict, `receive` gets the latest object, and a
 * change of fields that the form does not have is no reason to ask the user.
 */
async function saveChanges(
  { operation, path, envelope, names, receive }: SectionProps,
  changes: Record<string, unknown>,
  base: Versioned,
  key: string,
): Promise<Versioned> {
  try {
    return await change({ operation, path, envelope }, changes, base, key)
  } catch (error) {
    if (!isEditConflict(error)) throw error
    const body = error.body.current as Record<string, object>
    const latest = { item: body[envelope]!, etag: error.etag }
    receive(latest)
    const [before, now] = [base, latest].map(({ item }) =>
      readValues(schemas[operation], names, item),
    )
    if (!isSame(before, now)) throw error
    return change({ operation, path, envelope }, changes, latest, `${key}-2`)
  }
}

/** Sends some fields of an object, or the complete object if the endpoint replaces it. */
export async function change(
  { operation, path, envelope }: Endpoint,
  changes: Record<string, unknown>,
  base: Versioned,
  key: string,
): Promise<Versioned> {
  const isReplaced = operation.startsWith('PUT')
  const body = isReplaced ? mergeBody(pickBody(schemas[operation], base.item), changes) : changes
  const request = { path, body, etag: base.etag, key } as never
  const { body: response, etag } = await callWithEtag(operation, request)
  return { item: (response as unknown as Record<string, object>)[envelope]!, etag }
}

function pickNames(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map(name => [name, values[name]!]))
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
