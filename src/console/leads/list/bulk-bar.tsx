/** What can be done with the leads that are chosen. */
import { type FormEvent, useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Icon } from '../../kit/icons.tsx'
import { textOf } from '../../kit/problem.tsx'
import { useTagsInUse } from '../../kit/tags/tags.read.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useWords } from '../../words/words.tsx'
import type { ListedLead } from '../leads.read.ts'
import { useStaff } from '../staff.read.ts'
import { AssignedMeanwhile, type Bulk } from './bulk.read.ts'

interface BulkBarProps {
  leads: readonly ListedLead[]
  bulk: Bulk
  clear: () => void
}

export function BulkBar({ leads, bulk, clear }: BulkBarProps) {
  const { list } = useLeadWords()
  const { state } = bulk
  if (leads.length === 0 && state === null) return null
  const isRunning = state?.isRunning ?? false
  const close = () => {
    bulk.forget()
    clear()
  }
  return (
    <div className="act-bar bulk-bar" role="group" aria-label={list.chosen(leads.length)}>
      <p className="act-text" role="status">
        <b>{leads.length > 0 ? list.chosen(leads.length) : ''}</b>
        {state ? <span> {list.done(state.done, state.total)}</span> : null}
      </p>
      {state && state.failed.length > 0 ? <Failed failed={state.failed} /> : null}
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
  const { addTag, list } = useLeadWords()
  const [text, setText] = useState('')
  const known = useTagsInUse()
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
        {known.map(tag => (
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
  const words = useLeadWords()
  const { staff, nameOf } = useStaff()
  return (
    <select
      className="field"
      aria-label={words.list.assign}
      disabled={isDisabled}
      value=""
      onChange={({ target }) => assign(target.value === 'none' ? null : target.value)}
    >
      <option value="" disabled>
        {words.list.assign}
      </option>
      <option value="none">{words.nobody}</option>
      {staff.map(({ uid }) => (
        <option key={uid} value={uid}>
          {nameOf.get(uid)}
        </option>
      ))}
    </select>
  )
}

function Failed({ failed }: { failed: NonNullable<Bulk['state']>['failed'] }) {
  const { list } = useLeadWords()
  const shared = useWords()
  return (
    <div className="bulk-failed" role="alert">
      <p>{list.failed(failed.length)}</p>
      <ul>
        {failed.slice(0, shownMax).map(({ uid, name, error }) => (
          <li key={uid}>
            <b>
              <bdi>{name}</bdi>
            </b>
            : {error instanceof AssignedMeanwhile ? list.assignedMeanwhile : textOf(error, shared)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const shownMax = 5
