import { worker } from '../../../context.ts'
import { forgetTicketsUnscoped } from '../consent-tickets/consent-tickets.ts'
import { forgetOldFailures } from './sign-in-failures.sql.ts'

export const signInWorkers = [
  worker({
    name: 'forget-sign-in-failures',
    schedule: '27 * * * *',
    async work({ db, clock, log }) {
      const failures = await forgetOldFailures(db, clock.now())
      const tickets = await forgetTicketsUnscoped({ db, clock })
      log.info({ failures, tickets }, 'forgot failed attempts to sign in, and old tickets')
    },
  }),
]
