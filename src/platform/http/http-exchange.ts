import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

/** What was received until the end, or until it was cut off. */
export interface Exchanged {
  /** Null: no head of an answer has arrived. */
  status: number | null
  headers: IncomingHttpHeaders
  body: Buffer
  isBodyWhole: boolean
  /** Why it ended early. */
  error: unknown
}

/**
 * One request and its answer. It may be ended at any time, before it has begun too; then nothing
 * more is sent or read, and its connection, if it has one, is destroyed.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #bodyBytesMax: number
  readonly #onConnected: () => void
  readonly #end = Promise.withResolvers<Exchanged>()
  #controller: Dispatcher.DispatchController | null = null
  #status: number | null = null
  #headers: IncomingHttpHeaders = {}
  #chunks: Buffer[] = []
  #bytes = 0
  #isOver = false

  constructor(bodyBytesMax: number, onConnected: () => void) {
    this.#bodyBytesMax = bodyBytesMax
    this.#onConnected = onConnected
  }

  get ended(): Promise<Exchanged> {
    return this.#end.promise
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Cuts the exchange off. The first end counts. */
  end(error: unknown, isBodyWhole = false): void {
    if (this.#isOver) return
    this.#isOver = true
    const body = Buffer.concat(this.#chunks).subarray(0, this.#bodyBytesMax)
    this.#end.resolve({ status: this.#status, headers: this.#headers, body, isBodyWhole, error })
    if (!isBodyWhole) this.#controller?.abort(new Error('The exchange is over'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error('The exchange is over'))
    else this.#onConnected()
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#isOver) return
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > this.#bodyBytesMax) this.end(null)
  }

  onResponseEnd(): void {
    this.end(null, true)
  }

  onResponseError(_: unknown, error: Error): void {
    this.end(error)
  }
}
