/** Content of a section: the forms of its fields, and its lists. */
import { type ComponentType, Suspense } from 'react'
import { may, useSession } from '../api/session.tsx'
import { usePropertyTranslations } from '../i18n/properties/translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { SectionForm } from '../resources/form/section-form.tsx'
import type { Versioned } from '../resources/form/use-section.ts'
import { lazyComponent } from '../routing/lazy.ts'
import { useFieldOptions, useFieldTexts } from './field-texts.ts'
import { type Property, propertyEndpoint } from './property.query.ts'
import { fieldGroups, type GroupName, type SectionName } from './sections.ts'

interface SectionProps {
  section: SectionName
  property: Property
  latest: Versioned
  receive: (latest: Versioned) => void
}

interface ContentProps {
  property: Property
}

/** Lists and further objects of a section, below its forms. */
const contents: Partial<Record<SectionName, ComponentType<ContentProps>>> = {
  basics: lazyComponent(async () => (await import('./content/basics-lists.tsx')).BasicsLists),
  photos: lazyComponent(async () => (await import('./photos/photos.tsx')).Photos),
  rooms: lazyComponent(async () => (await import('./rooms/rooms.tsx')).Rooms),
  amenities: lazyComponent(async () => (await import('./amenities/amenities.tsx')).Amenities),
  texts: lazyComponent(async () => (await import('./texts/property-texts.tsx')).PropertyTexts),
  prices: lazyComponent(async () => (await import('./content/stay-discounts.tsx')).StayDiscounts),
  fees: lazyComponent(async () => (await import('./content/fees.tsx')).Fees),
  channels: lazyComponent(async () => (await import('./channels/channel-lists.tsx')).ChannelLists),
  doorCodes: lazyComponent(async () => (await import('./content/door-codes.tsx')).DoorCodes),
  owner: lazyComponent(async () => (await import('./content/owner-form.tsx')).OwnerForm),
}

/** Sections whose lists matter more than their forms. */
const contentFirst: ReadonlySet<SectionName> = new Set(['channels'])

export function Section({ section, property, latest, receive }: SectionProps) {
  const texts = usePropertyTranslations()
  const { frame } = useTranslations()
  const fieldTexts = useFieldTexts()
  const options = useFieldOptions()
  const mayChange = may(useSession(), 'houses:write')
  const Content = contents[section]
  const { currency } = property.pricing
  const groups: [string, readonly string[]][] = Object.entries(fieldGroups[section])
  // Only the list waits for its code; the frame of the editor stays.
  const content = Content ? (
    <Suspense fallback={<p className="waits">{frame.loading}</p>}>
      <Content property={property} />
    </Suspense>
  ) : null
  return (
    <>
      {contentFirst.has(section) ? content : null}
      {groups.map(([group, names]) => (
        <SectionForm
          key={group}
          {...latest}
          {...propertyEndpoint(property.uid)}
          {...(currency === 'NONE' ? {} : { currency })}
          names={names}
          title={texts.groups[group as GroupName]}
          texts={fieldTexts}
          options={options}
          name={property.name}
          receive={receive}
          isReadOnly={!mayChange}
        />
      ))}
      {contentFirst.has(section) ? null : content}
    </>
  )
}
