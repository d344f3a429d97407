import type { Marks } from '../db/marks/marks-of.ts'
import { type SeenScopes, scopesText, wholeText } from '../db/marks/scope-marks.ts'
import type { Admission } from '../rest/limits/admission.ts'
import type { CacheSlot, ResponseCache } from './response-cache.ts'
import { cachedResponse } from './send-cached.ts'

/** Fragments of a response, as JSON. */
export interface Fragments {
  /** Texts by the uid of the object; objects out of the caller's reach are missing. */
  texts: ReadonlyMap<string, string | Buffer>
  /** When time alone changes one of them, in milliseconds since 1970; Infinity: never. */
  changesMs: number
}

/** Reads the fragments of some objects. */
export type ReadFragments = (uids: string[]) => Promise<Fragments>

/** Cached fragments of a response that shows more than fragments. */
export interface KnownFragments extends Fragments {
  /** List of the fragments of the response, as it was stored with them; null: not cached. */
  listing: string | null
  /** Texts that were stored with the listing under tags of their own, by these tags. */
  beside: Fragments['texts']
  /** Returns whether no cache version of the agency has changed since these were found. */
  areCurrent(): Promise<boolean>
  /**
   * Returns those that are still valid if only single objects have changed since these were found;
   * null: something else has.
   */
  refresh(): Promise<KnownFragments | null>
  /**
   * Stores fragments that were read, and the listing for further requests with the same key: it is
   * valid until something changes that belongs to no single object.
   *
   * @param beside texts by the tags that invalidate them
   */
  store(read: Fragments, listing: string, beside: Fragments['texts']): Promise<void>
}

/**
 * Cache of the fragments of a long response. Each is stored by itself under the version of the
 * object that it shows: a change of one object invalidates one fragment.
 */
export class FragmentCache {
  readonly #cache: ResponseCache
  readonly #slot: CacheSlot
  readonly #admission: Admission

  /** @param slot of the whole response */
  constructor(cache: ResponseCache, slot: CacheSlot, admission: Admission) {
    this.#cache = cache
    this.#slot = slot
    this.#admission = admission
  }

  /** Returns the fragments of a response that shows nothing else, reading those not cached. */
  async getOr(kind: string, uids: string[], read: ReadFragments): Promise<Fragments> {
    const { seen } = this.#slot
    if (seen === null) return read(uids)
    const { texts, changesMs } = this.#find(kind, uids, seen)
    const missing = uids.filter(uid => !texts.has(uid))
    if (missing.length === 0) return { texts, changesMs }
    const found = await read(missing)
    const { bytes } = await this.#store(kind, found, seen)
    for (const [uid, body] of bytes) texts.set(uid, body)
    return { texts, changesMs: Math.min(changesMs, found.changesMs) }
  }

  /**
   * Returns the cached fragments for a response that shows more and has to be of one instant: the
   * caller checks afterwards whether they are current. Null: nothing can be cached.
   *
   * @param uidsOf the fragments of a listing
   * @param tags of the texts that are stored with the listing
   */
  async known(
    kind: string,
    uidsOf: (listing: string) => string[],
    tags: string[],
  ): Promise<KnownFragments | null> {
    const { place, marks } = this.#admission
    if (!place || marks === null) return null
    const knownAt = async (at: Marks): Promise<KnownFragments | null> => {
      const seen = await place.scopes(at)
      if (seen === null || seen.marks === null) return null
      const listing = this.#listing()
      const found = this.#find(kind, listing === null ? [] : uidsOf(listing), seen)
      const { texts: beside } = this.#find(this.#besides, listing === null ? [] : tags, seen)
      const then = wholeText({ ...marks, some: seen.some })
      return {
        ...found,
        listing,
        beside,
        areCurrent: async () => {
          const now = await place.marksNow()
          return now !== null && wholeText(now) === then
        },
        refresh: async () => {
          const now = await place.marksNow()
          return now?.all === marks.all ? knownAt(now) : null
        },
        store: async (read, listing, beside) => {
          const { isSame } = await this.#store(kind, read, seen)
          if (!isSame) return
          this.#storeListing(listing)
          await this.#store(this.#besides, { texts: beside, changesMs: Infinity }, seen)
        },
      }
    }
    return knownAt(marks)
  }

  /** Kind of the texts that are stored with one listing. */
  get #besides(): string {
    return `beside ${this.#slot.key}`
  }

  #find(kind: string, uids: string[], seen: SeenScopes) {
    const texts = new Map<string, string | Buffer>()
    let changesMs = Infinity
    for (const uid of uids) {
      const key = this.#keyOf(kind, uid)
      const known = this.#cache.get(key, this.#versionsOf(uid, seen), this.#slot.nowMs)
      if (!known) continue
      texts.set(uid, known.body)
      changesMs = Math.min(changesMs, this.#cache.validityOf(key)!.untilMs)
    }
    return { texts, changesMs }
  }

  /** Returns the bytes of the fragments, and whether the caller's permissions are unchanged. */
  async #store(kind: string, { texts, changesMs }: Fragments, seen: SeenScopes) {
    const { owner, nowMs, isShared } = this.#slot
    const isSame = !isShared || (await this.#admission.place!.isUnchanged())
    const bytes = new Map<string, Buffer>()
    for (const [uid, text] of texts) {
      const response = cachedResponse(text)
      bytes.set(uid, response.body)
      if (!isSame || changesMs <= nowMs) continue
      const validity = { versions: this.#versionsOf(uid, seen), tags: [uid], fromMs: nowMs }
      const key = this.#keyOf(kind, uid)
      this.#cache.set(owner, key, response, { ...validity, untilMs: changesMs })
    }
    return { bytes, isSame }
  }

  #keyOf(kind: string, uid: string): string {
    return `${this.#slot.reach}\npart ${kind}\n${uid}`
  }

  #versionsOf(uid: string, seen: SeenScopes): string {
    return scopesText(this.#admission.marks!, seen, [uid])!
  }

  #listing(): string | null {
    const { key, nowMs } = this.#slot
    const versions = this.#admission.marks!.all
    return this.#cache.get(`${key}\nlisting`, versions, nowMs)?.body.toString() ?? null
  }

  #storeListing(listing: string): void {
    const { owner, key, nowMs } = this.#slot
    const validity = { versions: this.#admission.marks!.all, tags: null, untilMs: Infinity }
    const response = cachedResponse(listing)
    this.#cache.set(owner, `${key}\nlisting`, response, { ...validity, fromMs: nowMs })
  }
}
