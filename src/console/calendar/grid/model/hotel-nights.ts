/** Free units of a hotel: the sum over its unit types for each night. */
import type { Nights } from '../../nights.ts'

/** Sums up free units; returns undefined until all unit types are loaded. */
export function hotelNights(types: readonly (Nights | undefined)[]): Nights | undefined {
  const loaded = types.filter(nights => nights !== undefined)
  const [firstType] = loaded
  if (!firstType || loaded.length < types.length) return undefined
  const freeUnits = firstType.prices.map((_, i) => {
    return loaded.reduce((sum, { freeUnits: free }) => sum + (free?.[i] ?? 0), 0)
  })
  const allFalse = freeUnits.map(() => false)
  return {
    firstDay: firstType.firstDay,
    prices: freeUnits.map(() => 0),
    minimumStays: freeUnits.map(() => 1),
    usualMinimum: 1,
    closed: firstType.closed.map(cause => (cause === 'PAST' ? cause : null)),
    hasOwnPrice: allFalse,
    noCheckIn: allFalse,
    noCheckOut: allFalse,
    isGap: allFalse,
    freeUnits,
    stays: [],
    jobs: new Map(),
  }
}
