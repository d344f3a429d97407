import { pricingTaskRoutesAt } from './pricing-task-routes.ts'

/** Routes of pricing tasks below `/v2`, at each of their paths. */
export const legacyPricingTaskRoutes = [
  ...pricingTaskRoutesAt('/pricingperiods/bulk'),
  ...asAliases(pricingTaskRoutesAt('/pricingPeriods/bulk', 'CamelCasePricingTask')),
  ...asAliases(pricingTaskRoutesAt('/pricingperiodsbulk', 'JoinedPricingTask')),
]

function asAliases<T extends { summary: string }>(routes: T[]): T[] {
  const aliasNote = 'Alias of `/v2/pricingperiods/bulk`.'
  return routes.map(route => ({ ...route, description: `${aliasNote} ${route.summary}.` }))
}
