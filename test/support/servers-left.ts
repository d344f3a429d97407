/**
 * Servers that one file of tests leaves for the next of its process. Its database is empty again,
 * its clock back, its connections are closed; what it holds in memory is of agencies that are gone.
 */
import { rmSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { SettableClock } from '../../src/platform/clock.ts'
import type { Runtime } from '../../src/process/runtime.ts'
import { SignInCounts } from '../../src/rental/access/employees/sign-in.ts'
import type { Empty } from './databases/emptied.ts'
import { eventually } from './eventually.ts'

interface Keepable extends Pick<Runtime, 'config' | 'database' | 'signIns'> {
  app: FastifyInstance
  clock: SettableClock
  stop(): Promise<void>
  end(): Promise<void>
}

/** Servers of one kind. */
export class ServersLeft<Server extends Keepable> {
  readonly #left: Server[] = []

  /** One that was left, as if it had just been started. */
  take(): Server | undefined {
    const server = this.#left.pop()
    server?.app.server.ref()
    return server
  }

  /** The server, but that it is left for the next when it ends, unless it was stopped before. */
  keep(server: Server, empty: Empty): Server {
    const startedAt = server.clock.now()
    process.once('exit', () => rmSync(server.config.dataDir, { recursive: true, force: true }))
    let isStopped = false
    const kept: Server = {
      ...server,
      async stop() {
        isStopped = true
        await server.stop()
      },
      end: async () => {
        await settle(server)
        const isEmpty = !isStopped && (await empty().catch(error => ended(server, error)))
        if (!isEmpty) return server.end()
        server.clock.set(startedAt)
        Object.assign(server.signIns, new SignInCounts())
        server.app.server.unref()
        this.#left.push(kept)
      },
    }
    return kept
  }
}

/** What is not ended holds the process for good. */
async function ended(server: Keepable, error: Error): Promise<never> {
  await server.end()
  throw error
}

/** Ends what clients have left open, and waits for what they have begun. */
async function settle({ app, database }: Keepable): Promise<void> {
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
