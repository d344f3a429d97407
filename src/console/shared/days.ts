/** Calendar days as numbers; 0 is 1970-01-01. A night has the number of its first day. */

export const dayMs = 86_400_000
const thursday = 4

export function dayOf(date: string): number {
  return Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / dayMs
}

export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** Returns the day of the week; 0 is Sunday. */
export function weekdayOf(day: number): number {
  // Day 0 was a Thursday. Days before it have a negative remainder.
  return (((day + thursday) % 7) + 7) % 7
}

/** Parses a date; returns null if it is invalid. */
export function readDay(text: string | null): number | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = dayOf(text)
  return Number.isNaN(day) ? null : day
}

/** Adds months to a day; clamps to the last day of the month. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * dayMs)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) / dayMs
}
