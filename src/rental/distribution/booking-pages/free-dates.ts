/** Free nights on the page of a property. Pure; days are numbered as in dates.ts. */

/** Consecutive free nights. */
export interface FreeDates {
  checkIn: number
  /** Day after the last free night; null: free until the end of the period. */
  checkOut: number | null
}

/** Returns the first runs of free nights that are long enough, or last to the end. */
export function nextFreeDates(
  isFree: boolean[],
  { from, nightsMin, max }: { from: number; nightsMin: number; max: number },
): FreeDates[] {
  const runs: FreeDates[] = []
  for (let i = 0; i < isFree.length && runs.length < max; i++) {
    if (!isFree[i]) continue
    const nextOccupied = isFree.indexOf(false, i)
    const end = nextOccupied < 0 ? isFree.length : nextOccupied
    if (end - i >= nightsMin || nextOccupied < 0) {
      runs.push({ checkIn: from + i, checkOut: nextOccupied < 0 ? null : from + end })
    }
    i = end
  }
  return runs
}

export interface MonthOfNights {
  /** First day of the month. */
  firstDay: number
  /** Number of empty cells before the first day, in weeks that begin on Monday. */
  offset: number
  /** Number of days. */
  days: number
}

/** Returns consecutive months, beginning with that of a day. */
export function monthsFrom(day: number, count: number): MonthOfNights[] {
  const start = new Date(day * msPerDay)
  return Array.from({ length: count }, (_, i) => {
    const firstDayOf = (month: number) =>
      Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1) / msPerDay
    const firstDay = firstDayOf(i)
    return { firstDay, offset: (firstDay + epochWeekday) % 7, days: firstDayOf(i + 1) - firstDay }
  })
}

const msPerDay = 86_400_000

/** Weekday of day 0, where Monday is 0. */
const epochWeekday = 3
