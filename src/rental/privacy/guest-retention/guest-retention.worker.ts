/** Retention of guest data: contract/resources.md §8.2. */

import { worker } from '../../../context.ts'
import { dayMs } from '../../../platform/dates/dates.ts'
import { listRetentionSettingsUnscoped } from '../../access/agencies/agencies.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { appendMissingErasures } from '../guest-data/append-missing-erasures.ts'
import { listErasuresUnscoped } from '../guest-data/guest-data.ts'
import { deleteOverdueMessages } from './delete-overdue-messages.ts'
import { eraseOverdueLeads } from './erase-overdue-leads.ts'

export const guestDataWorkers = [
  worker({
    name: 'forget-guests',
    schedule: '7 2 * * *',
    async work(ctx, { signal }) {
      const now = ctx.clock.now().getTime()
      const policies = [
        ['personal_data_retention_days', eraseOverdueLeads],
        ['message_retention_days', deleteOverdueMessages],
      ] as const
      for (const settings of await listRetentionSettingsUnscoped(ctx)) {
        const agencyUid = settings.agency_uid
        const agencyCtx = { ...ctx, caller: systemCaller(agencyUid) }
        for (const [setting, deleteBatch] of policies) {
          if (settings[setting] === 0) continue
          const before = new Date(now - settings[setting] * dayMs)
          while ((await deleteBatch(agencyCtx, agencyUid, before)) > 0) signal.throwIfAborted()
        }
      }
      const { erasuresFile } = ctx.settings
      const added = await appendMissingErasures(
        erasuresFile,
        await listErasuresUnscoped(ctx, { requiresAllNodes: false }),
      )
      if (added > 0) ctx.log.warn({ added }, 'added missing erasures to the list of erasures')
    },
  }),
]
