/** List of the properties. */
import {
  usePropertyTranslations,
  usePropertyTypeTranslations,
} from '../i18n/properties/translations.ts'
import { ResourceList } from '../resources/list/resource-list.tsx'
import type { Resource, ResourceTexts, TextsOf } from '../resources/resource.ts'
import { properties } from './properties.ts'
import { type Property, useChecksByProperty } from './property.query.ts'
import { ReadinessMeter } from './readiness.tsx'
import { Thumbnail } from './thumbnail.tsx'

export function PropertiesPage() {
  return (
    <ResourceList
      resource={properties as unknown as Resource}
      texts={useListTexts() as unknown as ResourceTexts}
      cells={{ name: NameCell, readiness: ReadinessCell }}
    />
  )
}

/** Texts of the list, with the types of properties. */
export function useListTexts(): TextsOf<typeof properties> {
  const { list } = usePropertyTranslations()
  const { propertyTypes } = usePropertyTypeTranslations()
  return { ...list, values: { ...list.values, ...propertyTypes } }
}

function NameCell({ item: { name, pictureLink } }: { item: Property }) {
  return (
    <span className="property-name">
      <Thumbnail url={pictureLink} name={name} />
      <bdi>{name}</bdi>
    </span>
  )
}

function ReadinessCell({ item: { uid } }: { item: Property }) {
  const checks = useChecksByProperty()
  return checks ? <ReadinessMeter checks={checks.get(uid) ?? []} /> : null
}
