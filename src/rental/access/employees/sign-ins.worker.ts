import { worker } from '../../../context.ts'
import { purgeConsentSessionsUnscoped } from '../consent-sessions/consent-sessions.ts'
import { purgeLinksUnscoped } from '../passwords/password-links.ts'
import { purgeSessionsUnscoped } from '../sessions/sessions.ts'
import { purgeFailures } from './sign-in-failures.sql.ts'

export const signInWorkers = [
  worker({
    name: 'forget-sign-in-failures',
    schedule: '27 * * * *',
    async work({ db, clock, log }) {
      const failures = await purgeFailures(db, clock.now())
      const tickets = await purgeConsentSessionsUnscoped({ db, clock })
      const sessions = await purgeSessionsUnscoped({ db, clock })
      const links = await purgeLinksUnscoped({ db, clock })
      const ended = { failures, tickets, sessions, links }
      log.info(ended, 'deleted old failed sign-in attempts and expired sign-in data')
    },
  }),
]
