import type { FastifyBaseLogger } from 'fastify'
import type { WorkContext } from './context.ts'
import type { Services } from './services.ts'

/** What is done in the background until it is told to stop. */
export interface Work {
  /** Begins nothing more, waits a while for what was begun, and closes its connections. */
  stop(): Promise<void>
}

/** Begins to work, if this process is one that does. */
export async function startWork(services: Services, log: FastifyBaseLogger): Promise<Work> {
  const { config, tasks } = services
  const parts: Work[] = [tasks]
  if (config.runWorker) await tasks.start(workContext(services, log))
  return { stop: async () => void (await Promise.all(parts.map(part => part.stop()))) }
}

/** What workers work with. */
export function workContext(services: Services, log: FastifyBaseLogger): WorkContext {
  const { config: settings, database, blobs, clock, metrics, outbox, tasks } = services
  const { kysely: db, read } = database
  const { sealer, targets } = services
  const shared = { blobs, clock, metrics, outbox, tasks, sealer, targets }
  return { db, read, requestUid: null, log, settings, ...shared }
}
