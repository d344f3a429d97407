/** Entry point of the worker thread of an embedded database: see `EngineThread`. */
import { parentPort, workerData } from 'node:worker_threads'
import { type EngineOptions, openEngine } from './engine/engine.ts'
import type { Request, Result } from './engine/request.ts'

/** Message to the thread. Without a request, it closes the database. */
export interface WorkerRequest {
  id: number
  request?: Request
}

export type WorkerReply = { id: number; results: Result[] } | { id: number; failure: Failure }

/** Message from the thread: a reply or a notification. */
export type WorkerMessage = WorkerReply | { channel: string; payload: string }

/** Id of the implicit message that opens the engine. */
export const openingId = 0

/** Error without row values, which must not appear in logs. */
export interface Failure {
  message: string
  code: string | undefined
  constraint: string | undefined
  table: string | undefined
  column: string | undefined
  /** Path of a file error. */
  path: string | undefined
}

function toFailure(error: unknown): Failure {
  const { message, code, constraint, table, column, path } = error as Failure
  return { message, code, constraint, table, column, path }
}

async function serveRequests(
  port: NonNullable<typeof parentPort>,
  options: EngineOptions,
): Promise<void> {
  const post = (message: WorkerMessage) => port.postMessage(message)
  const notify = (channel: string, payload: string) => post({ channel, payload })
  const opening = openEngine(options, notify)
  const handle = async ({ id, request }: WorkerRequest) => {
    try {
      const engine = await opening
      if (!request) await engine.close()
      post({ id, results: request ? await engine.run(request) : [] })
    } catch (error) {
      post({ id, failure: toFailure(error) })
    }
  }
  await opening.then(
    () => post({ id: openingId, results: [] }),
    error => post({ id: openingId, failure: toFailure(error) }),
  )
  port.on('message', handle)
}

if (parentPort) await serveRequests(parentPort, workerData as EngineOptions)
