/** Work on leads that nobody asks for: contract/leads.md §1, §4.3. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type WorkContext, worker } from '../../../context.ts'
import { sealPassports } from '../lead-writes/seal-passports.ts'
import { sweepLeads } from './sweep-leads.ts'

/**
 * A task comes every minute. It looks again in the midst of it, so that a lapse is written within
 * 30 s, where timers end just now or one is seen to end by then: none is set to end within less
 * than a minute.
 */
const sweepsPerTask = 2
const pauseMs = 28_000

export const leadWorkers = [
  worker({
    name: 'sweep-leads',
    schedule: '* * * * *',
    async work(ctx: WorkContext, { signal }) {
      for (let i = 0; i < sweepsPerTask && !signal.aborted; i++) {
        const { closed: lapsed, isMoreSoon } = await sweepLeads(ctx, pauseMs)
        if (lapsed > 0) ctx.log.info({ lapsed }, 'closed leads whose timer expired')
        const isCalm = lapsed === 0 && !isMoreSoon
        if (isCalm || i === sweepsPerTask - 1) return
        await sleep(pauseMs, null, { signal }).catch(() => null)
      }
    },
  }),
  worker({
    name: 'seal-passports',
    schedule: '37 * * * *',
    async work(ctx: WorkContext, { signal }) {
      const sealed = await sealPassports(ctx, signal)
      if (sealed > 0)
        ctx.log.info({ sealed }, 'encrypted passport numbers stored by an earlier release')
    },
  }),
]
