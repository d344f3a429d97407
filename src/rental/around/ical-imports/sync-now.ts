import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { FairTurns } from '../../../platform/limits/fair-turns.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import type { Ical } from '../icals/ical.ts'
import { findKnownIcal } from '../icals/icals.ts'
import { syncIcal } from './sync-ical.ts'

const limitMs = 14_500
const pauseMs = 100
/** Nothing is begun that has less time than this. */
const leastMs = 1_000

/** Apart from those of the background, which may have many calendars before them. */
export const importNowTurns = new FairTurns({
  limit: 'calendar_imports_now',
  atOnce: 8,
  eachAtOnce: 2,
  eachWaitingMax: 20,
  waitingMax: 200,
  waitMs: 5_000,
})

/**
 * Imports an external calendar in turn, for somebody who waits.
 *
 * @throws ApiError SERVICE_UNAVAILABLE when it was not its turn for 5 seconds
 */
export async function syncNow(
  ctx: Context,
  ical: Ical,
  { isBelieved = false } = {},
): Promise<void> {
  await importNowTurns.run(ical.agency_uid, () => syncInTime(ctx, ical, isBelieved))
}

/**
 * Imports an external calendar, within 15 seconds at most. One import that is under
 * way is waited for, since it may not have seen what the other has just changed. What is not done
 * in time goes on in the background.
 */
async function syncInTime(ctx: Context, ical: Ical, isBelieved: boolean): Promise<void> {
  const { agency_uid: agencyUid, uid } = ical
  const endsAt = performance.now() + limitMs
  // An import warns of nothing: what is wrong is kept with the calendar.
  const { warnings: _, ...given } = ctx
  const acting = { ...given, caller: icalCaller(agencyUid, uid) }
  let synced = await syncIcal(acting, ical, { endsAt, isBelieved, known: ical })
  while (synced === 'BUSY' && performance.now() + leastMs < endsAt) {
    await sleep(pauseMs)
    synced = await syncIcal(acting, ical, { endsAt, isBelieved })
    if (synced === 'BUSY' && !(await findKnownIcal(ctx, ical))) return
  }
  if (synced === 'UNFINISHED') await ctx.tasks.send(ctx.db, 'sync-ical', { agencyUid, uid })
}
