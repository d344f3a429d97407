/** Booking page of a property: switch, end of its address, and the address itself. */
import { Link } from 'wouter'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { bookingPageFields } from '../content/object-fields.ts'
import { ObjectForm } from '../content/object-form.tsx'
import type { BookingPageData } from '../content/object-query.ts'
import type { Property } from '../property.query.ts'

export function BookingPage({ property }: { property: Property }) {
  const { bookingPage: texts, copy, copied } = usePropertyContentTranslations()
  const { pages } = useTranslations()
  return (
    <ObjectForm
      {...{ property, texts }}
      read="GET /dbs/properties/{propertyUid}"
      operation="PUT /dbs/properties/{propertyUid}"
      envelope="dbs"
      names={bookingPageFields}
      area="selling"
      renderEnd={item => {
        const { url, pageEnabled } = item as BookingPageData
        if (url) return <CopyField label={texts.address} text={url} {...{ copy, copied }} />
        if (!pageEnabled || !property.isActive)
          return <p className="quiet small">{texts.notPublic}</p>
        return (
          <p className="quiet small">
            {texts.agencyOff} <Link href="/settings/booking">{pages.booking}</Link>
          </p>
        )
      }}
    />
  )
}
