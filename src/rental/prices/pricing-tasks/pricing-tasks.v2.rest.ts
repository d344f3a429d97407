import { pricingTaskRoutesAt } from './pricing-task-routes.ts'

/** The pricing tasks below `/v2`, under each of their names. */
export const legacyPricingTaskRoutes = [
  ...pricingTaskRoutesAt('/pricingperiods/bulk'),
  ...spelt(pricingTaskRoutesAt('/pricingPeriods/bulk', 'CamelCasePricingTask')),
  ...spelt(pricingTaskRoutesAt('/pricingperiodsbulk', 'JoinedPricingTask')),
]

function spelt<T extends { summary: string }>(routes: T[]): T[] {
  const first = 'Alias of `/v2/pricingperiods/bulk`.'
  return routes.map(route => ({ ...route, description: `${first} ${route.summary}.` }))
}
