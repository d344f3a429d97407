/** Pricing periods: contract/pricing.md §5. */
import { route } from '../../../context.ts'
import { checkDateRange } from '../../../platform/dates/date-range.ts'
import { date, Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { tagsFrom } from '../../../platform/rest/tags-from.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { changePeriodRoute, presentPeriod, pricingPeriod } from './pricing-period-shape.ts'
import { listPeriods } from './pricing-periods.ts'

export const pricingPeriodRoutes = [
  route({
    method: 'GET',
    path: '/pricing-periods',
    summary: 'List pricing periods',
    tag: 'Pricing',
    query: Type.Object({ propertyUid: uid(), from: date(), to: date() }),
    response: unpagedResponse('pricingPeriods', pricingPeriod),
    http: { cache: { tagsOf: tagsFrom('propertyUid', ['from', 'to']) } },
    errors: ['INVALID_DATE_RANGE', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      checkDateRange(query)
      const property = await requireProperty(ctx, query.propertyUid)
      const rows = await listPeriods(ctx, property, query)
      return unpaged(
        'pricingPeriods',
        rows.map(row => presentPeriod(property.uid, row)),
      )
    },
  }),
  changePeriodRoute('/pricing-periods'),
]
