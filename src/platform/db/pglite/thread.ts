import { Worker } from 'node:worker_threads'
import { withErrorListener } from '../../streams/with-error-listener.ts'
import { connectionLost, type EngineOptions } from './engine/engine.ts'
import type { Request, Result } from './engine/request.ts'
import { type Answer, type Order, opening, type Report } from './thread-worker.ts'

interface ThreadEvents {
  onNotification(channel: string, payload: string): void
  /** It has ended without having been told to close. Until it is `gone` it may use the files. */
  onLost(error: Error, gone: Promise<unknown>): void
}

interface Waiting {
  resolve(results: Result[]): void
  reject(error: Error): void
}

/** A thread with an engine in it, from its start to its end. */
export class Thread {
  /** That it can be given orders, or why not. */
  readonly opened: Promise<unknown>
  readonly #worker: Worker
  readonly #events: ThreadEvents
  readonly #waiting = new Map<number, Waiting>()
  #isOver = false
  #orders = opening

  constructor(options: EngineOptions, events: ThreadEvents) {
    this.#events = events
    const url = new URL('./thread-worker.ts', import.meta.url)
    this.#worker = withErrorListener(new Worker(url, { workerData: options }))
    this.opened = this.#answerTo(opening)
    this.#worker.on('message', (report: Report) => this.#hear(report))
    this.#worker.on('error', error => this.#lose(error as Error, Promise.resolve()))
    this.#worker.on('exit', () => this.#lose(new Error('It has ended'), Promise.resolve()))
  }

  ask(request: Request): Promise<Result[]> {
    return this.#order({ request })
  }

  /** Closes the database, and waits until the thread is gone. */
  async close(): Promise<void> {
    if (this.#isOver) return
    const closed = this.#order({})
    this.#isOver = true
    await closed
    await this.#worker.terminate()
  }

  /** Ends it in the middle of what it does. */
  end(reason: Error): void {
    this.#lose(reason, this.#worker.terminate())
  }

  #order(order: Omit<Order, 'id'>): Promise<Result[]> {
    if (this.#isOver) return Promise.reject(connectionLost())
    const id = ++this.#orders
    const answer = this.#answerTo(id)
    this.#worker.postMessage({ id, ...order } satisfies Order)
    return answer
  }

  /** While somebody waits for an answer, the process does not end. */
  #answerTo(id: number): Promise<Result[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Result[]>()
    if (this.#waiting.size === 0) this.#worker.ref()
    this.#waiting.set(id, { resolve, reject })
    return promise
  }

  #hear(report: Report): void {
    if ('channel' in report) this.#events.onNotification(report.channel, report.payload)
    else this.#settle(report)
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    if ('results' in answer) waiting?.resolve(answer.results)
    else waiting?.reject(Object.assign(new Error(answer.failure.message), answer.failure))
  }

  #lose(error: Error, gone: Promise<unknown>): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    this.#events.onLost(error, gone)
  }
}
