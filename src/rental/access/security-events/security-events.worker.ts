import { worker } from '../../../context.ts'
import { purgeSecurityEventsUnscoped } from './security-events.ts'

export const securityWorkers = [
  worker({
    name: 'forget-security-events',
    schedule: '37 * * * *',
    async work({ db, clock, settings, log }) {
      const days = settings.securityEventRetentionDays
      if (days === 0) return
      const before = new Date(clock.now().getTime() - days * 86_400_000)
      const events = await purgeSecurityEventsUnscoped({ db }, before)
      log.info({ events }, 'deleted old security events')
    },
  }),
]
