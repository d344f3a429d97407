/** A server process with a response cache, whose clock its parent sets. */
import { openDatabase } from '../../src/server/database.ts'
import { openServer } from '../../test/support/server.ts'
import { mutateWrites, openCache } from './mutations.ts'
import type { Mutation } from './options.ts'

const { DATABASE_URL = '', PLANT = '' } = process.env
const database = await openDatabase({
  databaseUrl: DATABASE_URL,
  databaseReadUrl: null,
  dataDir: '',
})
const mutation = PLANT === '' ? null : (PLANT as Mutation)
const cache = openCache(mutation)
const settings = { SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', QUERY_PAGE: 'false' }
const server = await openServer(settings, { database, cache })
mutateWrites(server, mutation)
process.on('message', (now: string) => {
  server.clock.set(now)
  process.send!({ now })
})
process.on('disconnect', () => process.exit())
process.send!({ url: server.url })
