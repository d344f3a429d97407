import { worker } from '../../../context.ts'
import { forgetTicketsUnscoped } from '../consent-tickets/consent-tickets.ts'
import { forgetLinksUnscoped } from '../passwords/password-links.ts'
import { forgetSessionsUnscoped } from '../sessions/sessions.ts'
import { forgetOldFailures } from './sign-in-failures.sql.ts'

export const signInWorkers = [
  worker({
    name: 'forget-sign-in-failures',
    schedule: '27 * * * *',
    async work({ db, clock, log }) {
      const failures = await forgetOldFailures(db, clock.now())
      const tickets = await forgetTicketsUnscoped({ db, clock })
      const sessions = await forgetSessionsUnscoped({ db, clock })
      const links = await forgetLinksUnscoped({ db, clock })
      const ended = { failures, tickets, sessions, links }
      log.info(ended, 'deleted old failed sign-in attempts and expired sign-in data')
    },
  }),
]
