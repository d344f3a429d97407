/** Held nights and their leads: contract/pricing.md §3.2 and §3.3, contract/properties.md §7.3. */

import type { ModelProperty, PropertyName } from './fixture.ts'
import type { Held, Model, ModelLead } from './model-state.ts'

/** Requested stay of the nights [a, b), counted from the first night of the model. */
export interface RequestedStay {
  property: PropertyName
  a: number
  b: number
  isBlock: boolean
  /** Requested unit. */
  unit?: string | undefined
  /** Unit that is chosen if it is free; null: any. */
  preferredUnit: string | null
  /** Lead whose own nights count as free. */
  lead?: ModelLead | undefined
}

const gapMax = 30

/** Returns the nights to hold and the unit to show; null if they are not available. */
export function reserveNights(
  model: Model,
  stay: RequestedStay,
): { held: Held; unit: string | null } | null {
  const property = model.properties[stay.property]
  const turnover = stay.isBlock ? 0 : property.turnover
  const range = { from: stay.a, to: stay.b + turnover, turnover }
  const free = property.units.filter(unit => isFree(model, unit, range, stay.lead))
  if (!property.isUnitType) {
    const units = property.units
    return free.length === units.length ? { held: { ...range, units }, unit: null } : null
  }
  const unit = chooseUnit(model, free, range, stay)
  return unit === undefined ? null : { held: { ...range, units: [unit] }, unit }
}

function chooseUnit(
  model: Model,
  free: string[],
  range: { from: number; to: number },
  { unit, preferredUnit, lead }: RequestedStay,
): string | undefined {
  if (unit !== undefined) return free.find(candidate => candidate === unit)
  if (preferredUnit !== null && free.includes(preferredUnit)) return preferredUnit
  const gaps = free.map(unit => gapLength(model, unit, range, lead))
  return free[gaps.indexOf(Math.min(...gaps))]
}

/** Counts the free nights before and after a stay, each at most 30. */
function gapLength(
  model: Model,
  unit: string,
  { from, to }: { from: number; to: number },
  lead: ModelLead | undefined,
): number {
  const isOccupied = (night: number) => !isFree(model, unit, { from: night, to: night + 1 }, lead)
  let before = 0
  while (before < gapMax && !isOccupied(from - before - 1)) before++
  let after = 0
  while (after < gapMax && !isOccupied(to + after)) after++
  return before + after
}

function isFree(
  model: Model,
  unit: string,
  { from, to }: { from: number; to: number },
  except?: ModelLead,
): boolean {
  return model.leads.every(
    ({ uid, held }) =>
      uid === except?.uid || !held?.units.includes(unit) || held.to <= from || to <= held.from,
  )
}

/**
 * Returns whether a night is unavailable by causes 1 to 5: for all units of a unit type, or for one
 * unit of another property.
 */
export function isUnavailable(model: Model, property: ModelProperty, night: number): boolean {
  const available = availableUnits(model, property, night)
  return property.isUnitType ? available === 0 : available < property.units.length
}

/** Counts units that are free on a night and for the turnover after it. */
export function availableUnits(
  model: Model,
  { units, turnover }: ModelProperty,
  night: number,
): number {
  const range = { from: night, to: night + 1 + turnover }
  return units.filter(unit => isFree(model, unit, range)).length
}
