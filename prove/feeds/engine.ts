/** Process that runs the proof on one engine, and sends the verdict to its parent. */
import { openDatabase } from '../../src/server/database.ts'
import { createEmbedded } from '../../test/support/database.ts'
import { openServer } from '../../test/support/server.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import { openProofDatabase } from '../shared/proof-database.ts'
import { proveFeeds } from './feeds.ts'
import type { Engine } from './options.ts'
import { settings } from './run-context.ts'

/** The message of the parent process. */
export interface Order {
  engine: Engine
  seed: number
  minutes: number
  steps: number
}

process.once('message', async ({ engine, minutes, ...length }: Order) => {
  const verdict = await withCleanup(async cleanup => {
    const database =
      engine === 'pglite'
        ? await createEmbedded()
        : await openDatabase({
            databaseUrl: await openProofDatabase(cleanup),
            databaseReadUrl: null,
            dataDir: '',
          })
    const server = await openServer(settings, { database })
    cleanup.add(() => server.end())
    const endsAt = performance.now() + minutes * 60_000
    return proveFeeds(cleanup, server, { ...length, endsAt })
  })
  process.send!(verdict, () => process.exit())
})
