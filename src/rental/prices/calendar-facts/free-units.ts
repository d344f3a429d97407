/** The units of a property and what of them is taken: contract/pricing.md §3.2. Pure. */

/**
 * A range of nights [from, to) that a lead takes, its last `turnover` nights for turnover, and when
 * its hold or request lapses, in milliseconds since 1970.
 */
export type Taken = [
  from: number,
  to: number,
  turnover: number,
  status: string,
  source: string,
  leadUid?: string,
  lapsesMs?: number | null,
]

/** A unit and what is taken of it around the nights asked for, as `unitsOf` selects it. */
export type Unit = [uid: string, isActive: boolean, taken: Taken[]]

/**
 * The units that a property is stayed in: its own single one; a master's, those of its subs; a unit
 * type's, several, of which a stay takes one.
 */
export interface Inventory {
  isUnitType: boolean
  units: Unit[]
  /** The present turnover in nights, T. */
  turnover: number
}

/** A stay [a, b) in days; a BLOCK has no turnover of its own. */
export interface Range {
  a: number
  b: number
  isBlock?: boolean
}

/**
 * Whether no night of a stay is taken: on all units of the property, or, of a unit type, on one
 * that is active. `unitUid` asks for this unit.
 */
export function isFree(inventory: Inventory, stay: Range, unitUid?: string): boolean {
  const { isUnitType, units } = inventory
  if (!isUnitType) return units.every(unit => isUnitFree(inventory, unit, stay))
  return freeUnits(inventory, stay).some(([uid]) => unitUid === undefined || uid === unitUid)
}

/** The active units that are free for the whole of a stay. */
export function freeUnits(inventory: Inventory, stay: Range): Unit[] {
  return inventory.units.filter(unit => unit[1] && isUnitFree(inventory, unit, stay))
}

function isUnitFree({ turnover }: Inventory, [, , taken]: Unit, { a, b, isBlock }: Range): boolean {
  const end = isBlock ? b : b + turnover
  return taken.every(([from, to]) => to <= a || end <= from)
}
