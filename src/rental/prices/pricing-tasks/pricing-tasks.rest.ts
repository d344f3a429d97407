import { pricingTaskRoutesAt } from './pricing-task-routes.ts'

export const pricingTaskRoutes = pricingTaskRoutesAt('/pricing-periods/bulk')
