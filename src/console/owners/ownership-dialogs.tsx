/** Dialogs that assign a property to an owner, and end an ownership. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { dateText } from '../i18n/format.ts'
import { useOwnerPropertyTranslations } from '../i18n/owners/translations.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { SchemaField } from '../resources/form/schema-field.tsx'
import { invalidateProperties, useProperties } from '../shared/properties.query.ts'
import { fullName } from '../shared/staff.query.ts'
import { useWrite } from '../shared/writes/use-write.ts'
import { WriteForm } from '../shared/writes/write-form.tsx'
import { ModalDialog } from '../ui/dialog.tsx'
import type { OwnedProperty, Owner } from './owner.ts'

interface DialogProps {
  owner: Owner
  close: () => void
}

export function AssignProperty({ owner, close }: DialogProps) {
  const texts = useOwnerPropertyTranslations()
  const client = useQueryClient()
  const { byUid } = useProperties()
  const [propertyUid, setPropertyUid] = useState('')
  const ownership = useOwnership(propertyUid)
  const write = useWrite(
    async (uid: string, key) =>
      call('PUT /property-ownership/{propertyUid}', {
        path: { propertyUid: uid },
        body: { ownerUid: owner.uid },
        key,
      }),
    () => {
      void invalidateProperties(client)
      close()
    },
    (_, uid) => ({
      text: toasts => toasts.assigned(byUid.get(uid)?.name ?? '', fullName(owner)),
    }),
  )
  const current = ownership?.owner ?? null
  const isOwn = current?.uid === owner.uid
  return (
    <ModalDialog title={texts.assignTo(fullName(owner))} showsTitle close={close}>
      <div className="ask">
        <WriteForm
          write={write}
          input={() => propertyUid || null}
          submit={texts.assign}
          close={close}
          // Assigning ends the ownership of another owner, so that is known first.
          isDisabled={!ownership || isOwn}
        >
          <SchemaField
            name="propertyUid"
            field={{ type: 'string' }}
            value={propertyUid}
            change={value => setPropertyUid(String(value))}
            texts={{ label: texts.property, values: {} }}
            error={null}
            isRequired
            currency=""
          />
          <p role="status">
            {isOwn ? texts.isAssigned : current ? texts.takeover(fullName(current)) : ''}
          </p>
        </WriteForm>
      </div>
    </ModalDialog>
  )
}

export function EndOwnership({
  owner,
  property,
  close,
}: DialogProps & { property: OwnedProperty }) {
  const texts = useOwnerPropertyTranslations()
  const { locale } = useLocalization()
  const client = useQueryClient()
  const { uid: propertyUid, name } = property
  const ownership = useOwnership(propertyUid)
  const write = useWrite(
    async (path: { propertyUid: string }, key) =>
      call('DELETE /property-ownership/{propertyUid}', { path, key }),
    () => {
      void invalidateProperties(client)
      close()
    },
    () => ({ text: toasts => toasts.succeeded.remove(name) }),
  )
  const since = ownership?.sinceUtcDateTime
  return (
    <ModalDialog title={texts.endOne(name)} showsTitle close={close}>
      <div className="ask">
        <WriteForm
          write={write}
          input={() => ({ propertyUid })}
          submit={texts.end}
          close={close}
          isCautious
          isDanger
          // Another user may have assigned it to another owner.
          isDisabled={ownership?.ownerUid !== owner.uid}
        >
          <p>{since ? texts.since(fullName(owner), dateText(since, locale, 'long')) : ''}</p>
          <p>{texts.removal}</p>
        </WriteForm>
      </div>
    </ModalDialog>
  )
}

/** Reads the present ownership of a property; undefined while it loads, and without a property. */
function useOwnership(propertyUid: string) {
  const { data } = useQuery({
    queryKey: ['properties', 'ownership', propertyUid],
    queryFn: async ({ signal }) => {
      const request = { path: { propertyUid }, signal }
      return (await call('GET /property-ownership/{propertyUid}', request)).propertyOwnership
    },
    enabled: propertyUid !== '',
    gcTime: 0,
    staleTime: 0,
  })
  return data
}
