/** Workers that import external calendars: contract/resources.md §10. */
import { worker } from '../../../context.ts'
import type { Task } from '../../../platform/jobs/job-queue.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { scheduleNow } from './ical-claims.sql.ts'
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
      const isBusy = (await syncIcal(ctx, ical, { signal, isRetryOnly: true })) === 'BUSY'
      // The running import may have checked before the nights were free.
      if (isBusy) await scheduleNow(ctx, ical)
    },
  }),
]

interface IcalKey {
  agencyUid: string
  uid: string
}
