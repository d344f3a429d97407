import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { FairSemaphore } from '../../../platform/limits/fair-semaphore.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import type { Ical } from '../icals/ical.ts'
import { findIcalByKey } from '../icals/icals.ts'
import { syncIcal } from './sync-ical.ts'

/** Slightly less than the 15 seconds that clients are promised. */
const limitMs = 14_500
/** Pause between attempts while another import is running. */
const pauseMs = 100
/** Minimum remaining time for another attempt. */
const attemptMinMs = 1_000

/** Limits imports for waiting clients, apart from those of workers, whose queue may be long. */
export const importNowSlots = new FairSemaphore({
  limit: 'calendar_imports_now',
  atOnce: 8,
  eachAtOnce: 2,
  eachWaitingMax: 20,
  waitingMax: 200,
  waitMs: 5_000,
})

/**
 * Imports an external calendar for a client that waits for the result. Imports are queued.
 *
 * @throws ApiError SERVICE_UNAVAILABLE if none of the slots is free for 5 seconds
 */
export async function syncNow(
  ctx: Context,
  ical: Ical,
  { isBelieved = false } = {},
): Promise<void> {
  await importNowSlots.run(ical.agency_uid, () => syncInTime(ctx, ical, { isBelieved }))
}

/**
 * Imports an external calendar within 15 seconds. Waits for a running import and repeats it, since
 * that may have missed the latest changes. An unfinished import continues in the background.
 */
async function syncInTime(
  ctx: Context,
  ical: Ical,
  { isBelieved }: { isBelieved: boolean },
): Promise<void> {
  const { agency_uid: agencyUid, uid } = ical
  const endsAt = performance.now() + limitMs
  // Problems of an import are stored with the calendar, so it adds no warnings.
  const { warnings: _, ...withoutWarnings } = ctx
  const icalCtx = { ...withoutWarnings, caller: icalCaller(agencyUid, uid) }
  let progress = await syncIcal(icalCtx, ical, { endsAt, isBelieved, known: ical })
  while (progress === 'BUSY' && performance.now() + attemptMinMs < endsAt) {
    await sleep(pauseMs)
    progress = await syncIcal(icalCtx, ical, { endsAt, isBelieved })
    // BUSY is also returned for a deleted calendar.
    if (progress === 'BUSY' && !(await findIcalByKey(ctx, ical))) return
  }
  if (progress === 'UNFINISHED') await ctx.tasks.send(ctx.db, 'sync-ical', { agencyUid, uid })
}
