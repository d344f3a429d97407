/** Pricing periods to be changed in bulk: contract/pricing.md §5. */
import { dateOf, dayOf } from '../../../platform/dates.ts'
import { combined, type PeriodChange } from '../pricing-periods/pricing-period.ts'

/** One operation of a task as it is stored; both ends are included. */
export interface PricingOperation {
  propertyUid: string
  from: string
  to: string
  change: PeriodChange
}

/** What a task does to one property. */
export interface PropertyStep {
  propertyUid: string
  /** Operations of the task that are done with before this step, and after it. */
  before: number
  after: number
  /** What becomes of each date; of operations that meet, the later ones win. */
  changes: Map<string, PeriodChange>
}

/** The steps of a task, always in the same order: properties as they are first named. */
export function stepsOf(operations: readonly PricingOperation[]): PropertyStep[] {
  let done = 0
  return [...Map.groupBy(operations, ({ propertyUid }) => propertyUid)].map(([uid, own]) => {
    const before = done
    done += own.length
    return { propertyUid: uid, before, after: done, changes: changesOf(own) }
  })
}

function changesOf(operations: readonly PricingOperation[]): Map<string, PeriodChange> {
  const changes = new Map<string, PeriodChange>()
  for (const { from, to, change } of operations) {
    for (let day = dayOf(from); day <= dayOf(to); day++) {
      const date = dateOf(day)
      const earlier = changes.get(date)
      changes.set(date, earlier ? combined(earlier, change) : change)
    }
  }
  return changes
}
