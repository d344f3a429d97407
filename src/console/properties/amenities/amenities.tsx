/** Amenities of a property by category, with search; each is saved at once. */
import { useDeferredValue, useState } from 'react'
import { may, useSession } from '../../api/session.tsx'
import {
  useAmenityTranslations,
  usePropertyContentTranslations,
  usePropertyTypeTranslations,
} from '../../i18n/properties/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Check, Input } from '../../ui/form.tsx'
import type { Property } from '../property.query.ts'
import { useAmenities, useAmenityToggle, useCatalogue } from './amenities.query.ts'
import { AmenityDetails } from './amenity-details.tsx'
import { OwnAmenities } from './own-amenities.tsx'
import { PropertyRules } from './property-rules.tsx'

export function Amenities({ property: { uid } }: { property: Property }) {
  const isReadOnly = !may(useSession(), 'content:write')
  return (
    <>
      <PropertyRules propertyUid={uid} isReadOnly={isReadOnly} />
      <Catalogue propertyUid={uid} isReadOnly={isReadOnly} />
      <OwnAmenities propertyUid={uid} isReadOnly={isReadOnly} />
    </>
  )
}

interface ListProps {
  propertyUid: string
  isReadOnly: boolean
}

function Catalogue({ propertyUid, isReadOnly }: ListProps) {
  const { amenities: texts } = usePropertyContentTranslations()
  const { amenityCategories } = usePropertyTypeTranslations()
  const [search, setSearch] = useState('')
  const query = normalize(useDeferredValue(search))
  const { data: catalogue, error, refetch } = useCatalogue()
  const { data } = useAmenities(propertyUid)
  const { toggle, withPending } = useAmenityToggle(propertyUid)
  const nameOf = useAmenityNames()
  if (error && !catalogue) return <Problem error={error} retry={refetch} />
  if (!catalogue || !data) return null
  const chosen = withPending(data)
  const byCode = new Map(chosen.map(item => [item.amenity as string, item]))
  const found = catalogue
    .map(({ amenity, category }) => ({ amenity, category, name: nameOf(amenity) }))
    .filter(({ name }) => normalize(name).includes(query))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const categories = Object.entries(amenityCategories)
  return (
    <section className="card amenities" aria-label={texts.title} data-field="amenities">
      <div className="title-row">
        <h2>{texts.title}</h2>
        <span className="quiet" role="status">
          {texts.chosen(chosen.length)}
        </span>
      </div>
      <Input label={texts.search} type="search" value={search} change={setSearch} />
      {found.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      {categories.map(([category, title]) => {
        const items = found.filter(item => (item.category ?? 'EXTRAS') === category)
        if (items.length === 0) return null
        return (
          <fieldset key={category} className="plain-fieldset" disabled={isReadOnly}>
            <legend className="label">{title}</legend>
            <div className="amenity-grid">
              {items.map(({ amenity, name }) => (
                <div key={amenity} className="amenity">
                  <Check
                    label={name}
                    isOn={byCode.has(amenity)}
                    change={isOn => toggle(amenity, isOn, name)}
                  />
                  {byCode.get(amenity)?.uid && !isReadOnly ? (
                    <AmenityDetails {...{ propertyUid, name }} amenity={byCode.get(amenity)!} />
                  ) : null}
                </div>
              ))}
            </div>
          </fieldset>
        )
      })}
    </section>
  )
}

function normalize(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** Returns the name of an amenity; of one that newer servers add, its code as words. */
function useAmenityNames(): (code: string) => string {
  const { locale } = useLocalization()
  const names: Partial<Record<string, string>> = useAmenityTranslations().amenities
  return code => {
    const words = code
      .replace(/^(HAS|IS)_/, '')
      .replaceAll('_', ' ')
      .toLowerCase()
    return names[code] ?? words.charAt(0).toLocaleUpperCase(locale) + words.slice(1)
  }
}
