import { worker } from '../../../context.ts'
import { forgetAccessTokensUnscoped } from '../partners/access-tokens.ts'
import { forgetRefreshTokensUnscoped } from './forget-tokens.sql.ts'

const keptMs = 7 * 86_400_000

export const tokenWorkers = [
  worker({
    name: 'forget-tokens',
    schedule: '47 * * * *',
    async work({ db, clock, log }) {
      const before = new Date(clock.now().getTime() - keptMs)
      const access = await forgetAccessTokensUnscoped({ db }, before)
      const refresh = await forgetRefreshTokensUnscoped({ db }, before)
      log.info({ access, refresh }, 'deleted expired tokens')
    },
  }),
]
