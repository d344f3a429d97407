import type { WorkContext } from '../../../context.ts'
import { FairTurns } from '../../../platform/limits/fair-turns.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import type { Ical } from '../icals/ical.ts'
import { listDueIcalsUnscoped } from '../icals/icals.ts'
import { syncIcal } from './sync-ical.ts'

const listedAtOnce = 100

/** Each agency has a share, so that calendars which hang keep those of others from nothing. */
export const importTurns = new FairTurns({ limit: 'calendar_imports', atOnce: 8, eachAtOnce: 2 })

/**
 * Imports every external calendar that is due, a few at a time, and says how many. One that fails
 * keeps none of the others waiting but for its own time.
 */
export async function sweepIcals(work: WorkContext, signal: AbortSignal): Promise<number> {
  let done = 0
  for (;;) {
    const due = await listDueIcalsUnscoped(work, listedAtOnce)
    const before = done
    const syncInTurn = async (ical: (typeof due)[number]) => {
      const begin = async () => !signal.aborted && (await sync(work, ical, signal))
      if (await importTurns.run(ical.agency_uid, begin)) done++
    }
    await Promise.all(due.map(syncInTurn))
    if (signal.aborted || due.length === 0 || done === before) return done
  }
}

async function sync(work: WorkContext, ical: Ical, signal: AbortSignal): Promise<boolean> {
  const ctx = { ...work, caller: icalCaller(ical.agency_uid, ical.uid) }
  try {
    return (await syncIcal(ctx, ical, { signal, known: ical })) === 'DONE'
  } catch (error) {
    const { agency_uid: agency, uid: icalUid } = ical
    work.log.error(
      { err: error, agency, icalUid },
      'Could not import an external calendar. It is retried',
    )
    return false
  }
}
