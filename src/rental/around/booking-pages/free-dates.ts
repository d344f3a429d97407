/** Free nights as the page of a property shows them. Pure; days as dates.ts numbers them. */

/** Free nights in a row. */
export interface FreeDates {
  checkIn: number
  /** The morning after the last free night; null: free for as far as the page looks. */
  checkOut: number | null
}

/** The first runs of free nights that are long enough for a stay. */
export function nextFreeDates(
  isFree: boolean[],
  { from, nightsMin, max }: { from: number; nightsMin: number; max: number },
): FreeDates[] {
  const found: FreeDates[] = []
  for (let i = 0; i < isFree.length && found.length < max; i++) {
    if (!isFree[i]) continue
    const taken = isFree.indexOf(false, i)
    const end = taken < 0 ? isFree.length : taken
    if (end - i >= nightsMin || taken < 0) {
      found.push({ checkIn: from + i, checkOut: taken < 0 ? null : from + end })
    }
    i = end
  }
  return found
}

export interface MonthOfNights {
  /** Its first day. */
  first: number
  /** Empty cells before the first day in a week that begins on Monday. */
  offset: number
  days: number
}

/** Some months from that of a day on. */
export function monthsFrom(day: number, count: number): MonthOfNights[] {
  const start = new Date(day * msPerDay)
  return Array.from({ length: count }, (_, i) => {
    const firstOf = (month: number) =>
      Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1) / msPerDay
    const first = firstOf(i)
    return { first, offset: (first + thursday) % 7, days: firstOf(i + 1) - first }
  })
}

const msPerDay = 86_400_000

/** The weekday of day 0, Monday being 0. */
const thursday = 3
