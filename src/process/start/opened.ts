import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../rental/tables.ts'
import type { Runtime } from '../runtime.ts'
import type { Work } from '../start-work.ts'

/** Resources that a process has opened so far. */
export interface Opened {
  database?: Pick<Database<Tables>, 'close'>
  runtime?: Pick<Runtime, 'tasks'>
  /** The server for clients. */
  app?: FastifyInstance
  health?: FastifyInstance
  work?: Work
}

/** Closes all that is open: clients first, the database last. */
export async function closeAll({ database, runtime, app, health, work }: Opened): Promise<void> {
  await app?.close()
  await (work ?? runtime?.tasks)?.stop()
  await health?.close()
  await database?.close()
}

/** Opens what a process needs; closes it all when that fails, so that the process ends. */
export async function openAll(open: (opened: Opened) => Promise<void>): Promise<void> {
  const opened: Opened = {}
  try {
    await open(opened)
  } catch (error) {
    // Why the process cannot start is worth more than why something could not be closed.
    await closeAll(opened).catch(() => undefined)
    throw error
  }
}
