/** Tags of a lead, which the user can add and remove. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../../api/call.ts'
import { newKey } from '../../../api/new-key.ts'
import { may, useSession } from '../../../api/session.tsx'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { Icon } from '../../../ui/icons.tsx'
import { undoAction } from '../../../ui/toasts.ts'
import { Problem } from '../../problem.tsx'
import { useLeadWrite } from '../lead.query.ts'
import type { LeadOverview } from '../leads.query.ts'

interface TagsProps extends Pick<LeadOverview, 'tags'> {
  uid: string
  isReadOnly: boolean
}

export function Tags({ uid, tags, isReadOnly }: TagsProps) {
  const session = useSession()
  const texts = useLeadTranslations()
  const [text, setText] = useState('')
  const client = useQueryClient()
  const undoChange = (change: TagChange) =>
    changeTags(uid, { added: change.removed, removed: change.added }, newKey()).finally(() => {
      for (const queryName of ['lead', 'leads'])
        void client.invalidateQueries({ queryKey: [queryName] })
    })
  const write = useLeadWrite(
    uid,
    (change: TagChange, key) => changeTags(uid, change, key),
    () => setText(''),
    (_, change) => ({
      text: toasts => {
        const { added, removed = '' } = change
        return added === undefined ? toasts.untagged(removed) : toasts.tagged(added)
      },
      // A tag that existed before must not be removed by an undo.
      actions:
        change.added && tags.includes(change.added) ? [] : [undoAction(() => undoChange(change))],
    }),
  )
  const mayWrite = may(session, 'bookings:write') && !isReadOnly
  if (!mayWrite && tags.length === 0) return null
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void write.run({ added: text.trim() })
  }
  return (
    <div className="tags">
      {tags.map(tag => (
        <span key={tag} className="tag">
          <bdi>{tag}</bdi>
          {mayWrite ? (
            <Button
              className="tag-remove"
              aria-label={texts.removeTag(tag)}
              onPress={() => write.run({ removed: tag })}
            >
              <Icon name="close" />
            </Button>
          ) : null}
        </span>
      ))}
      {mayWrite ? (
        <form onSubmit={add}>
          <input
            className="field tag-field"
            dir="auto"
            aria-label={texts.addTag}
            placeholder={texts.addTag}
            maxLength={100}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </form>
      ) : null}
      {write.error ? <Problem error={write.error} /> : null}
    </div>
  )
}

interface TagChange {
  added?: string | undefined
  removed?: string | undefined
}

/** Sends only the difference, which retains concurrent changes by other users. */
function changeTags(uid: string, { added, removed }: TagChange, key: string): Promise<unknown> {
  const object = { objectUid: uid, objectType: 'LEAD' as const }
  return added === undefined
    ? call('DELETE /tags', { query: { ...object, tag: removed! }, key })
    : call('PUT /tags', { body: { ...object, tags: [added] }, key })
}
