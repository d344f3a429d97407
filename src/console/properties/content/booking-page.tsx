/** Booking page of a property: switch, end of its address, and the address itself. */
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import type { Property } from '../property.query.ts'
import { bookingPageFields } from './object-fields.ts'
import { ObjectForm } from './object-form.tsx'

export function BookingPage({ property }: { property: Property }) {
  const { bookingPage: texts, copy, copied } = usePropertyContentTranslations()
  return (
    <ObjectForm
      {...{ property, texts }}
      read="GET /dbs/properties/{propertyUid}"
      operation="PUT /dbs/properties/{propertyUid}"
      envelope="dbs"
      names={bookingPageFields}
      area="selling"
      renderEnd={item => {
        const { url } = item as { url: string | null }
        return url ? (
          <CopyField label={texts.address} text={url} {...{ copy, copied }} />
        ) : (
          <p className="quiet small">{texts.notPublic}</p>
        )
      }}
    />
  )
}
