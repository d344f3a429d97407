/** What of guests is kept no longer: contract/resources.md §8.2. */
import { worker } from '../../../context.ts'
import { listForgettingUnscoped } from '../../access/agencies/agencies.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { listErasuresUnscoped } from '../guest-data/guest-data.ts'
import { keepMissingErasures } from '../guest-data/keep-missing-erasures.ts'
import { deleteOverdueMessages } from './delete-overdue-messages.ts'
import { eraseOverdueLeads } from './erase-overdue-leads.ts'

const dayMs = 86_400_000

export const guestDataWorkers = [
  worker({
    name: 'forget-guests',
    schedule: '7 2 * * *',
    async work(ctx, { signal }) {
      const now = ctx.clock.now().getTime()
      const parts = [
        ['personal_data_retention_days', eraseOverdueLeads],
        ['message_retention_days', deleteOverdueMessages],
      ] as const
      for (const settings of await listForgettingUnscoped(ctx)) {
        const agencyUid = settings.agency_uid
        const own = { ...ctx, caller: systemCaller(agencyUid) }
        for (const [days, forget] of parts) {
          if (settings[days] === 0) continue
          const before = new Date(now - settings[days] * dayMs)
          while ((await forget(own, agencyUid, before)) > 0) signal.throwIfAborted()
        }
      }
      const { erasuresFile } = ctx.settings
      const added = await keepMissingErasures(erasuresFile, await listErasuresUnscoped(ctx, false))
      if (added > 0) ctx.log.warn({ added }, 'added missing erasures to the list of erasures')
    },
  }),
]
