/** Toolbar with actions for the selected leads. */
import { type FormEvent, useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import type { ListedLead } from '../../shared/lead/leads.query.ts'
import { errorText } from '../../shared/problem.tsx'
import { useStaff } from '../../shared/staff.query.ts'
import { useTagsInUse } from '../../shared/tags.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type Bulk, ConcurrentAssignment } from './bulk.query.ts'

interface BulkBarProps {
  leads: readonly ListedLead[]
  bulk: Bulk
  clear: () => void
}

export function BulkBar({ leads, bulk, clear }: BulkBarProps) {
  const { list } = useLeadTranslations()
  const { state } = bulk
  if (leads.length === 0 && state === null) return null
  const isRunning = state?.isRunning ?? false
  const close = () => {
    bulk.reset()
    clear()
  }
  return (
    <div className="act-bar bulk-bar" role="group" aria-label={list.chosen(leads.length)}>
      <p className="act-text" role="status">
        <b>{leads.length > 0 ? list.chosen(leads.length) : ''}</b>
        {state ? <span> {list.done(state.done, state.total)}</span> : null}
      </p>
      {state && state.failed.length > 0 ? <FailureList failures={state.failed} /> : null}
      <div className="act-buttons">
        {leads.length > 0 ? (
          <>
            <TagForm
              isDisabled={isRunning}
              add={tag => void bulk.run({ kind: 'tag', tag }, leads)}
            />
            <AssignChoice
              isDisabled={isRunning}
              assign={assigneeUid => void bulk.run({ kind: 'assign', assigneeUid }, leads)}
            />
          </>
        ) : null}
        <Button
          className="icon-button small"
          aria-label={list.clearChosen}
          isDisabled={isRunning}
          onPress={close}
        >
          <Icon name="close" />
        </Button>
      </div>
    </div>
  )
}

function TagForm({ isDisabled, add }: { isDisabled: boolean; add: (tag: string) => void }) {
  const { addTag, list } = useLeadTranslations()
  const [text, setText] = useState('')
  const suggestions = useTagsInUse()
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = text.trim()
    if (tag === '') return
    setText('')
    add(tag)
  }
  return (
    <form className="bulk-tag" onSubmit={submit}>
      <input
        className="field"
        dir="auto"
        list={id}
        aria-label={addTag}
        placeholder={addTag}
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={id}>
        {suggestions.map(tag => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Button type="submit" className="button plain" isDisabled={isDisabled || text.trim() === ''}>
        {list.tag}
      </Button>
    </form>
  )
}

interface AssignProps {
  isDisabled: boolean
  assign: (uid: string | null) => void
}

function AssignChoice({ isDisabled, assign }: AssignProps) {
  const texts = useLeadTranslations()
  const { staff, namesByUid } = useStaff()
  return (
    <select
      className="field"
      aria-label={texts.list.assign}
      disabled={isDisabled}
      value=""
      onChange={({ target }) => assign(target.value === 'none' ? null : target.value)}
    >
      <option value="" disabled>
        {texts.list.assign}
      </option>
      <option value="none">{texts.nobody}</option>
      {staff.map(({ uid }) => (
        <option key={uid} value={uid}>
          {namesByUid.get(uid)}
        </option>
      ))}
    </select>
  )
}

function FailureList({ failures }: { failures: NonNullable<Bulk['state']>['failed'] }) {
  const { list } = useLeadTranslations()
  const shared = useTranslations()
  return (
    <div className="bulk-failed" role="alert">
      <p>{list.failed(failures.length)}</p>
      <ul>
        {failures.slice(0, failuresMax).map(({ uid, name, error }) => (
          <li key={uid}>
            <b>
              <bdi>{name}</bdi>
            </b>
            :{' '}
            {error instanceof ConcurrentAssignment
              ? list.assignedMeanwhile
              : errorText(error, shared)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const failuresMax = 5
