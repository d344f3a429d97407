/**
 * Buffer of a response body: in memory while it is short, then in a temporary file. A slow client
 * holds neither memory nor a database connection.
 */
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { withErrorListener } from '../io/with-error-listener.ts'
import { limitReached } from '../limits/limit-metrics.ts'
import { joinPieces, type Piece } from './pieces.ts'
import { inMemoryBytesMax, type UnsentBytes, UnsentResponse } from './unsent-bytes.ts'

/** Number of bytes that are collected before they are written to the file. */
const fileWriteBytes = 1_048_576

/** Body in a file. The stream must be sent or destroyed. */
export interface SpooledBody {
  stream: Readable
  size: number
  /** SHA-1 of the body, as base64url. */
  digest: string
}

interface SpoolOptions {
  /** Maximum size of a body in memory. */
  memoryBytes?: number
  /** True: counts against the limits of unsent bytes. */
  isBounded?: boolean
  /** Returns whether the client has disconnected, to stop before a file is written. */
  isDisconnected?(): boolean
}

/** Buffer of a response body. The caller calls `finish`, or `discard` after an error. */
export class ResponseSpool {
  readonly #unsent: UnsentBytes
  readonly #unsentResponse: UnsentResponse
  readonly #options: Required<SpoolOptions>
  readonly #hash = createHash('sha1')
  #pieces: Piece[] = []
  #pendingBytes = 0
  #size = 0
  #file: FileHandle | null = null

  constructor(unsent: UnsentBytes, credential: string, options: SpoolOptions = {}) {
    this.#unsent = unsent
    this.#unsentResponse = new UnsentResponse(unsent, credential)
    const defaults = { memoryBytes: inMemoryBytesMax, isBounded: true, isDisconnected: () => false }
    this.#options = { ...defaults, ...options }
  }

  /**
   * Adds a piece.
   *
   * @returns a promise to await before the next piece, if any
   * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  write(piece: Piece): Promise<void> | undefined {
    this.#pieces.push(piece)
    // A text counts its characters, which is fast and precise enough.
    this.#pendingBytes += piece.length
    const bytesMax = this.#file ? fileWriteBytes : this.#options.memoryBytes
    return this.#pendingBytes > bytesMax ? this.#flush() : undefined
  }

  /** Ends the body. Returns it as bytes, or as a stream of its file if it is long. */
  async finish(): Promise<Buffer | SpooledBody> {
    if (!this.#file) return joinPieces(this.#pieces)
    await this.#flush()
    const file = this.#file
    const stream = withErrorListener(file.createReadStream({ start: 0 }))
    this.#file = null
    const timer = setTimeout(() => {
      limitReached('response_total')
      stream.destroy(new Error('The client reads too slowly'))
    }, this.#unsent.limits.totalMs)
    stream.once('close', () => {
      clearTimeout(timer)
      this.#unsentResponse.close()
    })
    return { stream, size: this.#size, digest: this.#hash.digest('base64url') }
  }

  async discard(): Promise<void> {
    const file = this.#file
    this.#file = null
    this.#pieces = []
    this.#unsentResponse.close()
    await file?.close()
  }

  async #flush(): Promise<void> {
    if (this.#options.isDisconnected()) throw new ClientDisconnected()
    const bytes = joinPieces(this.#pieces)
    this.#pieces = []
    this.#pendingBytes = 0
    this.#unsentResponse.add(bytes.length, { isBounded: this.#options.isBounded })
    this.#size += bytes.length
    this.#hash.update(bytes)
    this.#file ??= await openUnlinkedFile()
    await this.#file.writeFile(bytes)
  }
}

/** Error of a client that disconnected before its response was complete. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client has closed its connection')
  }
}

/** Opens an unlinked file, which is deleted when it is closed or the process ends. */
async function openUnlinkedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `lodgepole-response-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
