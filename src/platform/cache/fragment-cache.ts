import type { TagVersions } from '../db/cache-tags/read-versions.ts'
import {
  tagVersionsText,
  tenantVersionsText,
  type VersionsByTag,
} from '../db/cache-tags/tag-version-cache.ts'
import type { AuthenticationResult } from '../rest/auth/authenticate-hook.ts'
import type { CacheSlot, ResponseCache } from './response-cache.ts'
import { cachedResponse } from './send-cached.ts'

/** Fragments of a response, one per object, as JSON. */
export interface Fragments {
  /** Texts by the uid of the object. Objects without access for the caller are missing. */
  texts: ReadonlyMap<string, string | Buffer>
  /** Time at which the first fragment expires, in milliseconds since 1970; Infinity: never. */
  expiresAtMs: number
}

export type ReadFragments = (uids: string[]) => Promise<Fragments>

/** Cached fragments of a response that also has uncached content. */
export interface CachedFragments extends Fragments {
  /** Text that lists the fragments of the response, cached with them; null: not cached. */
  listing: string | null
  /** Texts stored with the listing, by the tags that invalidate them. */
  extras: Fragments['texts']
  /** Returns whether no tag version of the agency has changed since these fragments were read. */
  areCurrent(): Promise<boolean>
  /**
   * Reads the cache again and returns the fragments that are still valid, if only single objects
   * have changed. Null: anything else has changed.
   */
  refresh(): Promise<CachedFragments | null>
  /**
   * Stores fragments that were read, and the listing for further requests with the same key. The
   * listing is valid until a change that belongs to no single object.
   *
   * @param extras texts by the tags that invalidate them
   */
  store(fragments: Fragments, listing: string, extras: Fragments['texts']): Promise<void>
}

/**
 * Cache of the fragments of a long response. Each is stored under the version of its object, so a
 * change of one object invalidates one fragment.
 */
export class FragmentCache {
  readonly #cache: ResponseCache
  readonly #slot: CacheSlot
  readonly #authentication: AuthenticationResult

  /** @param slot cache slot of the whole response */
  constructor(cache: ResponseCache, slot: CacheSlot, authentication: AuthenticationResult) {
    this.#cache = cache
    this.#slot = slot
    this.#authentication = authentication
  }

  /** Returns the fragments of a response that has no other content. Reads the uncached ones. */
  async getOr(kind: string, uids: string[], read: ReadFragments): Promise<Fragments> {
    const { versionsByTag } = this.#slot
    if (versionsByTag === null) return read(uids)
    const { texts, expiresAtMs } = this.#find(kind, uids, versionsByTag)
    const missing = uids.filter(uid => !texts.has(uid))
    if (missing.length === 0) return { texts, expiresAtMs }
    const loaded = await read(missing)
    const { bytes } = await this.#store(kind, loaded, versionsByTag)
    for (const [uid, body] of bytes) texts.set(uid, body)
    return { texts, expiresAtMs: Math.min(expiresAtMs, loaded.expiresAtMs) }
  }

  /**
   * Returns the cached fragments of a response that also has other content. The caller must check
   * `areCurrent` after reading that content, because both must be consistent. Null: caching is
   * impossible.
   *
   * @param readUids returns the uids of the fragments in a listing
   * @param tags tags of the texts that are stored with the listing
   */
  async getCached(
    kind: string,
    readUids: (listing: string) => string[],
    tags: string[],
  ): Promise<CachedFragments | null> {
    const { cacheLookups, tagVersions } = this.#authentication
    if (!cacheLookups || tagVersions === null) return null
    const readCached = async (minimum: TagVersions): Promise<CachedFragments | null> => {
      const versionsByTag = await cacheLookups.versionsByTag(minimum)
      if (versionsByTag === null || versionsByTag.versions === null) return null
      const cachedListing = this.#findListing()
      const uids = cachedListing === null ? [] : readUids(cachedListing)
      const cached = this.#find(kind, uids, versionsByTag)
      const { texts: cachedExtras } = this.#find(
        this.#extrasKind,
        cachedListing === null ? [] : tags,
        versionsByTag,
      )
      const versions = tenantVersionsText({ ...tagVersions, anyTag: versionsByTag.anyTag })
      return {
        ...cached,
        listing: cachedListing,
        extras: cachedExtras,
        areCurrent: async () => {
          const current = await cacheLookups.currentVersions()
          return current !== null && tenantVersionsText(current) === versions
        },
        refresh: async () => {
          const current = await cacheLookups.currentVersions()
          return current?.all === tagVersions.all ? readCached(current) : null
        },
        store: async (fragments, listing, extras) => {
          const { isUnchanged } = await this.#store(kind, fragments, versionsByTag)
          if (!isUnchanged) return
          this.#storeListing(listing)
          await this.#store(
            this.#extrasKind,
            { texts: extras, expiresAtMs: Infinity },
            versionsByTag,
          )
        },
      }
    }
    return readCached(tagVersions)
  }

  /** Kind of the texts that are stored with the listing of this response. */
  get #extrasKind(): string {
    return `beside ${this.#slot.key}`
  }

  #find(kind: string, uids: string[], versionsByTag: VersionsByTag) {
    const texts = new Map<string, string | Buffer>()
    let expiresAtMs = Infinity
    for (const uid of uids) {
      const key = this.#fragmentKey(kind, uid)
      const cached = this.#cache.get(key, this.#versionsFor(uid, versionsByTag), this.#slot.nowMs)
      if (!cached) continue
      texts.set(uid, cached.body)
      expiresAtMs = Math.min(expiresAtMs, this.#cache.getValidity(key)!.expiresAtMs)
    }
    return { texts, expiresAtMs }
  }

  /**
   * Stores fragments. Returns their bytes, and whether the caller's permissions are unchanged: if
   * they have changed, nothing is stored, because callers with equal permissions share the entries.
   */
  async #store(kind: string, { texts, expiresAtMs }: Fragments, versionsByTag: VersionsByTag) {
    const { owner, nowMs, isShared } = this.#slot
    const isUnchanged = !isShared || (await this.#authentication.cacheLookups!.isUnchanged())
    const bytes = new Map<string, Buffer>()
    for (const [uid, text] of texts) {
      const response = cachedResponse(text)
      bytes.set(uid, response.body)
      if (!isUnchanged || expiresAtMs <= nowMs) continue
      const validity = {
        versions: this.#versionsFor(uid, versionsByTag),
        tags: [uid],
        readAtMs: nowMs,
      }
      const key = this.#fragmentKey(kind, uid)
      this.#cache.set(owner, key, response, { ...validity, expiresAtMs })
    }
    return { bytes, isUnchanged }
  }

  #fragmentKey(kind: string, uid: string): string {
    return `${this.#slot.accessKey}\npart ${kind}\n${uid}`
  }

  #versionsFor(uid: string, versionsByTag: VersionsByTag): string {
    return tagVersionsText(this.#authentication.tagVersions!, versionsByTag, [uid])!
  }

  #findListing(): string | null {
    const { key, nowMs } = this.#slot
    const versions = this.#authentication.tagVersions!.all
    return this.#cache.get(`${key}\nlisting`, versions, nowMs)?.body.toString() ?? null
  }

  #storeListing(listing: string): void {
    const { owner, key, nowMs } = this.#slot
    const validity = {
      versions: this.#authentication.tagVersions!.all,
      tags: null,
      expiresAtMs: Infinity,
    }
    const response = cachedResponse(listing)
    this.#cache.set(owner, `${key}\nlisting`, response, { ...validity, readAtMs: nowMs })
  }
}
