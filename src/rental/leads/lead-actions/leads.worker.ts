/** Background workers for leads: contract/leads.md §1, §4.3. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type WorkContext, worker } from '../../../context.ts'
import { encryptPassports } from '../lead-writes/encrypt-plaintext-passports.ts'
import { expireDueLeads } from './expire-due-leads.ts'

/**
 * Polls per task. A task runs every minute, and polls again half-way if leads have just expired or
 * will expire by then, so an expiry is stored within 30 s. No timer is shorter than a minute.
 */
const sweepsPerTask = 2
const pauseMs = 28_000

export const leadWorkers = [
  worker({
    name: 'sweep-leads',
    schedule: '* * * * *',
    async work(ctx: WorkContext, { signal }) {
      for (let i = 0; i < sweepsPerTask && !signal.aborted; i++) {
        const { closed, hasUpcoming } = await expireDueLeads(ctx, pauseMs)
        if (closed > 0) ctx.log.info({ lapsed: closed }, 'closed leads whose timer expired')
        const isIdle = closed === 0 && !hasUpcoming
        if (isIdle || i === sweepsPerTask - 1) return
        await sleep(pauseMs, null, { signal }).catch(() => null)
      }
    },
  }),
  worker({
    name: 'seal-passports',
    schedule: '37 * * * *',
    async work(ctx: WorkContext, { signal }) {
      const encrypted = await encryptPassports(ctx, signal)
      if (encrypted > 0)
        ctx.log.info(
          { sealed: encrypted },
          'encrypted passport numbers stored by an earlier release',
        )
    },
  }),
]
