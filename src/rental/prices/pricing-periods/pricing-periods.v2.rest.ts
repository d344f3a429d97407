/** Legacy `/v2/pricingperiods`, also spelled `/v2/pricingPeriods`: contract/pricing.md §5. */
import { route } from '../../../context.ts'
import { checkDateRange } from '../../../platform/dates/date-range.ts'
import { dateIn } from '../../../platform/dates/dates.ts'
import { date, Type, uid } from '../../../platform/rest/fields.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { changePeriodRoute, presentPeriod, pricingPeriod } from './pricing-period-shape.ts'
import { listPeriods } from './pricing-periods.ts'

const lastDate = '9999-12-31'

const aliasNote = 'Alias of `/v2/pricingperiods`.'

const paths = [
  ['/pricingperiods', 'PricingPeriod'],
  ['/pricingPeriods', 'CamelCasePricingPeriod'],
] as const

export const legacyPricingPeriodRoutes = paths.flatMap(([path, noun]) => [
  route({
    method: 'GET',
    path,
    operationId: `list${noun}s`,
    summary: 'List pricing periods',
    ...(path === '/pricingPeriods' ? { description: aliasNote } : {}),
    tag: 'Pricing',
    query: Type.Object({
      propertyUid: uid(),
      from: Type.Optional(date()),
      to: Type.Optional(date()),
    }),
    response: Type.Array(pricingPeriod),
    errors: ['INVALID_DATE_RANGE', 'ACCESS_DENIED'],
    handler: async (ctx, { query: { propertyUid, from, to } }) => {
      if (from !== undefined && to !== undefined) checkDateRange({ from, to })
      const property = await requireProperty(ctx, propertyUid)
      const start = from ?? dateIn(property.time_zone, ctx.clock.now())
      const rows = await listPeriods(ctx, property, { from: start, to: to ?? lastDate })
      return rows.map(row => presentPeriod(property.uid, row))
    },
  }),
  path === '/pricingPeriods'
    ? asAlias(changePeriodRoute(path, noun))
    : changePeriodRoute(path, noun),
])

function asAlias<T extends { description?: string }>(route: T): T {
  return { ...route, description: `${aliasNote} ${route.description}` }
}
