/** Background work on webhooks: contract/events.md §8.6. */
import { type WorkContext, worker } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import {
  abandonDeliveries,
  listRecheckedUnscoped,
  recheckHeld,
} from '../deliveries/open-deliveries.sql.ts'
import { deleteRevoked } from '../webhook-states/webhook-access.sql.ts'

export const webhookWorkers = [
  worker({
    name: 'tend-webhooks',
    schedule: '* * * * *',
    async work(ctx) {
      await transaction(ctx, async (ctx: WorkContext) => {
        for (const webhook of await deleteRevoked(ctx)) await abandonDeliveries(ctx, webhook)
      })
      for (const agencyUid of await listRecheckedUnscoped(ctx)) {
        await transaction(ctx, (ctx: WorkContext) => recheckHeld(ctx, agencyUid))
      }
    },
  }),
]
