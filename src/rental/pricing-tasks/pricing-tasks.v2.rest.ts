import { pricingTaskRoutesAt } from './pricing-task-shape.ts'

/** The same below `/v2`, in both spellings. */
export const legacyPricingTaskRoutes = [
  ...pricingTaskRoutesAt('/pricingperiods/bulk'),
  ...pricingTaskRoutesAt('/pricingPeriods/bulk', 'CamelCasePricingTask'),
]
