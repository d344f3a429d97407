/**
 * Edit conflicts: another user changes an object while it is open in a form. The form shows the
 * changes, and keeps its own input until the user decides.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslations } from '../i18n/translations.tsx'
import type { Form } from './form.tsx'

export interface EditConflict<V> {
  /** Initial values of the form, or the ones last accepted. Fields that differ were edited. */
  base: V
  /** ETag of the values that the form is based on. */
  etag: string | undefined
  /** Fields whose values on the server changed and differ from the form. */
  names: (keyof V & string)[]
  /** True if the user edited one of these fields, too. */
  isContested: boolean
  /**
   * Resolves the conflict: retains the user's own edits, or replaces them by the server's values.
   * Fields that the user did not edit take the server's values in either case.
   */
  resolve: (retainsOwn: boolean) => void
}

interface Latest<V> {
  /** Latest values of the object. */
  values: V
  etag?: string | undefined
  /** True while the form itself is being saved. */
  isPending?: boolean
}

/**
 * Detects conflicts between a form and the latest state of its object.
 *
 * @param initialValues values that the form was opened with
 */
export function useEditConflict<V extends object>(
  form: Pick<Form<V>, 'values' | 'rebase'>,
  latest: Latest<V>,
  initialValues = latest.values,
): EditConflict<V> {
  const [start, setStart] = useState({ base: initialValues, etag: latest.etag })
  const { base } = start
  const allNames = Object.keys(base) as (keyof V & string)[]
  const changedNames = allNames.filter(name => !isSame(base[name], latest.values[name]))
  const names = changedNames.filter(name => !isSame(form.values[name], latest.values[name]))
  const isEdited = (name: keyof V) => !isSame(base[name], form.values[name])
  const rebase = (accepted?: Partial<V>) => {
    setStart({ base: latest.values, etag: latest.etag })
    form.rebase(latest.values, accepted)
  }
  // The other user made the same edits: there is nothing to decide.
  const isSameAsForm = changedNames.length > 0 && names.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: when both become equal
  useEffect(() => {
    if (isSameAsForm) rebase()
  }, [isSameAsForm])
  return {
    base,
    // A change of fields that the form does not have causes no conflict: the newer ETag is sent.
    etag: changedNames.length === 0 ? latest.etag : start.etag,
    names: latest.isPending ? [] : names,
    isContested: names.some(isEdited),
    resolve: retainsOwn => {
      const replaced = names.filter(name => !retainsOwn || !isEdited(name))
      rebase(Object.fromEntries(replaced.map(name => [name, latest.values[name]])) as Partial<V>)
    },
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

export interface FieldChange {
  name: string
  before: ReactNode
  now: ReactNode
}

interface EditConflictNoticeProps {
  changes: readonly FieldChange[]
  /** Name of the user and relative time of the change; null if unknown. */
  changedBy: string | null
  ago: string | null
  /** True if the user's own input would be replaced. */
  isContested: boolean
  resolve: (retainsOwn: boolean) => void
}

/** Shows a conflict: who changed it, old and new values, and the choice between them. */
export function EditConflictNotice(props: EditConflictNoticeProps) {
  const { changes, changedBy, ago, isContested, resolve } = props
  const { meanwhile } = useTranslations()
  if (changes.length === 0) return null
  const formatValue = (value: ReactNode) =>
    value === '' || value === null ? <i>{meanwhile.empty}</i> : <bdi>{value}</bdi>
  return (
    <div className="meanwhile" role="alert">
      <p>
        <b>{meanwhile.title(changedBy ?? meanwhile.somebody, ago)}</b>
      </p>
      <dl className="changes">
        {changes.map(({ name, before, now }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <del>
                <span className="for-readers">{meanwhile.before} </span>
                {formatValue(before)}
              </del>{' '}
              <span aria-hidden="true">→</span>{' '}
              <ins>
                <span className="for-readers">{meanwhile.now} </span>
                {formatValue(now)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      <Button className="button plain small" onPress={() => resolve(false)}>
        {isContested ? meanwhile.take : meanwhile.goOn}
      </Button>
      {isContested ? (
        <Button className="button plain small" onPress={() => resolve(true)}>
          {meanwhile.keep}
        </Button>
      ) : null}
    </div>
  )
}
