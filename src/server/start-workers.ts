import type { FastifyBaseLogger } from 'fastify'
import { outboxWarning } from '../config/message-delivery-config.ts'
import type { WorkContext } from '../context.ts'
import { type DueWork, DueWorkPoller } from '../platform/jobs/due-work-poller.ts'
import { startDelivery } from '../rental/events/delivery-attempts/deliveries.worker.ts'
import { startMessageDelivery } from '../rental/inbox/message-deliveries/message-deliveries.worker.ts'
import {
  type AdminOperations,
  type CommandLine,
  type CommandResult,
  listenForCommands,
} from './admin-socket.ts'
import { runBackups } from './backups/scheduled-backups.ts'
import { contextBase, type Runtime } from './runtime.ts'

export interface Work {
  /** Starts nothing more, waits briefly for running work, and closes its connections. */
  stop(): Promise<void>
}

/** Starts the workers, if they are enabled in this process. */
export async function startWork(
  runtime: Runtime,
  log: FastifyBaseLogger,
  runCommand: RunCommand = noCommand,
): Promise<Work> {
  const { config, tasks } = runtime
  const warning = config.databaseUrl === null ? null : outboxWarning(config.sending)
  if (warning !== null) log.warn(warning)
  const running: Work[] = [tasks]
  if (config.runWorker) {
    const ctx = workContext(runtime, log)
    await tasks.start(ctx)
    const deliveries = await startDelivery(runtime.database, ctx)
    const messages = await startMessageDelivery(runtime.database, ctx)
    running.push(
      startPoller(runtime, log, [deliveries.dispatcher, messages.dispatcher]),
      deliveries,
      messages,
    )
    running.push(...startMaintenance(runtime, log))
  }
  if (config.databaseUrl === null) running.push(await serveCommands(runtime, log, runCommand))
  else if (config.runWorker) running.push(runBackups(runtime, log))
  return { stop: async () => void (await Promise.all(running.map(work => work.stop()))) }
}

/** Polls for due work, in case a notification was lost. */
function startPoller(
  { database, clock }: Runtime,
  log: FastifyBaseLogger,
  dueWork: DueWork[],
): Work {
  const poller = new DueWorkPoller(
    {
      db: database.work as never,
      clock,
      onError: error =>
        log.error(error, 'Could not poll for due work. Check the database; it is retried'),
    },
    dueWork,
  )
  poller.start()
  return { stop: async () => poller.stop() }
}

/** Runs a command on the database that this process has open. */
export type RunCommand = (command: CommandLine, runtime: Runtime) => Promise<CommandResult>

const noCommand: RunCommand = async () => {
  throw new Error('This process can run no command except backups')
}

/** Runs commands for other processes, which cannot open the embedded database. */
async function serveCommands(
  runtime: Runtime,
  log: FastifyBaseLogger,
  runCommand: RunCommand,
): Promise<Work> {
  const backups = runBackups(runtime, log)
  const operations: AdminOperations = {
    backup: request => backups.create(request),
    command: command => runCommand(command, runtime),
  }
  const stopListening = await listenForCommands(runtime.config.dataDir, operations, log)
  const stop = async () => {
    await backups.stop()
    await stopListening()
  }
  return { stop }
}

/** Starts maintenance of an embedded database. */
function startMaintenance({ database, metrics }: Runtime, log: FastifyBaseLogger): Work[] {
  const maintenance = database.maintain?.({
    onError: error =>
      log.error(error, 'Maintenance of the embedded database failed. It is retried'),
    onDone: (worker, seconds) => metrics.tasks.observe({ worker, outcome: 'done' }, seconds),
  })
  return maintenance ? [maintenance] : []
}

export function workContext(runtime: Runtime, log: FastifyBaseLogger): WorkContext {
  return { ...contextBase(runtime), db: runtime.database.work, requestUid: null, log }
}
