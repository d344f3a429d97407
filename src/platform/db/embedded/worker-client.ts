import { Worker } from 'node:worker_threads'
import { withErrorListener } from '../../io/with-error-listener.ts'
import { OperatorError } from '../../operator-error.ts'
import { connectionLostError, type EngineOptions } from './engine/engine.ts'
import type { Request, Result } from './engine/request.ts'
import { openingId, type WorkerMessage, type WorkerReply, type WorkerRequest } from './worker.ts'

interface ThreadEvents {
  onNotification(channel: string, payload: string): void
  /**
   * Called when the thread has ended unexpectedly. It may use the files until `terminated`
   * resolves.
   */
  onLost(error: Error, terminated: Promise<unknown>): void
}

interface PendingRequest {
  resolve(results: Result[]): void
  reject(error: Error): void
}

/** Worker thread with an engine, and the requests that wait for its replies. */
export class EngineThread {
  /** Resolves when the engine is open, or rejects with its error. */
  readonly opened: Promise<unknown>
  readonly #worker: Worker
  readonly #events: ThreadEvents
  readonly #pending = new Map<number, PendingRequest>()
  /** True: the thread was closed, or was lost. Later requests are rejected. */
  #hasEnded = false
  #lastId = openingId

  constructor(options: EngineOptions, events: ThreadEvents) {
    this.#events = events
    const url = new URL('./worker.ts', import.meta.url)
    this.#worker = withErrorListener(new Worker(url, { workerData: options }))
    this.opened = this.#awaitReply(openingId)
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message))
    // A thread that has ended does not use the files any more.
    this.#worker.on('error', error => this.#handleLoss(error as Error, Promise.resolve()))
    this.#worker.on('exit', () =>
      this.#handleLoss(new OperatorError('It has ended'), Promise.resolve()),
    )
  }

  run(request: Request): Promise<Result[]> {
    return this.#post({ request })
  }

  /** Closes the database and waits until the thread has ended. */
  async close(): Promise<void> {
    if (this.#hasEnded) return
    const closed = this.#post({})
    this.#hasEnded = true
    await closed
    await this.#worker.terminate()
  }

  /** Terminates the thread, even during a statement. */
  terminate(reason: Error): void {
    this.#handleLoss(reason, this.#worker.terminate())
  }

  #post(request: Omit<WorkerRequest, 'id'>): Promise<Result[]> {
    if (this.#hasEnded) return Promise.reject(connectionLostError())
    const id = ++this.#lastId
    const reply = this.#awaitReply(id)
    this.#worker.postMessage({ id, ...request } satisfies WorkerRequest)
    return reply
  }

  /** Waits for the reply to a request. Pending requests keep the process running. */
  #awaitReply(id: number): Promise<Result[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Result[]>()
    if (this.#pending.size === 0) this.#worker.ref()
    this.#pending.set(id, { resolve, reject })
    return promise
  }

  #receive(message: WorkerMessage): void {
    if ('channel' in message) this.#events.onNotification(message.channel, message.payload)
    else this.#settle(message)
  }

  #settle(reply: WorkerReply): void {
    const pendingRequest = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if (this.#pending.size === 0) this.#worker.unref()
    if ('results' in reply) pendingRequest?.resolve(reply.results)
    else pendingRequest?.reject(Object.assign(new Error(reply.failure.message), reply.failure))
  }

  #handleLoss(error: Error, terminated: Promise<unknown>): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
    this.#events.onLost(error, terminated)
  }
}
