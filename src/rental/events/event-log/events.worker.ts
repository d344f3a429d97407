import { worker } from '../../../context.ts'
import { forgetEventsUnscoped } from './forget-events.sql.ts'

export const eventWorkers = [
  worker({
    name: 'forget-events',
    schedule: '47 * * * *',
    async work(ctx) {
      ctx.log.info({ events: await forgetEventsUnscoped(ctx) }, 'deleted old events')
    },
  }),
]
