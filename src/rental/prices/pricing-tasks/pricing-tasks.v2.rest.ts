import { pricingTaskRoutesAt } from './pricing-task-routes.ts'

/** The same below `/v2`, under each of its names. */
export const legacyPricingTaskRoutes = [
  ...pricingTaskRoutesAt('/pricingperiods/bulk'),
  ...pricingTaskRoutesAt('/pricingPeriods/bulk', 'CamelCasePricingTask'),
  ...pricingTaskRoutesAt('/pricingperiodsbulk', 'JoinedPricingTask'),
]
