/** Amenities that the catalogue lacks, by their name. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { delayMs } from '../../api/delayed.ts'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { useVisible } from '../../resources/list/use-removal.tsx'
import { Problem } from '../../shared/problem.tsx'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useDelay } from '../../shared/writes/use-delayed.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { Chip } from '../../ui/chip.tsx'
import { Input } from '../../ui/form.tsx'

interface ListProps {
  propertyUid: string
  isReadOnly: boolean
}

const nameMax = 255

export function OwnAmenities({ propertyUid, isReadOnly }: ListProps) {
  const { amenities: texts } = usePropertyContentTranslations()
  const { removeOne } = useResourceTranslations()
  const client = useQueryClient()
  const delay = useDelay()
  const [name, setName] = useState('')
  const { data } = useQuery({
    queryKey: ['properties', 'custom-amenities', propertyUid],
    queryFn: async ({ signal }) => {
      const query = { objectUid: propertyUid, objectType: 'PROPERTY' as const }
      return (await call('GET /custom-amenities', { query, signal })).customAmenities
    },
  })
  const items = useVisible(data ?? [])
  const write = useWrite(
    (name: string, key) => {
      const body = { objectUid: propertyUid, objectType: 'PROPERTY' as const, name }
      return call('POST /custom-amenities', { body, key })
    },
    () => {
      setName('')
      void invalidateProperties(client)
    },
    (_, name) => ({ text: toasts => toasts.fieldSaved(name) }),
  )
  const remove = ({ uid, name }: { uid: string; name: string }) =>
    delay({
      ...{ object: uid, noun: 'custom-amenities', action: 'remove', ms: delayMs.deletion, name },
      reads: ['properties'],
      send: options =>
        call('DELETE /custom-amenities/{uid}', { path: { uid }, ...options, isDelayed: true }),
    })
  return (
    <section className="card own-amenities" aria-label={texts.own}>
      <h2>{texts.own}</h2>
      <ul className="chips">
        {items.map(item => (
          <li key={item.uid}>
            <Chip removeText={removeOne(item.name)} remove={isReadOnly ? null : () => remove(item)}>
              <bdi>{item.name}</bdi>
            </Chip>
          </li>
        ))}
      </ul>
      {isReadOnly ? null : (
        <form
          className="inline-form"
          onSubmit={event => {
            event.preventDefault()
            if (name.trim()) void write.run(name.trim())
          }}
        >
          <Input
            label={texts.name}
            hint={texts.ownHint}
            value={name}
            maxLength={nameMax}
            change={setName}
          />
          <Button type="submit" className="button plain" isDisabled={write.isPending}>
            {texts.addOwn}
          </Button>
        </form>
      )}
      {write.error ? <Problem error={write.error} /> : null}
    </section>
  )
}
