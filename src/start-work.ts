import type { FastifyBaseLogger } from 'fastify'
import type { WorkContext } from './context.ts'
import { Caretaker } from './platform/db/caretaker.ts'
import { startDelivery } from './rental/deliveries/deliveries.worker.ts'
import { startSending } from './rental/sendings/sendings.worker.ts'
import { outboxWarning } from './sending-config.ts'
import { contextBase, type Services } from './services.ts'

/** What is done in the background until it is told to stop. */
export interface Work {
  /** Begins nothing more, waits a while for what was begun, and closes its connections. */
  stop(): Promise<void>
}

/** Begins to work, if this process is one that does. */
export async function startWork(services: Services, log: FastifyBaseLogger): Promise<Work> {
  const { config, tasks } = services
  const warning = config.databaseUrl === null ? null : outboxWarning(config.sending)
  if (warning !== null) log.warn(warning)
  const parts: Work[] = [tasks]
  if (config.runWorker) {
    const ctx = workContext(services, log)
    await tasks.start(ctx)
    parts.push(await startDelivery(services.database, ctx))
    parts.push(await startSending(services.database, ctx))
    parts.push(...takeCare(services, log))
  }
  return { stop: async () => void (await Promise.all(parts.map(part => part.stop()))) }
}

/** The embedded database has no autovacuum. */
function takeCare({ database, metrics }: Services, log: FastifyBaseLogger): Work[] {
  const { connection } = database
  if ('url' in connection) return []
  const onError = (error: Error) => log.error(error, 'taking care of the database')
  const onDone = (worker: string, seconds: number) =>
    metrics.tasks.observe({ worker, outcome: 'done' }, seconds)
  return [new Caretaker(connection, { onError, onDone })]
}

/** What workers work with. */
export function workContext(services: Services, log: FastifyBaseLogger): WorkContext {
  return { ...contextBase(services), requestUid: null, log }
}
