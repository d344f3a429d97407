import { ApiError } from '../errors.ts'
import { limitReached } from '../limits/limit-metrics.ts'

const mebibyte = 1_048_576

export interface UnsentLimits {
  /** Maximum unsent bytes of all responses, in memory and in files. */
  bytesMax: number
  /** Maximum unsent bytes per credential, or per address without a credential. */
  credentialBytesMax: number
  /** Maximum unsent bytes in memory; further responses use files. */
  memoryBytesMax: number
  /** Timeout of a response from a file, in milliseconds. */
  totalMs: number
  /** Timeout of a client that reads nothing, in milliseconds. */
  stalledMs: number
}

export const defaultLimits = { memoryBytesMax: 64 * mebibyte, totalMs: 300_000, stalledMs: 30_000 }

/** Maximum bytes of a response in memory; a longer one uses a file. */
export const inMemoryBytesMax = 8 * mebibyte

const retryAfterSeconds = '5'

/**
 * Limits on the bytes of this process's responses that clients have not read yet. Slow clients can
 * exhaust neither memory nor disk.
 */
export class UnsentBytes {
  readonly limits: UnsentLimits
  readonly #byCredential = new Map<string, number>()
  #bytes = 0
  #memoryBytes = 0

  /** @param totalMib MiB of all responses; a quarter is the limit per credential */
  constructor(totalMib: number, limits: Partial<UnsentLimits> = {}) {
    const bytesMax = totalMib * mebibyte
    this.limits = { bytesMax, credentialBytesMax: bytesMax / 4, ...defaultLimits, ...limits }
  }

  /** Unsent bytes in memory, and in total. */
  get load(): { memory: number; all: number } {
    return { memory: this.#memoryBytes, all: this.#bytes }
  }

  hasMemory(bytes: number): boolean {
    return this.#memoryBytes + bytes <= this.limits.memoryBytesMax
  }

  /**
   * Checks the limits for additional unsent bytes.
   *
   * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE with `Retry-After`
   */
  check(credential: string, bytes: number): void {
    const { bytesMax, credentialBytesMax } = this.limits
    if ((this.#byCredential.get(credential) ?? 0) + bytes > credentialBytesMax) {
      limitReached('unsent_bytes_each')
      const text = `More than ${credentialBytesMax} bytes of responses are unread`
      throw new ApiError('RATE_LIMITED', `${text}; read them or request less at a time`, {
        members: { limit: credentialBytesMax },
        headers: { 'retry-after': retryAfterSeconds },
      })
    }
    if (this.#bytes + bytes <= bytesMax) return
    limitReached('unsent_bytes_all')
    const text = 'Too many bytes of responses are unread on this server; retry later'
    throw new ApiError('SERVICE_UNAVAILABLE', text, {
      headers: { 'retry-after': retryAfterSeconds },
    })
  }

  /**
   * Adds bytes of a credential, or subtracts negative ones.
   *
   * @param memoryBytes number of them that are in memory, not in files
   */
  count(credential: string, bytes: number, memoryBytes: number): void {
    const credentialBytes = (this.#byCredential.get(credential) ?? 0) + bytes
    if (credentialBytes > 0) this.#byCredential.set(credential, credentialBytes)
    else this.#byCredential.delete(credential)
    this.#bytes += bytes
    this.#memoryBytes += memoryBytes
  }
}

/** Bytes of one response that its client has not read yet. */
export class UnsentResponse {
  readonly #unsent: UnsentBytes
  readonly #credential: string
  #bytes = 0
  #memoryBytes = 0

  constructor(unsent: UnsentBytes, credential: string) {
    this.#unsent = unsent
    this.#credential = credential
  }

  /**
   * Counts additional bytes.
   *
   * @param inMemory true: in memory, false: in a file
   * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE when `isBounded`
   */
  add(bytes: number, { inMemory = false, isBounded = true } = {}): void {
    if (isBounded) this.#unsent.check(this.#credential, bytes)
    const memoryBytes = inMemory ? bytes : 0
    this.#unsent.count(this.#credential, bytes, memoryBytes)
    this.#bytes += bytes
    this.#memoryBytes += memoryBytes
  }

  /** Stops counting. Idempotent: the response was sent, or its connection has ended. */
  close(): void {
    this.#unsent.count(this.#credential, -this.#bytes, -this.#memoryBytes)
    this.#bytes = 0
    this.#memoryBytes = 0
  }
}
