/** Booking page of a property: switch, end of its address, and the address itself. */
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { bookingPageFields } from '../content/object-fields.ts'
import { ObjectForm } from '../content/object-form.tsx'
import type { Property } from '../property.query.ts'

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
