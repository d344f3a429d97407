/** What runs in the thread of an embedded database: see `Thread`. */
import { parentPort, workerData } from 'node:worker_threads'
import { type EngineOptions, openEngine } from './engine/engine.ts'
import type { Request, Result } from './engine/request.ts'

/** What the thread is told to do; without a request, to close. */
export interface Order {
  id: number
  request?: Request
}

/** What came of an order. */
export type Answer = { id: number; results: Result[] } | { id: number; failure: Failure }

/** An answer, or what was notified. */
export type Report = Answer | { channel: string; payload: string }

/** The order that a thread is given by being started. */
export const opening = 0

/** An error as far as it says nothing of rows: values and the like are not for logs. */
export interface Failure {
  message: string
  code: string | undefined
  constraint: string | undefined
  table: string | undefined
  column: string | undefined
  /** The file of a file error. */
  path: string | undefined
}

function failureOf(error: unknown): Failure {
  const { message, code, constraint, table, column, path } = error as Failure
  return { message, code, constraint, table, column, path }
}

async function work(port: NonNullable<typeof parentPort>, options: EngineOptions): Promise<void> {
  const say = (report: Report) => port.postMessage(report)
  const tell = (channel: string, payload: string) => say({ channel, payload })
  const opened = openEngine(options, tell)
  const follow = async ({ id, request }: Order) => {
    try {
      const engine = await opened
      if (!request) await engine.close()
      say({ id, results: request ? await engine.ask(request) : [] })
    } catch (error) {
      say({ id, failure: failureOf(error) })
    }
  }
  await opened.then(
    () => say({ id: opening, results: [] }),
    error => say({ id: opening, failure: failureOf(error) }),
  )
  port.on('message', follow)
}

if (parentPort) await work(parentPort, workerData as EngineOptions)
