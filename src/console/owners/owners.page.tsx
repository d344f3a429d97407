/** Page of the owners, with the properties and adjustments of each. */
import {
  useOwnerAdjustmentTranslations,
  useOwnerTranslations,
} from '../i18n/owners/translations.ts'
import { EmbeddedList } from '../resources/list/embedded-list.tsx'
import { resourcePage } from '../resources/resource-page.tsx'
import type { Owner } from './owner.ts'
import { ownerAdjustments } from './owner-adjustments.ts'
import { OwnerProperties } from './owner-properties.tsx'
import { owners } from './owners.ts'

export const OwnersPage = resourcePage(owners, useOwnerTranslations, { aside: Aside })

function Aside({ item: owner }: { item: Owner }) {
  const texts = useOwnerAdjustmentTranslations()
  return (
    <>
      <OwnerProperties owner={owner} />
      <EmbeddedList resource={ownerAdjustments} texts={texts} scope={{ ownerUid: owner.uid }} />
    </>
  )
}
