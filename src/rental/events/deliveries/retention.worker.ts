import { worker } from '../../../context.ts'
import { purgeDeliveriesUnscoped } from './purge-deliveries.sql.ts'

export const deliveryWorkers = [
  worker({
    name: 'forget-deliveries',
    schedule: '37 * * * *',
    async work(ctx) {
      ctx.log.info({ deliveries: await purgeDeliveriesUnscoped(ctx) }, 'deleted old deliveries')
    },
  }),
]
