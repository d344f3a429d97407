/** Owner of a property. */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { Problem } from '../../shared/problem.tsx'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import type { Property } from '../property.query.ts'
import { ownershipFields } from './object-fields.ts'
import { ObjectForm } from './object-form.tsx'

type Ownership = ResponseOf<'GET /property-ownership/{propertyUid}'>['propertyOwnership']

export function OwnerForm({ property }: { property: Property }) {
  const { owner: texts } = usePropertyContentTranslations()
  const mayChange = may(useSession(), 'owners:write')
  const end = useEnd(property)
  return (
    <>
      <ObjectForm
        property={property}
        read="GET /property-ownership/{propertyUid}"
        operation="PUT /property-ownership/{propertyUid}"
        envelope="propertyOwnership"
        names={ownershipFields}
        area="owners"
        texts={texts}
        renderEnd={item =>
          mayChange && (item as Ownership).ownerUid ? (
            <Button
              className="button plain danger small text-removal"
              isDisabled={end.isPending}
              onPress={() => void end.run({ propertyUid: property.uid })}
            >
              {texts.end}
            </Button>
          ) : null
        }
      />
      {end.error ? <Problem error={end.error} /> : null}
    </>
  )
}

/** Ends the ownership; its form can assign the owner again. */
function useEnd({ name }: Property) {
  const client = useQueryClient()
  return useWrite(
    (path: { propertyUid: string }, key) =>
      call('DELETE /property-ownership/{propertyUid}', { path, key }),
    () => invalidateProperties(client),
    () => ({ text: toasts => toasts.fieldSaved(name) }),
  )
}
