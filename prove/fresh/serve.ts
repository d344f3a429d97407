/** A server process that keeps answers, whose clock its parent sets. */
import { openDatabase } from '../../src/process/database.ts'
import { openServer } from '../../test/support/server.ts'
import type { Plant } from './options.ts'
import { cacheWith, plantInWrites } from './planted.ts'

const { DATABASE_URL = '', PLANT = '' } = process.env
const database = await openDatabase({
  databaseUrl: DATABASE_URL,
  databaseReadUrl: null,
  dataDir: '',
})
const plant = PLANT === '' ? null : (PLANT as Plant)
const cache = cacheWith(plant)
const settings = { SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', QUERY_PAGE: 'false' }
const server = await openServer(settings, { database, cache })
plantInWrites(server, plant)
process.on('message', (now: string) => {
  server.clock.set(now)
  process.send!({ now })
})
process.on('disconnect', () => process.exit())
process.send!({ url: server.url })
