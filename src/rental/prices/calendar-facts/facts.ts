import type { StayFacts, StayRules } from '../stays/stay.ts'
import { type Inventory, isFree, type Range, type Unit } from './free-units.ts'
import type { PriceRules } from './list-price.ts'
import type { Periods } from './periods.ts'

/** Everything that the calendar of a property is worked out from, as one statement gives it. */
export interface CalendarFacts extends StayRules, PriceRules {
  agency_uid: string
  uid: string
  hotel_uid: string | null
  is_master: boolean
  units: Unit[]
  periods: Periods
}

/** What is stayed in at the property. */
export function inventoryOf({
  hotel_uid,
  units,
  turn_over_days,
}: Pick<CalendarFacts, 'hotel_uid' | 'units' | 'turn_over_days'>): Inventory {
  return { isUnitType: hotel_uid !== null, units, turnover: turn_over_days ?? 0 }
}

/** What the check of a stay looks at; the facts must reach from its check-in to its check-out. */
export function stayFactsOf(
  facts: Omit<CalendarFacts, 'periods'> & { periods: Pick<Periods, 'get'> },
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
