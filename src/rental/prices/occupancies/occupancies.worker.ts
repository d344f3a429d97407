/** Background work on occupancies. */
import { worker } from '../../../context.ts'
import { separateTurnover } from './separated-turnover.sql.ts'

export const occupancyWorkers = [
  worker({
    name: 'separate-turnover',
    schedule: '41 * * * *',
    async work(ctx, { signal }) {
      const separated = await separateTurnover(ctx, signal)
      if (separated > 0) ctx.log.info({ separated }, 'separated turnover nights from booked nights')
    },
  }),
]
