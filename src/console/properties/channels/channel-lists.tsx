/** Imported calendars, the exported one, listing links and the booking page of a property. */
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { EmbeddedList } from '../../resources/list/embedded-list.tsx'
import { type Item, resource } from '../../resources/resource.ts'
import type { Property } from '../property.query.ts'
import { BookingPage } from './booking-page.tsx'
import { ExportedCalendar } from './exported-calendar.tsx'
import { type Calendar, ImportState } from './import-state.tsx'

const calendars = resource({
  path: '/icals',
  one: 'ical',
  many: 'icals',
  page: '/properties',
  area: 'selling',
  scope: () => ({}),
  start: () => ({ source: 'OTHER', imports: 'ALL', defaultKind: 'BOOKED' }),
  title: ({ name }) => name,
  columns: [
    { name: 'name', show: ({ name }) => name },
    { name: 'source', show: ({ source }, { text }) => (source ? text(source) : null) },
    { name: 'lastImport', show: ({ lastSyncError }) => lastSyncError },
  ],
  sections: { calendar: ['name', 'source', 'url', 'imports', 'defaultKind', 'repeatsOthers'] },
  remove: 'undo',
})

const links = resource({
  path: '/property-channel-links',
  one: 'propertyChannelLink',
  many: 'propertyChannelLinks',
  page: '/properties',
  area: 'selling',
  scope: () => ({}),
  start: () => ({ channel: 'AIRBNB', isActive: true }),
  title: ({ channel }) => channel,
  columns: [
    { name: 'channel', show: ({ channel }, { text }) => text(channel) },
    { name: 'externalId', show: ({ externalId }) => externalId },
    { name: 'url', show: ({ url }) => url },
  ],
  sections: { link: ['channel', 'url', 'externalId', 'isActive'] },
  remove: 'undo',
})

/** Interval of reads until a new calendar has been imported. */
const pollMs = 2_000

const isNew = (item: Item) => (item as Calendar).lastSyncStatus === 'NEVER'

export function ChannelLists({ property }: { property: Property }) {
  const texts = usePropertyContentTranslations()
  const scope = { propertyUid: property.uid }
  return (
    <>
      <div data-field="icals">
        <EmbeddedList
          resource={calendars}
          texts={texts.calendars}
          scope={scope}
          cells={{ lastImport: ImportState }}
          refetchMs={items => (items.some(isNew) ? pollMs : false)}
        />
      </div>
      <ExportedCalendar propertyUid={property.uid} />
      <EmbeddedList resource={links} texts={texts.links} scope={scope} />
      <BookingPage property={property} />
    </>
  )
}
