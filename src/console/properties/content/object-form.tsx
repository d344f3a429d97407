/** Form of an object that a property has exactly one of. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FormOperation, OperationName } from '../../api/operations.ts'
import { may, useSession } from '../../api/session.tsx'
import type { FieldOptions } from '../../resources/form/field-options.ts'
import type { FormTexts } from '../../resources/form/form-fields.tsx'
import { SectionForm } from '../../resources/form/section-form.tsx'
import { Problem } from '../../shared/problem.tsx'
import { invalidateProperties } from '../../shared/properties.query.ts'
import type { Property } from '../property.query.ts'
import { objectQuery } from './object-query.ts'

interface ObjectFormProps {
  property: Property
  read: OperationName
  operation: FormOperation
  envelope: string
  names: readonly string[]
  area: string
  options?: Readonly<Record<string, FieldOptions>>
  texts: FormTexts & { title: string }
  /** Content below the fields. */
  renderEnd?: (item: object) => ReactNode
}

export function ObjectForm(props: ObjectFormProps) {
  const { property, read, area, texts, renderEnd, ...form } = props
  const session = useSession()
  const client = useQueryClient()
  const path = { propertyUid: property.uid }
  const query = objectQuery(read, form.envelope, property.uid)
  const { data, error, refetch } = useQuery({ ...query, enabled: may(session, `${area}:read`) })
  if (!data) return error ? <Problem error={error} retry={refetch} /> : null
  return (
    <SectionForm
      {...data}
      {...form}
      {...{ path, texts }}
      title={texts.title}
      name={property.name}
      receive={latest => {
        client.setQueryData(query.queryKey, latest)
        void invalidateProperties(client)
      }}
      isReadOnly={!may(session, `${area}:write`)}
    >
      {renderEnd?.(data.item)}
    </SectionForm>
  )
}
