/** Tags of a lead: shown, added and taken off. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Problem } from '../../kit/problem.tsx'
import { undoBy } from '../../kit/toasts/toasts.ts'
import { newKey } from '../../plain-http.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useLeadWrite, useTags } from '../lead/lead.read.ts'

export function Tags({ uid, isReadOnly }: { uid: string; isReadOnly: boolean }) {
  const session = useSession()
  const words = useLeadWords()
  const { data: tags = [] } = useTags(uid)
  const [text, setText] = useState('')
  const client = useQueryClient()
  const reverse = (given: TagChange) =>
    changeTags(uid, { added: given.removed, removed: given.added }, newKey()).finally(() => {
      for (const read of ['lead', 'leads']) void client.invalidateQueries({ queryKey: [read] })
    })
  const write = useLeadWrite(
    uid,
    (given: TagChange, key) => changeTags(uid, given, key),
    () => setText(''),
    (_, given) => ({
      text: toasts => {
        const { added, removed = '' } = given
        return added === undefined ? toasts.untagged(removed) : toasts.tagged(added)
      },
      // A tag that was there already stays.
      actions: given.added && tags.includes(given.added) ? [] : [undoBy(() => reverse(given))],
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
              aria-label={words.removeTag(tag)}
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
            aria-label={words.addTag}
            placeholder={words.addTag}
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

/** Sends only what changes: what others do to the tags stays. */
function changeTags(uid: string, { added, removed }: TagChange, key: string): Promise<unknown> {
  const object = { objectUid: uid, objectType: 'LEAD' as const }
  return added === undefined
    ? call('DELETE /tags', { query: { ...object, tag: removed! }, key })
    : call('PUT /tags', { body: { ...object, tags: [added] }, key })
}
