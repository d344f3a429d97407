/** Where the stay of a lead lies from here: to come, there, or over. Pure. */
import { dateOf } from '../calendar/days.ts'

export const whens = ['COMING', 'THERE', 'OPEN', 'OVER'] as const

/** `OPEN`: to come or there. */
export type When = (typeof whens)[number]

interface Stay {
  checkInZonedDateTime: string
  checkOutZonedDateTime: string
}

export function isWhen(when: When, stay: Stay, now: number): boolean {
  const [hasBegun, isOver] = [stay.checkInZonedDateTime, stay.checkOutZonedDateTime].map(
    at => Date.parse(at) <= now,
  )
  const is = { COMING: !hasBegun, THERE: hasBegun && !isOver, OPEN: !isOver, OVER: isOver }
  return is[when] === true
}

/** As filters of dates, a day more on each side: where the property is may be another day. */
export function datesOf(when: When, now: number) {
  const today = Math.floor(now / 86_400_000)
  const [before, after] = [dateOf(today - 1), dateOf(today + 1)]
  return {
    COMING: { checkInFrom: before },
    THERE: { checkInTo: after, checkOutFrom: before },
    OPEN: { checkOutFrom: before },
    OVER: { checkOutTo: after },
  }[when]
}

/** As filters of instants, which are just these. */
export function instantsOf(when: When, now: number) {
  const at = new Date(now).toISOString()
  return {
    COMING: { checkInFromUtcDateTime: at },
    THERE: { checkInToUtcDateTime: at, checkOutFromUtcDateTime: at },
    OPEN: { checkOutFromUtcDateTime: at },
    OVER: { checkOutToUtcDateTime: at },
  }[when]
}
