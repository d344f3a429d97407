/** Phase of a stay relative to now: upcoming, in progress, or past. Pure functions. */
import { dateOf, dayMs } from '../days.ts'

export const phases = ['COMING', 'THERE', 'OPEN', 'OVER'] as const

/** `OPEN`: upcoming or in progress. */
export type Phase = (typeof phases)[number]

interface Stay {
  checkInZonedDateTime: string
  checkOutZonedDateTime: string
}

export function isInPhase(phase: Phase, stay: Stay, now: number): boolean {
  const [hasBegun, isOver] = [stay.checkInZonedDateTime, stay.checkOutZonedDateTime].map(
    instant => Date.parse(instant) <= now,
  )
  const matches = { COMING: !hasBegun, THERE: hasBegun && !isOver, OPEN: !isOver, OVER: isOver }
  return matches[phase] === true
}

/**
 * Returns date filters for a phase, one day wider on each side, because the property may be in
 * another time zone.
 */
export function phaseDates(phase: Phase, now: number) {
  const today = Math.floor(now / dayMs)
  const [before, after] = [dateOf(today - 1), dateOf(today + 1)]
  return {
    COMING: { checkInFrom: before },
    THERE: { checkInTo: after, checkOutFrom: before },
    OPEN: { checkOutFrom: before },
    OVER: { checkOutTo: after },
  }[phase]
}

/** Returns exact filters by instants for a phase. */
export function phaseInstants(phase: Phase, now: number) {
  const nowUtc = new Date(now).toISOString()
  return {
    COMING: { checkInFromUtcDateTime: nowUtc },
    THERE: { checkInToUtcDateTime: nowUtc, checkOutFromUtcDateTime: nowUtc },
    OPEN: { checkOutFromUtcDateTime: nowUtc },
    OVER: { checkOutToUtcDateTime: nowUtc },
  }[phase]
}
