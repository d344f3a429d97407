/**
 * A response body on its way from its handler to its client: in memory while it is short, else
 * in a temporary file, so that a slow client holds neither memory nor a database connection.
 */
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { limitReached } from '../limits/reached.ts'
import { withErrorListener } from '../streams/with-error-listener.ts'
import { joined, type Piece } from './pieces.ts'
import { inMemoryBytesMax, type UnsentBytes, UnsentResponse } from './unsent-bytes.ts'

/** Bytes that are written to the file at once. */
const writtenBytes = 1_048_576

/** A body that is in a file; it is destroyed when it is not sent. */
export interface SpooledBody {
  stream: Readable
  size: number
  /** A digest of its bytes. */
  digest: string
}

interface SpoolOptions {
  /** Bytes up to which the body stays in memory. */
  memoryBytes?: number
  /** Whether it counts against the limits of unsent bytes. */
  isBounded?: boolean
  /** Whether the client has gone: what would go to a file is of no use then. */
  isGone?(): boolean
}

/** Collects a response body. Its user calls `finish`, or `discard` where that fails. */
export class ResponseSpool {
  readonly #unsent: UnsentBytes
  readonly #counted: UnsentResponse
  readonly #options: Required<SpoolOptions>
  readonly #hash = createHash('sha1')
  #pieces: Piece[] = []
  #pendingBytes = 0
  #size = 0
  #file: FileHandle | null = null

  constructor(unsent: UnsentBytes, credential: string, options: SpoolOptions = {}) {
    this.#unsent = unsent
    this.#counted = new UnsentResponse(unsent, credential)
    const standard = { memoryBytes: inMemoryBytesMax, isBounded: true, isGone: () => false }
    this.#options = { ...standard, ...options }
  }

  /**
   * Adds a piece.
   *
   * @returns when the next may be added, if that is not at once
   * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  write(piece: Piece): Promise<void> | undefined {
    this.#pieces.push(piece)
    this.#pendingBytes += piece.length
    const bytesMax = this.#file ? writtenBytes : this.#options.memoryBytes
    return this.#pendingBytes > bytesMax ? this.#flush() : undefined
  }

  /** Ends the body, and returns it as bytes or, if it is long, as a stream of its file. */
  async finish(): Promise<Buffer | SpooledBody> {
    if (!this.#file) return joined(this.#pieces)
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
      this.#counted.close()
    })
    return { stream, size: this.#size, digest: this.#hash.digest('base64url') }
  }

  /** Gives the body up. */
  async discard(): Promise<void> {
    const file = this.#file
    this.#file = null
    this.#pieces = []
    this.#counted.close()
    await file?.close()
  }

  async #flush(): Promise<void> {
    if (this.#options.isGone()) throw new ClientGone()
    const bytes = joined(this.#pieces)
    this.#pieces = []
    this.#pendingBytes = 0
    this.#counted.add(bytes.length, { isBounded: this.#options.isBounded })
    this.#size += bytes.length
    this.#hash.update(bytes)
    this.#file ??= await openNameless()
    await this.#file.writeFile(bytes)
  }
}

/** The client has closed its connection before its response was made. */
export class ClientGone extends Error {
  constructor() {
    super('The client has closed its connection')
  }
}

/** Opens a file without a name, which is gone when it is closed or the process ends. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `lodgepole-response-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
