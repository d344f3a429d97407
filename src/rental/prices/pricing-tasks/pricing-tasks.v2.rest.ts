import { pricingTaskRoutesAt } from './pricing-task-routes.ts'

/** The pricing tasks below `/v2`, under each of their names. */
export const legacyPricingTaskRoutes = [
  ...pricingTaskRoutesAt('/pricingperiods/bulk'),
  ...pricingTaskRoutesAt('/pricingPeriods/bulk', 'CamelCasePricingTask'),
  ...pricingTaskRoutesAt('/pricingperiodsbulk', 'JoinedPricingTask'),
]
