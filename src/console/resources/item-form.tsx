/** Forms of a noun: of a new object, and of the sections of one. */
import { useQueryClient } from '@tanstack/react-query'
import type { FormOperation } from '../api/operations.ts'
import { schemas } from '../api/schemas/api-schemas.ts'
import { may, useSession } from '../api/session.tsx'
import { CreateForm } from './form/create-form.tsx'
import type { FormTexts } from './form/form-fields.tsx'
import { SectionForm } from './form/section-form.tsx'
import type { Versioned } from './form/use-section.ts'
import { findEndpoint, queryName } from './resource.query.ts'
import type { Item, Resource, ResourceTexts } from './resource.ts'

interface FormProps {
  resource: Resource
  texts: ResourceTexts
}

interface NewFormProps extends FormProps {
  /** Members of the body that the form does not show. */
  fixed: Record<string, unknown>
  onCreate: () => void
  close: () => void
}

export function NewForm({ resource, texts, fixed, onCreate, close }: NewFormProps) {
  const { path, one, sections, fields, title } = resource
  const session = useSession()
  const client = useQueryClient()
  const operation = `POST ${path}` as FormOperation
  // The server refuses members that the body does not have.
  const known = Object.entries(fixed).filter(([name]) => name in schemas[operation].fields)
  return (
    <CreateForm
      {...{ operation, sections, close }}
      envelope={one}
      options={fields}
      start={resource.start?.(session) ?? {}}
      fixed={Object.fromEntries(known)}
      texts={texts as FormTexts & ResourceTexts}
      submitText={texts.add}
      toName={item => title(item as Item)}
      onCreate={() => {
        void client.invalidateQueries({ queryKey: [queryName(resource)] })
        onCreate()
      }}
    />
  )
}

interface ItemFormProps extends FormProps {
  uid: string
  latest: Versioned
  receive: (latest: Versioned) => void
}

/** Sections of an object. Fields that only a new object has are not shown. */
export function ItemForm({ resource, texts, uid, latest, receive }: ItemFormProps) {
  const { area, sections, fields = {}, title } = resource
  const mayChange = may(useSession(), `${area}:write`)
  const endpoint = findEndpoint(resource, uid)
  if (!endpoint) return null
  const { currency } = latest.item as { currency?: string | null }
  return Object.entries(sections).map(([section, names]) => (
    <SectionForm
      key={section}
      {...latest}
      {...endpoint}
      {...(currency ? { currency } : {})}
      receive={receive}
      names={names.filter(name => name in schemas[endpoint.operation].fields)}
      title={texts.sections[section] ?? section}
      texts={texts as FormTexts}
      options={fields}
      name={title(latest.item as Item)}
      isReadOnly={!mayChange}
    />
  ))
}
