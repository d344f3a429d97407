/** Tags of a property, saved at once. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyTranslations } from '../../i18n/properties/translations.ts'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { Problem } from '../../shared/problem.tsx'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useTagsInUse } from '../../shared/tags.tsx'
import { useWrite } from '../../shared/writes/use-write.ts'
import { Chip } from '../../ui/chip.tsx'
import { undoAction } from '../../ui/toasts.ts'
import type { Property } from '../property.query.ts'

interface TagChange {
  tag: string
  isAdded: boolean
}

export function TagEditor({ property: { uid } }: { property: Property }) {
  const texts = usePropertyTranslations()
  const { removeOne } = useResourceTranslations()
  const isReadOnly = !may(useSession(), 'bookings:write')
  const { data: tags = [] } = useQuery({
    queryKey: ['properties', 'tags-of', uid],
    queryFn: async ({ signal }) =>
      (await call('GET /properties/{uid}/tags', { path: { uid }, signal })).tags,
  })
  const write = useTagWrite(uid)
  return (
    <section className="card property-tags" aria-label={texts.tags}>
      <h2>{texts.tags}</h2>
      {tags.length === 0 ? <p className="quiet">{texts.noTags}</p> : null}
      <ul className="chips">
        {tags.map(tag => (
          <li key={tag}>
            <Chip
              removeText={removeOne(tag)}
              remove={isReadOnly ? null : () => void write.run({ tag, isAdded: false })}
            >
              <bdi>{tag}</bdi>
            </Chip>
          </li>
        ))}
      </ul>
      {isReadOnly ? null : <NewTag tags={tags} add={tag => write.run({ tag, isAdded: true })} />}
      {write.error ? <Problem error={write.error} /> : null}
    </section>
  )
}

interface NewTagProps {
  tags: readonly string[]
  add: (tag: string) => Promise<boolean>
}

function NewTag({ tags, add }: NewTagProps) {
  const texts = usePropertyTranslations()
  const [text, setText] = useState('')
  const others = useTagsInUse().filter(tag => !tags.includes(tag))
  return (
    <form
      className="inline-form"
      onSubmit={async event => {
        event.preventDefault()
        if (text.trim() && (await add(text.trim()))) setText('')
      }}
    >
      <label className="form-field">
        <span className="label">{texts.newTag}</span>
        <input
          className="field"
          dir="auto"
          autoComplete="off"
          list="tags-in-use"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <datalist id="tags-in-use">
        {others.map(tag => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Button type="submit" className="button plain">
        {texts.addTag}
      </Button>
    </form>
  )
}

function useTagWrite(uid: string) {
  const client = useQueryClient()
  const send = async ({ tag, isAdded }: TagChange, key: string) => {
    const object = { objectUid: uid, objectType: 'PROPERTY' as const }
    if (isAdded) await call('PUT /tags', { body: { ...object, tags: [tag] }, key })
    else await call('DELETE /tags', { query: { ...object, tag }, key })
    await invalidateProperties(client)
  }
  return useWrite(
    send,
    () => {},
    (_, { tag, isAdded }) => ({
      text: toasts => (isAdded ? toasts.tagged(tag) : toasts.untagged(tag)),
      actions: [undoAction(() => send({ tag, isAdded: !isAdded }, newKey()))],
    }),
  )
}
