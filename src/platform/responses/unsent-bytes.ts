import { ApiError } from '../errors.ts'
import { limitReached } from '../limits/reached.ts'

const mebibyte = 1_048_576

export interface UnsentLimits {
  /** Bytes of all responses together that their clients have not taken, in memory and in files. */
  bytesMax: number
  /** Bytes of those of one credential, or of one address without a credential. */
  eachBytesMax: number
  /** Bytes of those that are in memory: what comes beyond goes by way of a file. */
  memoryBytesMax: number
  /** Milliseconds that a client may take for a response that comes from a file. */
  totalMs: number
  /** Milliseconds that a client may read nothing while bytes for it are unsent. */
  stalledMs: number
}

const standard = { memoryBytesMax: 64 * mebibyte, totalMs: 300_000, stalledMs: 30_000 }

/** Bytes of a response that is sent from memory; a longer one comes from a file. */
export const inMemoryBytesMax = 8 * mebibyte

/** Seconds after which a refused client may try again. */
const retryAfter = '5'

/**
 * Counts the bytes of this process's responses that clients have not taken yet, and bounds them,
 * so that clients that read slowly or not at all take neither all memory nor the whole disk.
 */
export class UnsentBytes {
  readonly limits: UnsentLimits
  readonly #each = new Map<string, number>()
  #bytes = 0
  #memoryBytes = 0

  /** @param totalMib MiB of all responses together, of which a credential may have a quarter */
  constructor(totalMib: number, limits: Partial<UnsentLimits> = {}) {
    const bytesMax = totalMib * mebibyte
    this.limits = { bytesMax, eachBytesMax: bytesMax / 4, ...standard, ...limits }
  }

  /** Bytes that are in memory, and all. */
  get load(): { memory: number; all: number } {
    return { memory: this.#memoryBytes, all: this.#bytes }
  }

  /** Whether so many bytes more may be in memory. */
  hasMemory(bytes: number): boolean {
    return this.#memoryBytes + bytes <= this.limits.memoryBytesMax
  }

  /**
   * Checks that a credential may have so many unsent bytes more.
   *
   * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE with `Retry-After`
   */
  check(credential: string, bytes: number): void {
    const { bytesMax, eachBytesMax } = this.limits
    if ((this.#each.get(credential) ?? 0) + bytes > eachBytesMax) {
      limitReached('unsent_bytes_each')
      const text = `More than ${eachBytesMax} bytes of responses are unread`
      throw new ApiError('RATE_LIMITED', `${text}; read them or request less at a time`, {
        members: { limit: eachBytesMax },
        headers: { 'retry-after': retryAfter },
      })
    }
    if (this.#bytes + bytes <= bytesMax) return
    limitReached('unsent_bytes_all')
    const text = 'Too many bytes of responses are unread on this server; retry later'
    throw new ApiError('SERVICE_UNAVAILABLE', text, { headers: { 'retry-after': retryAfter } })
  }

  /** Adds bytes of a credential, or takes them away; of these, some are in memory. */
  count(credential: string, bytes: number, memoryBytes: number): void {
    const own = (this.#each.get(credential) ?? 0) + bytes
    if (own > 0) this.#each.set(credential, own)
    else this.#each.delete(credential)
    this.#bytes += bytes
    this.#memoryBytes += memoryBytes
  }
}

/** The unsent bytes of one response. */
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
   * Counts further bytes.
   *
   * @param inMemory whether they are in memory, else in a file
   * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE when `isBounded`
   */
  add(bytes: number, { inMemory = false, isBounded = true } = {}): void {
    if (isBounded) this.#unsent.check(this.#credential, bytes)
    const memoryBytes = inMemory ? bytes : 0
    this.#unsent.count(this.#credential, bytes, memoryBytes)
    this.#bytes += bytes
    this.#memoryBytes += memoryBytes
  }

  /** Ends the count, however often it is called: the client has all, or gets no more. */
  close(): void {
    this.#unsent.count(this.#credential, -this.#bytes, -this.#memoryBytes)
    this.#bytes = 0
    this.#memoryBytes = 0
  }
}
