/** Answers that nobody has changed since, in a bounded number of bytes. */
import { LRUCache } from 'lru-cache'
import { inMemoryBytesMax } from '../responses/unsent-bytes.ts'

/** An answer as it is sent. */
export interface Answer {
  body: Buffer
  /** Made when somebody first takes it. */
  gzipped: Buffer | null
  /** Made when somebody first asks for it. */
  tag: string | null
  /** The tag of the object that it gives; empty: it gives many. */
  state: string
}

/** When an answer is true. */
export interface Validity {
  /** The marks of all that it depends on. */
  marks: string
  /** Uids of all that it shows anything of; null: of the whole agency. */
  scopes: readonly string[] | null
  /** When it was made. */
  fromMs: number
  /** When time alone changes it; Infinity: never. */
  untilMs: number
}

/** An answer that is made; under which marks may turn out by then. */
interface Making {
  readonly key: string
  readonly marks: string
}

interface Kept {
  answer: Answer
  validity: Validity
  owner: Owner
  bytes: number
}

/** Whose answers they are: those longest unused come first. */
interface Owner {
  kept: Map<string, Kept>
  bytes: number
}

/** What an answer takes beside its body and its key. */
const overheadBytes = 500
/** What a uid takes. */
const scopeBytes = 64

/**
 * Keeps answers of one process. Who has kept most makes room for the next, so that nobody has the
 * answers of others forgotten by asking for more and more.
 */
export class KeptAnswers {
  readonly #bytesMax: number
  readonly #kept = new Map<string, Kept>()
  readonly #owners = new Map<string, Owner>()
  readonly #making = new Map<string, Promise<void>>()
  /** Keys of answers that were not kept in the end: nobody waits for those. */
  readonly #vain = new LRUCache<string, true>({ max: 1_000 })
  #bytes = 0
  /** How many requests were given an answer that was there, and how many had it made. */
  readonly given = { kept: 0, made: 0 }

  /** @param bytesMax 0: nothing is kept */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** What all take. */
  get bytes(): number {
    return this.#bytes
  }

  /** What one may take; a longer one is not kept. */
  get bytesEachMax(): number {
    return Math.min(this.#bytesMax / 8, inMemoryBytesMax)
  }

  /** How many there are. */
  get count(): number {
    return this.#kept.size
  }

  /** Whether anything is kept at all. */
  get isOn(): boolean {
    return this.#bytesMax > 0
  }

  /** When the answer is true that is kept under a key, be it now or not; null: there is none. */
  validityOf(key: string): Validity | null {
    return this.#kept.get(key)?.validity ?? null
  }

  /** The answer that is kept under a key, if it is still true. */
  find(key: string, marks: string, nowMs: number): Answer | null {
    const kept = this.#kept.get(key)
    if (!kept) return null
    const { validity, owner, answer } = kept
    if (validity.marks !== marks) return null
    // A clock that has gone back knows nothing of what it showed before.
    if (nowMs < validity.fromMs || nowMs >= validity.untilMs) return null
    owner.kept.delete(key)
    owner.kept.set(key, kept)
    return answer
  }

  /**
   * Keeps an answer in the place of the one before.
   *
   * @param credential in whose share it is
   */
  keep(credential: string, key: string, answer: Answer, validity: Validity): void {
    this.#forget(key)
    const bytes = bytesOf(key, answer, validity)
    if (bytes > this.bytesEachMax) return
    const owner = this.#owners.get(credential) ?? { kept: new Map<string, Kept>(), bytes: 0 }
    this.#owners.set(credential, owner)
    const kept = { answer, validity, owner, bytes }
    owner.kept.set(key, kept)
    this.#kept.set(key, kept)
    this.#count(owner, bytes)
    this.#makeRoom()
  }

  /** When an answer is made that somebody else is making under the same marks; null: nobody is. */
  making({ key, marks }: Making): Promise<void> | null {
    return this.#making.get(`${marks}\n${key}`) ?? null
  }

  /**
   * Has those wait who ask for the same as long as it is made under the same marks: what was
   * changed for one of them was changed for all.
   */
  async whileMaking<T>(making: Making, make: () => Promise<T>): Promise<T> {
    const { key } = making
    const name = `${making.marks}\n${key}`
    if (this.#vain.has(key) || this.#making.has(name)) return make()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#making.set(name, promise)
    try {
      return await make()
    } finally {
      this.#making.delete(name)
      if (this.#kept.get(key)?.validity.marks !== making.marks) this.#vain.set(key, true)
      resolve()
    }
  }

  /** Counts what an answer takes that has been compressed since. */
  recount(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    const bytes = bytesOf(key, kept.answer, kept.validity)
    this.#count(kept.owner, bytes - kept.bytes)
    kept.bytes = bytes
    if (bytes > this.bytesEachMax) this.#forget(key)
    this.#makeRoom()
  }

  #makeRoom(): void {
    while (this.#bytes > this.#bytesMax) {
      const [key] = this.#greatest().kept.keys()
      this.#forget(key!)
    }
    if (this.#owners.size > this.#kept.size * 2 + 16) this.#forgetIdle()
  }

  #greatest(): Owner {
    let greatest: Owner | undefined
    for (const owner of this.#owners.values()) {
      if (!greatest || owner.bytes > greatest.bytes) greatest = owner
    }
    return greatest!
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#kept.delete(key)
    kept.owner.kept.delete(key)
    this.#count(kept.owner, -kept.bytes)
  }

  #forgetIdle(): void {
    for (const [credential, { kept }] of this.#owners) {
      if (kept.size === 0) this.#owners.delete(credential)
    }
  }

  #count(owner: Owner, bytes: number): void {
    owner.bytes += bytes
    this.#bytes += bytes
  }
}

function bytesOf(key: string, { body, gzipped }: Answer, { marks, scopes }: Validity): number {
  const validity = marks.length + (scopes?.length ?? 0) * scopeBytes
  return overheadBytes + key.length + validity + body.length + (gzipped?.length ?? 0)
}
