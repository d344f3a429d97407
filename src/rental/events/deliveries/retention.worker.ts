import { worker } from '../../../context.ts'
import { forgetDeliveriesUnscoped } from './forget-deliveries.sql.ts'

export const deliveryWorkers = [
  worker({
    name: 'forget-deliveries',
    schedule: '37 * * * *',
    async work(ctx) {
      ctx.log.info({ deliveries: await forgetDeliveriesUnscoped(ctx) }, 'deleted old deliveries')
    },
  }),
]
