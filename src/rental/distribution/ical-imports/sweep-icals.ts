import type { WorkContext } from '../../../context.ts'
import { FairSemaphore } from '../../../platform/limits/fair-semaphore.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import type { Ical } from '../icals/ical.ts'
import { listDueIcalsUnscoped } from '../icals/icals.ts'
import { syncIcal } from './sync-ical.ts'

const batchSize = 100

/** Limits imports per agency, so that calendars that do not respond do not block other agencies. */
export const importSlots = new FairSemaphore({
  limit: 'calendar_imports',
  atOnce: 8,
  eachAtOnce: 2,
})

/**
 * Imports all external calendars that are due, a few concurrently. A calendar that fails delays the
 * others only by its own timeout.
 *
 * @returns the number of imported calendars
 */
export async function sweepIcals(work: WorkContext, signal: AbortSignal): Promise<number> {
  let importedCount = 0
  for (;;) {
    const due = await listDueIcalsUnscoped(work, batchSize)
    const previousCount = importedCount
    const syncInSlot = async (ical: (typeof due)[number]) => {
      const sync = async () => !signal.aborted && (await syncAsIcal(work, ical, signal))
      if (await importSlots.run(ical.agency_uid, sync)) importedCount++
    }
    await Promise.all(due.map(syncInSlot))
    // Without progress, the remaining calendars are claimed or failing.
    if (signal.aborted || due.length === 0 || importedCount === previousCount) return importedCount
  }
}

async function syncAsIcal(work: WorkContext, ical: Ical, signal: AbortSignal): Promise<boolean> {
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
