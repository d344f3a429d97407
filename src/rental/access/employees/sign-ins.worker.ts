import { worker } from '../../../context.ts'
import { forgetOldFailures } from './sign-in-failures.sql.ts'

export const signInWorkers = [
  worker({
    name: 'forget-sign-in-failures',
    schedule: '27 * * * *',
    async work({ db, clock, log }) {
      const failures = await forgetOldFailures(db, clock.now())
      log.info({ failures }, 'forgot failed attempts to sign in')
    },
  }),
]
