/** Deletion of a property, confirmed by its name. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { usePropertyTranslations } from '../../i18n/properties/translations.ts'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { WriteForm } from '../../shared/writes/write-form.tsx'
import { ModalDialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/form.tsx'
import type { Property } from '../property.query.ts'

interface DeleteDialogProps {
  property: Property
  close: () => void
}

export function DeleteDialog({ property: { uid, name }, close }: DeleteDialogProps) {
  const texts = usePropertyTranslations()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const write = useWrite(
    async (path: { uid: string }, key) => call('DELETE /properties/{uid}', { path, key }),
    () => {
      client.removeQueries({ queryKey: ['properties', 'item', uid] })
      void invalidateProperties(client)
      navigate('/properties', { replace: true })
    },
    () => ({ text: toasts => toasts.succeeded.remove(name) }),
  )
  return (
    <ModalDialog title={texts.removeTitle(name)} showsTitle close={close}>
      <div className="ask">
        <p>{texts.list.removal}</p>
        <WriteForm
          write={write}
          input={() => (isSameName(typed, name) ? { uid } : null)}
          submit={texts.remove}
          close={close}
          isDanger
          isDisabled={!isSameName(typed, name)}
        >
          <Input label={texts.removeConfirm(name)} value={typed} change={setTyped} autoFocus />
        </WriteForm>
      </div>
    </ModalDialog>
  )
}

/** Ignores spaces around the names and repeated ones, which browsers do not show. */
function isSameName(typed: string, name: string): boolean {
  const normalize = (text: string) => text.trim().replace(/\s+/g, ' ').normalize()
  return normalize(typed) === normalize(name)
}
