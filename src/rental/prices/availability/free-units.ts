/** Units of a property and their occupied nights: contract/pricing.md §3.2. Pure. */

/**
 * Nights [from, to) that a lead occupies, the last `turnover` ones for turnover. `expiresMs` is the
 * expiry of a hold or request, in epoch milliseconds.
 */
export type OccupiedRange = [
  from: number,
  to: number,
  turnover: number,
  status: string,
  source: string,
  leadUid?: string,
  expiresMs?: number | null,
]

/** Unit with its occupied nights around the requested ones, as `selectUnits` selects it. */
export type Unit = [uid: string, isActive: boolean, occupied: OccupiedRange[]]

/**
 * Units for stays at a property: its single unit; for a master, the units of all sub-properties;
 * for a unit type, several units, of which a stay occupies one.
 */
export interface Inventory {
  isUnitType: boolean
  units: Unit[]
  /** Current turnover in nights, T. */
  turnover: number
}

/** Stay [a, b) in days; a BLOCK has no turnover of its own. */
export interface Range {
  a: number
  b: number
  isBlock?: boolean
}

/**
 * Returns true if no night of a stay is occupied: on all units of the property, or, for a unit
 * type, on one active unit, which is `unitUid` if specified.
 */
export function isFree(inventory: Inventory, stay: Range, unitUid?: string): boolean {
  const { isUnitType, units } = inventory
  if (!isUnitType) return units.every(unit => isUnitFree(inventory, unit, stay))
  return freeUnits(inventory, stay).some(([uid]) => unitUid === undefined || uid === unitUid)
}

export function freeUnits(inventory: Inventory, stay: Range): Unit[] {
  return inventory.units.filter(unit => {
    const [, isActive] = unit
    return isActive && isUnitFree(inventory, unit, stay)
  })
}

function isUnitFree({ turnover }: Inventory, unit: Unit, { a, b, isBlock }: Range): boolean {
  const [, , occupied] = unit
  const occupiedEnd = isBlock ? b : b + turnover
  return occupied.every(([from, to]) => to <= a || occupiedEnd <= from)
}
