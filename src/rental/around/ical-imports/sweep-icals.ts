import type { WorkContext } from '../../../context.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { listDueIcalsUnscoped } from '../icals/icals.ts'
import { syncIcal } from './sync-ical.ts'

const listedAtOnce = 100
const syncsAtOnce = 8

/**
 * Imports every external calendar that is due, a few at a time, and says how many. One that fails
 * keeps none of the others waiting but for its own time.
 */
export async function sweepIcals(work: WorkContext, signal: AbortSignal): Promise<number> {
  let done = 0
  for (;;) {
    const due = await listDueIcalsUnscoped(work, listedAtOnce)
    const before = done
    const next = due.values()
    const sweeper = async () => {
      for (const ical of next) {
        if (signal.aborted) return
        if (await sync(work, ical, signal)) done++
      }
    }
    await Promise.all(Array.from({ length: syncsAtOnce }, sweeper))
    if (signal.aborted || due.length < listedAtOnce || done === before) return done
  }
}

async function sync(
  work: WorkContext,
  ical: { agency_uid: string; uid: string },
  signal: AbortSignal,
): Promise<boolean> {
  const ctx = { ...work, caller: icalCaller(ical.agency_uid, ical.uid) }
  try {
    return (await syncIcal(ctx, ical, { signal })) === 'DONE'
  } catch (error) {
    work.log.error({ err: error, icalUid: ical.uid }, 'a calendar was not imported')
    return false
  }
}
