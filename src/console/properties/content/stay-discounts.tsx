/** Surcharges and discounts by the length of a stay. */
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import type { Property } from '../property.query.ts'
import { ObjectForm } from './object-form.tsx'

const names = [
  'increaseRateLowerBound',
  'increaseRate',
  'decreaseRateHigherBound',
  'decreaseRate',
  'decreaseRateHigherBoundMonthly',
  'decreaseRateMonthly',
  'enabledForAirbnb',
] as const

export function StayDiscounts({ property }: { property: Property }) {
  const { discounts: texts } = usePropertyContentTranslations()
  return (
    <ObjectForm
      {...{ property, names, texts }}
      read="GET /property-pricing-rules/{propertyUid}"
      operation="PUT /property-pricing-rules/{propertyUid}"
      envelope="propertyPricingRules"
      area="selling"
    />
  )
}
