import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates.ts'
import { listFactsOfActive } from '../calendar/calendar.ts'
import { stayFactsOf } from '../calendar-facts/facts.ts'
import { checkStay, type Stay } from './stay.ts'

/** A stay that is looked for. */
export interface WantedSearch {
  agencyUid: string
  stay: Stay
  /** Null: any number. */
  minimumGuests: number | null
}

/**
 * The active properties of an agency within reach, newest first, that are free for a stay, break no
 * rule of it and take so many guests (contract/properties.md §5.1).
 */
export async function searchProperties(
  ctx: Context,
  { agencyUid, stay, minimumGuests }: WantedSearch,
): Promise<string[]> {
  const range = { a: dayOf(stay.checkIn), b: dayOf(stay.checkOut) }
  const days = { from: range.a, to: range.b + 1 }
  const found = await listFactsOfActive(ctx, agencyUid, minimumGuests ?? 0, { days })
  const now = ctx.clock.now()
  const tests = { guests: null, stayRules: true }
  const passes = found.filter(
    facts => checkStay(stayFactsOf(facts, range, now), stay, tests) === null,
  )
  return passes.map(({ uid }) => uid)
}
