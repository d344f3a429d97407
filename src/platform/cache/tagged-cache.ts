import { LRUCache } from 'lru-cache'

/** The conditions under which a cached value may be used. */
export interface Validity {
  /** Cache versions of all that the value depends on, as one text. */
  versions: string
  /** Uids of the objects that the value shows; null: the whole agency. */
  tags: readonly string[] | null
  /** When the value was read, in milliseconds since 1970. */
  fromMs: number
  /** When time alone changes the value, in milliseconds since 1970; Infinity: never. */
  untilMs: number
}

interface Entry<V> {
  value: V
  validity: Validity
  bytes: number
}

type Share<V> = LRUCache<string, Entry<V>>

export interface CacheLimits<V> {
  /** Bytes of all entries; 0 turns the cache off. */
  bytesMax: number
  /** Bytes of one entry; larger values are not stored. */
  bytesEachMax?: number
  /** Estimates the memory of a value in bytes, without its key and validity. */
  sizeOf(value: V): number
  onEvict?(): void
}

/** Bytes of an entry beside its key, its value and its validity. */
const entryBytes = 500
const tagBytes = 64

/**
 * In-process cache of values that are valid while the versions of their tags are unchanged. Each
 * owner has a share of its own in order of use; the largest share is evicted from first, so that
 * one tenant cannot evict the entries of others.
 */
export class TaggedCache<V> {
  readonly #limits: Required<CacheLimits<V>>
  readonly #shares = new Map<string, Share<V>>()
  readonly #shareOf = new Map<string, Share<V>>()
  #bytes = 0

  constructor(limits: CacheLimits<V>) {
    const { bytesMax } = limits
    this.#limits = { bytesEachMax: bytesMax, onEvict: () => {}, ...limits }
  }

  /** Estimated bytes of all entries. */
  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#shareOf.size
  }

  get isOn(): boolean {
    return this.#limits.bytesMax > 0
  }

  /** Returns when the entry of a key is valid, whether it is now or not; null: no entry. */
  validityOf(key: string): Validity | null {
    return this.#shareOf.get(key)?.peek(key)?.validity ?? null
  }

  /** Returns the value of a key if it is valid under these versions; null otherwise. */
  get(key: string, versions: string, nowMs: number): V | null {
    const share = this.#shareOf.get(key)
    const entry = share?.peek(key)
    if (!share || !entry || entry.validity.versions !== versions) return null
    // After the clock was set back, entries of the future are not valid.
    if (nowMs < entry.validity.fromMs || nowMs >= entry.validity.untilMs) return null
    share.get(key)
    return entry.value
  }

  /** Stores a value in the share of its owner, in place of the entry with the same key. */
  set(owner: string, key: string, value: V, validity: Validity): void {
    this.#shareOf.get(key)?.delete(key)
    this.#store(this.#shareFor(owner), key, { value, validity, bytes: 0 })
  }

  /** Counts the bytes of an entry again whose value has grown. */
  recount(key: string): void {
    const share = this.#shareOf.get(key)
    const entry = share?.peek(key)
    if (share && entry) this.#store(share, key, { ...entry })
  }

  /** Lists the entries by key. */
  *entries(): Iterable<[string, V]> {
    for (const share of this.#shares.values()) {
      for (const [key, { value }] of share.entries()) yield [key, value]
    }
  }

  #store(share: Share<V>, key: string, entry: Entry<V>): void {
    const { bytesMax, bytesEachMax, sizeOf } = this.#limits
    const { versions, tags } = entry.validity
    const validityBytes = versions.length + (tags?.length ?? 0) * tagBytes
    entry.bytes = entryBytes + key.length + validityBytes + sizeOf(entry.value)
    if (entry.bytes > bytesEachMax) return void share.delete(key)
    share.set(key, entry)
    this.#shareOf.set(key, share)
    this.#bytes += entry.bytes
    while (this.#bytes > bytesMax) this.#largestShare().pop()
    if (this.#shares.size > this.count * 2 + 16) this.#dropEmptyShares()
  }

  #shareFor(owner: string): Share<V> {
    const known = this.#shares.get(owner)
    if (known) return known
    const share: Share<V> = new LRUCache({
      maxSize: Math.max(1, this.#limits.bytesMax),
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ bytes }, key, reason) => {
        this.#bytes -= bytes
        this.#shareOf.delete(key)
        if (reason === 'evict') this.#limits.onEvict()
      },
    })
    this.#shares.set(owner, share)
    return share
  }

  #largestShare(): Share<V> {
    let largest: Share<V> | undefined
    for (const share of this.#shares.values()) {
      if (!largest || share.calculatedSize > largest.calculatedSize) largest = share
    }
    return largest!
  }

  #dropEmptyShares(): void {
    for (const [owner, { size }] of this.#shares) {
      if (size === 0) this.#shares.delete(owner)
    }
  }
}
