import { pricingTaskRoutesAt } from './pricing-task-routes.ts'

/** The same below `/v2`, in both spellings. */
export const legacyPricingTaskRoutes = ['/pricingperiods/bulk', '/pricingPeriods/bulk'].flatMap(
  pricingTaskRoutesAt,
)
