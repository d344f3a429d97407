/** How many units of a hotel are free: those of its unit types, night by night. */
import type { Nights } from '../../nights.ts'

/** @returns undefined while those of a unit type are not read */
export function hotelNights(types: readonly (Nights | undefined)[]): Nights | undefined {
  const read = types.filter(nights => nights !== undefined)
  const [one] = read
  if (!one || read.length < types.length) return undefined
  const freeUnits = one.prices.map((_, i) => {
    return read.reduce((sum, { freeUnits: free }) => sum + (free?.[i] ?? 0), 0)
  })
  const no = freeUnits.map(() => false)
  return {
    first: one.first,
    prices: freeUnits.map(() => 0),
    minimumStays: freeUnits.map(() => 1),
    usualMinimum: 1,
    closed: one.closed.map(cause => (cause === 'PAST' ? cause : null)),
    hasOwnPrice: no,
    noCheckIn: no,
    noCheckOut: no,
    isGap: no,
    freeUnits,
    stays: [],
    jobs: new Map(),
  }
}
