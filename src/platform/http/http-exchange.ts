import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

/** Data received by the end of an exchange, complete or not. */
export interface ReceivedData {
  /** Response status; null: no response head was received. */
  status: number | null
  headers: IncomingHttpHeaders
  body: Buffer
  isBodyComplete: boolean
  /** Error that ended it early; null: none, or the body has reached its maximum. */
  error: unknown
}

const noError = null

/**
 * Single request with its response. It can be ended at any time, even before it begins: then
 * nothing more is sent or read, and its connection is destroyed.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #bodyBytesMax: number
  readonly #onConnected: () => void
  readonly #end = Promise.withResolvers<ReceivedData>()
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

  get ended(): Promise<ReceivedData> {
    return this.#end.promise
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Ends the exchange. Later calls are ignored. */
  end(error: unknown, { isBodyComplete } = { isBodyComplete: false }): void {
    if (this.#isOver) return
    this.#isOver = true
    const body = Buffer.concat(this.#chunks).subarray(0, this.#bodyBytesMax)
    this.#end.resolve({ status: this.#status, headers: this.#headers, body, isBodyComplete, error })
    if (!isBodyComplete) this.#controller?.abort(new Error('The exchange is over'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error('The exchange is over'))
    else this.#onConnected()
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    // An informational response precedes the final one.
    if (status < 200) return
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#isOver) return
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > this.#bodyBytesMax) this.end(noError)
  }

  onResponseEnd(): void {
    this.end(noError, { isBodyComplete: true })
  }

  onResponseError(_: unknown, error: Error): void {
    this.end(error)
  }
}
