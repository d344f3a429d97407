/**
 * Servers that one test file leaves to the next of its process. The database is emptied, the clock
 * is reset and connections are closed; cached data in memory belongs to deleted agencies.
 */
import { rmSync } from 'node:fs'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { SettableClock } from '../../src/platform/clock.ts'
import { SignInCounts } from '../../src/rental/access/employees/sign-in.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import type { Reset } from './databases/reused.ts'
import { eventually } from './eventually.ts'

interface Reusable extends Pick<Runtime, 'config' | 'database' | 'signIns'> {
  app: FastifyInstance
  clock: SettableClock
  stop(): Promise<void>
  end(): Promise<void>
}

export class ReusableServers<Server extends Reusable> {
  readonly #left: Server[] = []

  /** Returns a server for reuse, in the state of a new one. */
  take(): Server | undefined {
    const server = this.#left.pop()
    server?.app.server.ref()
    return server
  }

  /** Wraps a server so that its end leaves it for reuse, unless it was stopped before. */
  wrap(server: Server, empty: Reset): Server {
    const startedAt = server.clock.now()
    process.once('exit', () => rmSync(server.config.dataDir, { recursive: true, force: true }))
    let isStopped = false
    const wrapped: Server = {
      ...server,
      async stop() {
        isStopped = true
        await server.stop()
      },
      end: async () => {
        await closeClients(server)
        const isEmpty = !isStopped && (await empty().catch(error => endAndThrow(server, error)))
        if (!isEmpty) return server.end()
        server.clock.set(startedAt)
        Object.assign(server.signIns, new SignInCounts())
        server.app.server.unref()
        this.#left.push(wrapped)
      },
    }
    return wrapped
  }
}

/** Ends the server before throwing: an open server keeps the process running. */
async function endAndThrow(server: Reusable, error: Error): Promise<never> {
  await server.end()
  throw error
}

/** Closes the connections that clients left open, and waits for running requests. */
async function closeClients({ app, database }: Reusable): Promise<void> {
  app.server.closeAllConnections()
  await eventually(async () => {
    const isFree = () => database.loads().every(({ inUse, waiting }) => inUse + waiting === 0)
    for (let i = 0; i < 3; i++) {
      if (!isFree()) return false
      await yieldToEventLoop()
    }
    return true
  })
}
