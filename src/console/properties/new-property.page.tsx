/** Form of a new property; the editor opens with its photos. */
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { useSession } from '../api/session.tsx'
import { usePropertyTranslations } from '../i18n/properties/translations.ts'
import { CreateForm } from '../resources/form/create-form.tsx'
import type { FormTexts } from '../resources/form/form-fields.tsx'
import { invalidateProperties } from '../shared/properties.query.ts'
import { Icon } from '../ui/icons.tsx'
import { useListTexts } from './properties.page.tsx'
import { properties } from './properties.ts'
import type { Property } from './property.query.ts'

export function NewPropertyPage() {
  const { list, create } = usePropertyTranslations()
  const texts = useListTexts()
  const { agency } = useSession()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <section className="resource-form-page" aria-labelledby="resource-title">
      <Link className="back-link" href="/properties">
        <Icon name="left" />
        {list.many}
      </Link>
      <div className="title-row">
        <h1 id="resource-title">{list.add}</h1>
      </div>
      <CreateForm
        operation="POST /properties"
        envelope="property"
        sections={properties.sections}
        start={start}
        fixed={{ agencyUid: agency.uid }}
        texts={texts as unknown as FormTexts & { sections: Record<string, string> }}
        submitText={create}
        toName={item => (item as Property).name}
        onCreate={item => {
          void invalidateProperties(client)
          navigate(`/properties/${(item as Property).uid}/photos`, { replace: true })
        }}
        close={() => navigate('/properties')}
      />
    </section>
  )
}

const start = {
  propertyType: 'HOUSE',
  bedrooms: 1,
  bathrooms: 1,
  availability: { maxGuests: 2 },
}
