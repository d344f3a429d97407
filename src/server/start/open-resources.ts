import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../rental/tables.ts'
import type { Runtime } from '../runtime.ts'
import type { Work } from '../start-workers.ts'

/** Resources that a process has opened so far. */
export interface OpenResources {
  database?: Pick<Database<Tables>, 'close'>
  runtime?: Pick<Runtime, 'tasks'>
  app?: FastifyInstance
  health?: FastifyInstance
  work?: Work
}

/**
 * Closes everything: first the server, then background work, then the health checks, which report
 * the shutdown until then. The database is closed last, because all of them use it.
 */
export async function closeAll({
  database,
  runtime,
  app,
  health,
  work,
}: OpenResources): Promise<void> {
  await app?.close()
  await (work ?? runtime?.tasks)?.stop()
  await health?.close()
  await database?.close()
}

/** Opens resources; closes all of them after a failure, so the process ends. */
export async function openAll(open: (opened: OpenResources) => Promise<void>): Promise<void> {
  const opened: OpenResources = {}
  try {
    await open(opened)
  } catch (error) {
    // The reason of the failure is more useful than an error while closing.
    await closeAll(opened).catch(() => undefined)
    throw error
  }
}
