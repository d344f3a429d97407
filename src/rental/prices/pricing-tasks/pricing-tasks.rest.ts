import { pricingTaskRoutesAt } from './pricing-task-shape.ts'

export const pricingTaskRoutes = pricingTaskRoutesAt('/pricing-periods/bulk')
