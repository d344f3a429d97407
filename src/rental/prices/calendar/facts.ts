import type { Period, StayFacts, StayRules } from '../stays/stay.ts'
import { type Inventory, isFree, type Range, type Unit } from './free-units.ts'
import type { PriceRules } from './list-price.ts'

/** Everything that the calendar of a property is worked out from, as one statement gives it. */
export interface CalendarFacts extends StayRules, PriceRules {
  agency_uid: string
  uid: string
  hotel_uid: string | null
  is_master: boolean
  units: Unit[]
  /** Under the days that have one. */
  periods: Map<number, Period>
}

/** What is stayed in at the property. */
export function inventoryOf({ hotel_uid, units, turn_over_days }: CalendarFacts): Inventory {
  return { isUnitType: hotel_uid !== null, units, turnover: turn_over_days ?? 0 }
}

/** What the check of a stay looks at; the facts must reach from its check-in to its check-out. */
export function stayFactsOf(
  facts: CalendarFacts,
  range: Range,
  now: Date,
  { unitUid }: { unitUid?: string | undefined } = {},
): StayFacts {
  return {
    rules: facts,
    isMaster: facts.is_master,
    isFree: isFree(inventoryOf(facts), range, unitUid),
    checkInPeriod: facts.periods.get(range.a),
    checkOutPeriod: facts.periods.get(range.b),
    now,
  }
}

/** Days [from, to), as dates.ts numbers them. */
export interface Days {
  from: number
  to: number
}
