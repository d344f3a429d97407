import type { PriceRules } from './list-price.ts'
import type { DatedPeriod, StayRules } from './stay.ts'
import type { Inventory, Unit } from './units.ts'

/** Everything that the calendar of a property is worked out from, as one statement gives it. */
export interface CalendarFacts extends StayRules, PriceRules {
  agency_uid: string
  uid: string
  hotel_uid: string | null
  is_master: boolean
  units: Unit[]
  periods: DatedPeriod[]
}

/** What is stayed in at the property. */
export function inventoryOf({ hotel_uid, units, turn_over_days }: CalendarFacts): Inventory {
  return { isUnitType: hotel_uid !== null, units, turnover: turn_over_days ?? 0 }
}

/** Days [from, to), as dates.ts numbers them. */
export interface Days {
  from: number
  to: number
}
