/** Link to the booking page of a property, if it is public. */
import { useQuery } from '@tanstack/react-query'
import { may, useSession } from '../api/session.tsx'
import { usePropertyTranslations } from '../i18n/properties/translations.ts'
import { Icon } from '../ui/icons.tsx'
import { type BookingPageData, objectQuery } from './content/object-query.ts'

export function BookingPageLink({ propertyUid }: { propertyUid: string }) {
  const texts = usePropertyTranslations()
  const { data } = useQuery({
    ...objectQuery('GET /dbs/properties/{propertyUid}', 'dbs', propertyUid),
    enabled: may(useSession(), 'selling:read'),
  })
  const url = (data?.item as BookingPageData | undefined)?.url
  if (!url) return null
  return (
    <a className="button plain link" href={url} target="_blank" rel="noreferrer">
      <Icon name="page" />
      {texts.viewPage}
    </a>
  )
}
