/** Bulk changes of pricing periods: contract/pricing.md §5. */
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { combineChanges, type PeriodChange } from '../pricing-periods/pricing-period.ts'

/** Operation of a task, as stored; both dates are inclusive. */
export interface PricingOperation {
  propertyUid: string
  from: string
  to: string
  change: PeriodChange
}

/** Changes of one property by a task. */
export interface PropertyStep {
  propertyUid: string
  /** Number of completed operations of the task before this step, and after it. */
  completedBefore: number
  completedAfter: number
  /** Change of each date; later operations take precedence. */
  changes: Map<string, PeriodChange>
}

/** Returns the steps of a task in stable order: properties by their first operation. */
export function buildSteps(operations: readonly PricingOperation[]): PropertyStep[] {
  let completed = 0
  const byProperty = Map.groupBy(operations, ({ propertyUid }) => propertyUid)
  return [...byProperty].map(([propertyUid, propertyOperations]) => {
    const completedBefore = completed
    completed += propertyOperations.length
    const changes = mergeChanges(propertyOperations)
    return { propertyUid, completedBefore, completedAfter: completed, changes }
  })
}

function mergeChanges(operations: readonly PricingOperation[]): Map<string, PeriodChange> {
  const changes = new Map<string, PeriodChange>()
  for (const { from, to, change } of operations) {
    for (let day = dayOf(from); day <= dayOf(to); day++) {
      const date = dateOf(day)
      const earlier = changes.get(date)
      changes.set(date, earlier ? combineChanges(earlier, change) : change)
    }
  }
  return changes
}
