import { pricingTaskRoutesAt } from './pricing-task-routes.ts'

/** The same below `/v2`, under each of its names. */
export const legacyPricingTaskRoutes = [
  '/pricingperiods/bulk',
  '/pricingPeriods/bulk',
  '/pricingperiodsbulk',
].flatMap(pricingTaskRoutesAt)
