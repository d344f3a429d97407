/** Door codes of a property that belong to no stay. */
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { EmbeddedList } from '../../resources/list/embedded-list.tsx'
import { type Item, resource } from '../../resources/resource.ts'
import type { Property } from '../property.query.ts'

const doorCodes = resource({
  path: '/pin-codes',
  one: 'pinCode',
  many: 'pinCodes',
  page: '/properties',
  area: 'pinCodes',
  scope: () => ({}),
  start: ({ employee }) => ({ userUid: employee?.uid }),
  title: ({ code, url }) => code ?? url ?? '',
  columns: [
    { name: 'code', show: ({ code, url }) => code ?? url ?? null },
    { name: 'userUid', show: ({ userUid }, { nameOf }) => nameOf(userUid) },
    { name: 'lockName', show: ({ lockName }) => lockName },
    { name: 'endLocalDateTime', show: ({ endLocalDateTime: end }, { date }) => date(toDate(end)) },
  ],
  sections: {
    code: ['userUid', 'code', 'lockName', 'url', 'startLocalDateTime', 'endLocalDateTime'],
  },
  remove: 'undo',
})

const dateLength = 10
const toDate = (local: string | null) => local?.slice(0, dateLength) ?? null

/** Codes of stays are on their reservations. */
const withoutStays = (items: Item[]) =>
  items.filter(item => (item as Item & { leadUid: string | null }).leadUid === null)

export function DoorCodes({ property }: { property: Property }) {
  const { doorCodes: texts } = usePropertyContentTranslations()
  return (
    <EmbeddedList
      resource={doorCodes}
      texts={texts}
      scope={{ propertyUid: property.uid }}
      arrange={withoutStays}
    />
  )
}
