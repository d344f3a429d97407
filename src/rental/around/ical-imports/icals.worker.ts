/** Importing external calendars: contract/resources.md §10. */
import { worker } from '../../../context.ts'
import type { Task } from '../../../platform/worker.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { dueNow } from './ical-claims.sql.ts'
import { sweepIcals } from './sweep-icals.ts'
import { syncIcal } from './sync-ical.ts'

export const icalWorkers = [
  worker({
    name: 'sync-icals',
    schedule: '* * * * *',
    async work(ctx, { signal }) {
      const icals = await sweepIcals(ctx, signal)
      if (icals > 0) ctx.log.info({ icals }, 'imported external calendars')
    },
  }),
  worker({
    name: 'sync-ical',
    async work(base, { data: { agencyUid, uid }, signal }: Task<IcalKey>) {
      const ctx = { ...base, caller: icalCaller(agencyUid, uid) }
      await syncIcal(ctx, { agency_uid: agencyUid, uid }, { signal })
    },
  }),
  worker({
    name: 'settle-ical',
    async work(base, { data: { agencyUid, uid }, signal }: Task<IcalKey>) {
      const ctx = { ...base, caller: icalCaller(agencyUid, uid) }
      const ical = { agency_uid: agencyUid, uid }
      const isBusy = (await syncIcal(ctx, ical, { signal, isSettling: true })) === 'BUSY'
      // The import that is under way may have looked before the nights were free.
      if (isBusy) await dueNow(ctx, ical)
    },
  }),
]

/** What a calendar leaves for the worker. */
interface IcalKey {
  agencyUid: string
  uid: string
}
