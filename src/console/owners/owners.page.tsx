/** Page of the owners, with the adjustments of each. */
import {
  useOwnerAdjustmentTranslations,
  useOwnerTranslations,
} from '../i18n/owners/translations.ts'
import { EmbeddedList } from '../resources/list/embedded-list.tsx'
import { resourcePage } from '../resources/resource-page.tsx'
import { ownerAdjustments } from './owner-adjustments.ts'
import { owners } from './owners.ts'

export const OwnersPage = resourcePage(owners, useOwnerTranslations, { aside: Adjustments })

function Adjustments({ item: { uid } }: { item: { uid: string } }) {
  const texts = useOwnerAdjustmentTranslations()
  return <EmbeddedList resource={ownerAdjustments} texts={texts} scope={{ ownerUid: uid }} />
}
