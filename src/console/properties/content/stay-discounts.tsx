/** Surcharges and discounts by the length of a stay and the time of booking. */
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import type { Property } from '../property.query.ts'
import { BookingTimeRules, useRulesText } from './booking-time-rules.tsx'
import { discountFields } from './object-fields.ts'
import { ObjectForm } from './object-form.tsx'

export function StayDiscounts({ property }: { property: Property }) {
  const { discounts: texts } = usePropertyContentTranslations()
  const describe = useRulesText()
  return (
    <ObjectForm
      {...{ property, texts }}
      names={discountFields}
      options={{ pricingRules: { editor: BookingTimeRules, describe } }}
      read="GET /property-pricing-rules/{propertyUid}"
      operation="PUT /property-pricing-rules/{propertyUid}"
      envelope="propertyPricingRules"
      area="selling"
    />
  )
}
