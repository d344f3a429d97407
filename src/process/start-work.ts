import type { FastifyBaseLogger } from 'fastify'
import { outboxWarning } from '../config/sending-config.ts'
import type { WorkContext } from '../context.ts'
import { Caretaker } from '../platform/db/pglite/caretaker.ts'
import { type DueWork, DueWorkPoller } from '../platform/jobs/due-work-poller.ts'
import { startDelivery } from '../rental/events/delivery-attempts/deliveries.worker.ts'
import { startMessageDelivery } from '../rental/inbox/message-deliveries/message-deliveries.worker.ts'
import {
  type EndedCommand,
  hearCommands,
  type Services,
  type TypedCommand,
} from './command-requests.ts'
import { keepBackups } from './keep-backups.ts'
import { contextBase, type Runtime } from './runtime.ts'

/** What is done in the background until it is told to stop. */
export interface Work {
  /** Begins nothing more, waits a while for what was begun, and closes its connections. */
  stop(): Promise<void>
}

/** Begins to work, if this process is one that does. */
export async function startWork(
  runtime: Runtime,
  log: FastifyBaseLogger,
  runCommand: RunCommand = noCommand,
): Promise<Work> {
  const { config, tasks } = runtime
  const warning = config.databaseUrl === null ? null : outboxWarning(config.sending)
  if (warning !== null) log.warn(warning)
  const parts: Work[] = [tasks]
  if (config.runWorker) {
    const ctx = workContext(runtime, log)
    await tasks.start(ctx)
    const [deliveries, messages] = [
      await startDelivery(runtime.database, ctx),
      await startMessageDelivery(runtime.database, ctx),
    ]
    parts.push(
      poll(runtime, log, [deliveries.dispatcher, messages.dispatcher]),
      deliveries,
      messages,
    )
    parts.push(...takeCare(runtime, log))
  }
  if (config.databaseUrl === null) parts.push(await serveCommands(runtime, log, runCommand))
  return { stop: async () => void (await Promise.all(parts.map(part => part.stop()))) }
}

/** Polls for due work of which no notification came. */
function poll({ database, clock }: Runtime, log: FastifyBaseLogger, kinds: DueWork[]): Work {
  const poller = new DueWorkPoller(
    {
      db: database.work as never,
      clock,
      isCluster: () => database.isCluster,
      onError: error =>
        log.error(error, 'Could not poll for due work. Check the database; it is retried'),
    },
    kinds,
  )
  poller.start()
  return { stop: async () => poller.stop() }
}

/** Runs a command on the database that this process has open. */
export type RunCommand = (asked: TypedCommand, runtime: Runtime) => Promise<EndedCommand>

const noCommand: RunCommand = async () => {
  throw new Error('This process can run no command except backups')
}

/** No other process may open the embedded database, so this one does what commands are to do. */
async function serveCommands(
  runtime: Runtime,
  log: FastifyBaseLogger,
  runCommand: RunCommand,
): Promise<Work> {
  const backups = keepBackups(runtime, log)
  const services: Services = {
    backup: ({ folder }) => backups.make(folder),
    command: asked => runCommand(asked, runtime),
  }
  const unhear = await hearCommands(runtime.config.dataDir, services, log)
  const stop = async () => {
    await backups.stop()
    await unhear()
  }
  return { stop }
}

/** The embedded database has no autovacuum. */
function takeCare({ database, metrics }: Runtime, log: FastifyBaseLogger): Work[] {
  const { connection } = database
  if ('url' in connection) return []
  const onError = (error: Error) =>
    log.error(error, 'Maintenance of the embedded database failed. It is retried')
  const onDone = (worker: string, seconds: number) =>
    metrics.tasks.observe({ worker, outcome: 'done' }, seconds)
  return [new Caretaker(connection, { onError, onDone })]
}

/** What workers work with. */
export function workContext(runtime: Runtime, log: FastifyBaseLogger): WorkContext {
  return { ...contextBase(runtime), db: runtime.database.work, requestUid: null, log }
}
