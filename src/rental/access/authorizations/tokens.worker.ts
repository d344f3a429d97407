import { worker } from '../../../context.ts'
import { purgeAccessTokensUnscoped } from '../partners/access-tokens.ts'
import { purgeRefreshTokensUnscoped } from './purge-tokens.sql.ts'

const retentionMs = 7 * 86_400_000

export const tokenWorkers = [
  worker({
    name: 'forget-tokens',
    schedule: '47 * * * *',
    async work({ db, clock, log }) {
      const before = new Date(clock.now().getTime() - retentionMs)
      const access = await purgeAccessTokensUnscoped({ db }, before)
      const refresh = await purgeRefreshTokensUnscoped({ db }, before)
      log.info({ access, refresh }, 'deleted expired tokens')
    },
  }),
]
