import { worker } from '../../../context.ts'
import { purgeEventsUnscoped } from './purge-events.sql.ts'

export const eventWorkers = [
  worker({
    name: 'forget-events',
    schedule: '47 * * * *',
    async work(ctx) {
      ctx.log.info({ events: await purgeEventsUnscoped(ctx) }, 'deleted old events')
    },
  }),
]
