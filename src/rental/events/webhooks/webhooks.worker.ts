/** Work on webhooks that nobody asks for: contract/events.md §8.6. */
import { type WorkContext, worker } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import {
  abandonDeliveries,
  abandonForgottenUnscoped,
  releaseStragglersUnscoped,
} from '../deliveries/open-deliveries.sql.ts'
import { deleteRevoked } from '../webhook-states/webhook-access.sql.ts'

export const webhookWorkers = [
  worker({
    name: 'tend-webhooks',
    schedule: '* * * * *',
    async work(ctx) {
      await transaction(ctx, async (ctx: WorkContext) => {
        for (const webhook of await deleteRevoked(ctx)) await abandonDeliveries(ctx, webhook)
        await releaseStragglersUnscoped(ctx)
        await abandonForgottenUnscoped(ctx)
      })
    },
  }),
]
