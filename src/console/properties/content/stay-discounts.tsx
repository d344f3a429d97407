/** Surcharges and discounts by the length of a stay. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callWithEtag } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { SectionForm } from '../../resources/form/section-form.tsx'
import { Problem } from '../../shared/problem.tsx'
import { invalidateProperties } from '../../shared/properties.query.ts'
import type { Property } from '../property.query.ts'

const names = [
  'increaseRateLowerBound',
  'increaseRate',
  'decreaseRateHigherBound',
  'decreaseRate',
  'decreaseRateHigherBoundMonthly',
  'decreaseRateMonthly',
  'enabledForAirbnb',
] as const

export function StayDiscounts({ property: { uid, name } }: { property: Property }) {
  const { discounts: texts } = usePropertyContentTranslations()
  const session = useSession()
  const client = useQueryClient()
  const queryKey = ['properties', 'discounts', uid]
  const path = { propertyUid: uid }
  const { data, error, refetch } = useQuery({
    queryKey,
    enabled: may(session, 'selling:read'),
    queryFn: async ({ signal }) => {
      const operation = 'GET /property-pricing-rules/{propertyUid}'
      const { body, etag } = await callWithEtag(operation, { path, signal })
      return { item: body.propertyPricingRules, etag }
    },
  })
  if (error) return <Problem error={error} retry={refetch} />
  if (!data) return null
  return (
    <SectionForm
      {...data}
      operation="PUT /property-pricing-rules/{propertyUid}"
      envelope="propertyPricingRules"
      {...{ path, names, texts, name }}
      title={texts.title}
      receive={() => invalidateProperties(client)}
      isReadOnly={!may(session, 'selling:write')}
    />
  )
}
