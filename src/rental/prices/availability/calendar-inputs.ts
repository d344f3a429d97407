import type { StayInputs, StayRules } from '../stays/stay.ts'
import { type Inventory, isFree, type Range, type Unit } from './free-units.ts'
import type { PriceRules } from './list-price.ts'
import type { Periods } from './periods.ts'

/** Inputs of the calendar of a property, as one statement reads them. */
export interface CalendarInputs extends StayRules, PriceRules {
  agency_uid: string
  uid: string
  hotel_uid: string | null
  is_master: boolean
  units: Unit[]
  periods: Periods
}

export function toInventory({
  hotel_uid,
  units,
  turn_over_days,
}: Pick<CalendarInputs, 'hotel_uid' | 'units' | 'turn_over_days'>): Inventory {
  return { isUnitType: hotel_uid !== null, units, turnover: turn_over_days ?? 0 }
}

/** Returns the inputs of the stay rules; `inputs` must include its check-in and check-out. */
export function toStayInputs(
  inputs: Omit<CalendarInputs, 'periods'> & { periods: Pick<Periods, 'get'> },
  range: Range,
  now: Date,
  { unitUid }: { unitUid?: string | undefined } = {},
): StayInputs {
  return {
    rules: inputs,
    isMaster: inputs.is_master,
    isFree: isFree(toInventory(inputs), range, unitUid),
    checkInPeriod: inputs.periods.get(range.a),
    checkOutPeriod: inputs.periods.get(range.b),
    now,
  }
}

/** Days [from, to), numbered as in `dates.ts`. */
export interface Days {
  from: number
  to: number
}
