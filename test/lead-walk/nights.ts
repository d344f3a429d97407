/** Who holds which nights: contract/pricing.md §3.2 and §3.3, contract/properties.md §7.3. */
import type { Held, Model, ModelLead } from './facts.ts'
import type { ModelProperty, PropertyName } from './world.ts'

/** A stay of the nights [a, b) that is wanted, nights counted from the first of the walk. */
export interface Wanted {
  property: PropertyName
  a: number
  b: number
  isBlock: boolean
  /** The unit that it has to be. */
  unit?: string | undefined
  /** The unit that is taken if it is free. */
  kept: string | null
  /** Its own nights do not stand in its way. */
  lead?: ModelLead | undefined
}

const gapMax = 30

/** The nights that a stay takes, and the unit it shows; null when they are taken. */
export function takeNights(
  model: Model,
  wanted: Wanted,
): { held: Held; unit: string | null } | null {
  const property = model.properties[wanted.property]
  const turnover = wanted.isBlock ? 0 : property.turnover
  const range = { from: wanted.a, to: wanted.b + turnover, turnover }
  const free = property.units.filter(unit => isFree(model, unit, range, wanted.lead))
  if (!property.isUnitType) {
    const units = property.units
    return free.length === units.length ? { held: { ...range, units }, unit: null } : null
  }
  const unit = chooseUnit(model, free, range, wanted)
  return unit === undefined ? null : { held: { ...range, units: [unit] }, unit }
}

function chooseUnit(
  model: Model,
  free: string[],
  range: { from: number; to: number },
  { unit, kept, lead }: Wanted,
): string | undefined {
  if (unit !== undefined) return free.find(each => each === unit)
  if (kept !== null && free.includes(kept)) return kept
  const gaps = free.map(each => gapAround(model, each, range, lead))
  return free[gaps.indexOf(Math.min(...gaps))]
}

/** Free nights before and after a stay, each at most 30. */
function gapAround(
  model: Model,
  unit: string,
  { from, to }: { from: number; to: number },
  lead: ModelLead | undefined,
): number {
  const isTaken = (night: number) => !isFree(model, unit, { from: night, to: night + 1 }, lead)
  let before = 0
  while (before < gapMax && !isTaken(from - before - 1)) before++
  let after = 0
  while (after < gapMax && !isTaken(to + after)) after++
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

/** Causes 1 to 5 of an unavailable night: all units of a unit type have one, else some unit. */
export function isUnavailable(model: Model, property: ModelProperty, night: number): boolean {
  const available = availableUnits(model, property, night)
  return property.isUnitType ? available === 0 : available < property.units.length
}

/** Units that give a night as available, with the present turnover after it. */
export function availableUnits(
  model: Model,
  { units, turnover }: ModelProperty,
  night: number,
): number {
  const range = { from: night, to: night + 1 + turnover }
  return units.filter(unit => isFree(model, unit, range)).length
}
