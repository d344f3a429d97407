/**
 * Servers that one file of tests leaves for the next of its process. Its database is empty again,
 * its clock back, its connections are closed; what it holds in memory is of agencies that are gone.
 */
import { rmSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { SignInCounts } from '../../src/rental/access/employees/sign-in.ts'
import type { Empty } from './databases/emptied.ts'
import { eventually } from './eventually.ts'
import { exampleNow, type OpenServer } from './server.ts'

const left: OpenServer[] = []

/** One that was left, as if it had just been started. */
export function takeServer(): OpenServer | undefined {
  const server = left.pop()
  server?.app.server.ref()
  return server
}

/** The server, but that it is left for the next when it ends, unless it was stopped before. */
export function keepServer(server: OpenServer, empty: Empty): OpenServer {
  process.once('exit', () => rmSync(server.config.dataDir, { recursive: true, force: true }))
  let isStopped = false
  const kept: OpenServer = {
    ...server,
    async stop() {
      isStopped = true
      await server.stop()
    },
    async end() {
      await settle(server)
      const isLeft = !isStopped && (await empty().catch(error => ended(server, error)))
      if (!isLeft) return server.end()
      server.clock.set(exampleNow)
      Object.assign(server.signIns, new SignInCounts())
      server.app.server.unref()
      left.push(kept)
    },
  }
  return kept
}

/** What is not ended holds the process for good. */
async function ended(server: OpenServer, error: Error): Promise<never> {
  await server.end()
  throw error
}

/** Ends what clients have left open, and waits for what they have begun. */
async function settle({ app, database }: OpenServer): Promise<void> {
  app.server.closeAllConnections()
  await eventually(async () => {
    const isFree = () => database.loads().every(({ inUse, waiting }) => inUse + waiting === 0)
    for (let i = 0; i < 3; i++) {
      if (!isFree()) return false
      await turn()
    }
    return true
  })
}
