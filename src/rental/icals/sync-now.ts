import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { icalCaller } from '../agencies/caller.ts'
import type { Ical } from './ical.ts'
import { findKnownIcal } from './icals.ts'
import { syncIcal } from './sync-ical.ts'

const limitMs = 15_000
const pauseMs = 100

/**
 * Imports an external calendar for somebody who waits, at most 15 seconds. One import that is under
 * way is waited for, since it may not have seen what the other has just changed. What is not done
 * in time goes on in the background.
 */
export async function syncNow(ctx: Context, ical: Pick<Ical, 'agency_uid' | 'uid'>): Promise<void> {
  const { agency_uid: agencyUid, uid } = ical
  const end = performance.now() + limitMs
  const timeLeft = () => end - performance.now()
  const isOver = () => timeLeft() <= 0
  const acting = { ...ctx, caller: icalCaller(agencyUid, uid) }
  let synced = await syncIcal(acting, ical, { timeoutMs: limitMs, isOver })
  while (synced === 'BUSY' && !isOver()) {
    await sleep(pauseMs)
    const timeoutMs = Math.max(timeLeft(), pauseMs)
    synced = await syncIcal(acting, ical, { timeoutMs, isOver })
    if (synced === 'BUSY' && !(await findKnownIcal(ctx, ical))) return
  }
  if (synced === 'UNFINISHED') await ctx.tasks.send(ctx.db, 'sync-ical', { agencyUid, uid })
}
