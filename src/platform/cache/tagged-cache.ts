import { LRUCache } from 'lru-cache'

/** Conditions under which a cached value may be used. */
export interface Validity {
  /** Versions of all tags, joined. */
  versions: string
  /**
   * Uids of the objects that the value contains; null: all objects of the owner. They are not
   * compared here: callers read them to look up `versions`.
   */
  tags: readonly string[] | null
  /** Time at which the value was read, in milliseconds since 1970. */
  readAtMs: number
  /** Time at which the value expires, in milliseconds since 1970; Infinity: never. */
  expiresAtMs: number
}

interface Entry<V> {
  value: V
  validity: Validity
  bytes: number
}

type OwnerShare<V> = LRUCache<string, Entry<V>>

export interface CacheLimits<V> {
  /** Maximum size of all entries in bytes; 0 turns the cache off. */
  bytesMax: number
  /** Maximum size of one entry in bytes. Larger values are not stored. */
  entryBytesMax?: number
  /** Estimates the memory of a value in bytes, without its key and validity. */
  sizeOf(value: V): number
  onEvict?(): void
}

/** Overhead of an entry in bytes, without its key, value and validity. */
const entryOverheadBytes = 500
const tagBytes = 64
/** Number of empty shares that are always kept. */
const emptySharesMin = 16

/**
 * In-process cache of values that are valid while the versions of their tags are unchanged. Each
 * owner has a share of its own, an LRU list. The largest share is evicted from first, so an owner
 * with many entries cannot evict those of others.
 */
export class TaggedCache<V> {
  readonly #limits: Required<CacheLimits<V>>
  readonly #shareByOwner = new Map<string, OwnerShare<V>>()
  readonly #shareByKey = new Map<string, OwnerShare<V>>()
  #bytes = 0

  constructor(limits: CacheLimits<V>) {
    const { bytesMax } = limits
    this.#limits = { entryBytesMax: bytesMax, onEvict: () => {}, ...limits }
  }

  /** Estimated bytes of all entries. */
  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#shareByKey.size
  }

  get isOn(): boolean {
    return this.#limits.bytesMax > 0
  }

  /** Returns the validity of an entry, even if it has expired; null: no entry. */
  getValidity(key: string): Validity | null {
    return this.#shareByKey.get(key)?.peek(key)?.validity ?? null
  }

  /** Returns the value of a key if it is valid under these versions; null otherwise. */
  get(key: string, versions: string, nowMs: number): V | null {
    const share = this.#shareByKey.get(key)
    const entry = share?.peek(key)
    if (!share || !entry || entry.validity.versions !== versions) return null
    // Entries of the future exist after the clock has been set back.
    if (nowMs < entry.validity.readAtMs || nowMs >= entry.validity.expiresAtMs) return null
    // Marks the entry as recently used.
    share.get(key)
    return entry.value
  }

  /** Stores a value in the share of its owner and replaces the entry with the same key. */
  set(owner: string, key: string, value: V, validity: Validity): void {
    this.#shareByKey.get(key)?.delete(key)
    this.#store(this.#getOrCreateShare(owner), key, value, validity)
  }

  /** Recomputes the size of an entry whose value has grown. */
  updateSize(key: string): void {
    const share = this.#shareByKey.get(key)
    const entry = share?.peek(key)
    if (share && entry) this.#store(share, key, entry.value, entry.validity)
  }

  *entries(): Iterable<[string, V]> {
    for (const share of this.#shareByOwner.values()) {
      for (const [key, { value }] of share.entries()) yield [key, value]
    }
  }

  #store(share: OwnerShare<V>, key: string, value: V, validity: Validity): void {
    const { bytesMax, entryBytesMax, sizeOf } = this.#limits
    const { versions, tags } = validity
    const validityBytes = versions.length + (tags?.length ?? 0) * tagBytes
    const bytes = entryOverheadBytes + key.length + validityBytes + sizeOf(value)
    if (bytes > entryBytesMax) return void share.delete(key)
    // Disposes of an existing entry first, which subtracts its bytes and forgets its share.
    share.set(key, { value, validity, bytes })
    this.#shareByKey.set(key, share)
    this.#bytes += bytes
    while (this.#bytes > bytesMax) this.#largestShare().pop()
    // Dropping scans all shares, so it waits until more than half of them are empty.
    const sharesMax = this.count * 2 + emptySharesMin
    if (this.#shareByOwner.size > sharesMax) this.#dropEmptyShares()
  }

  #getOrCreateShare(owner: string): OwnerShare<V> {
    const existing = this.#shareByOwner.get(owner)
    if (existing) return existing
    const share: OwnerShare<V> = new LRUCache({
      // The cache requires a positive maximum. `#store` stores nothing if the limit is 0.
      maxSize: Math.max(1, this.#limits.bytesMax),
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ bytes }, key, reason) => {
        this.#bytes -= bytes
        this.#shareByKey.delete(key)
        if (reason === 'evict') this.#limits.onEvict()
      },
    })
    this.#shareByOwner.set(owner, share)
    return share
  }

  #largestShare(): OwnerShare<V> {
    let largest: OwnerShare<V> | undefined
    for (const share of this.#shareByOwner.values()) {
      if (!largest || share.calculatedSize > largest.calculatedSize) largest = share
    }
    return largest!
  }

  #dropEmptyShares(): void {
    for (const [owner, { size }] of this.#shareByOwner) {
      if (size === 0) this.#shareByOwner.delete(owner)
    }
  }
}
