import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  tagVersionsText,
  tenantVersionsText,
  type VersionsByTag,
} from '../db/cache-tags/tag-version-cache.ts'
import { inMemoryBytesMax } from '../responses/unsent-bytes.ts'
import type { AuthenticationResult } from '../rest/auth/authenticate-hook.ts'
import { type CachedResponse, sendCached } from './send-cached.ts'
import { TaggedCache } from './tagged-cache.ts'

/** Maximum length of a key. Longer ones are replaced by their digest. */
const keyLengthMax = 16_384
/** Maximum number of remembered keys of uncacheable responses. */
const uncacheableKeysMax = 1_000

/** Cache key of a response, and the versions under which it is valid. */
export interface CacheSlot {
  key: string
  /** Credential in whose share the response is stored. */
  owner: string
  versions: string
  /** Uids of the objects that the response contains; null: any object of the agency. */
  tags: readonly string[] | null
  /** Versions of all tags of the agency; null: unknown. */
  versionsByTag: VersionsByTag | null
  /** Cache key of the caller's access, which determines the returned fields and rows. */
  accessKey: string
  /** True if callers with the same permissions share the response. */
  isShared: boolean
  nowMs: number
  /** True if the response has an ETag even if the client sent none. */
  hasETag: boolean
}

type CacheableRequest = Pick<FastifyRequest, 'method' | 'url' | 'body'>

export interface SlotOptions {
  now: Date
  /** Text that distinguishes the response in addition to URL, body and caller. */
  variant?: string
  hasETag: boolean
  /** Default: the tags of the cached entry. */
  tags?: readonly string[] | null
}

/** Computed response, and the time at which it expires; 0: it must not be stored. */
export interface Loaded {
  response: CachedResponse
  expiresAtMs: number
}

/** Cache of whole responses, of the fragments of long ones, and of inputs of computations. */
export class ResponseCache extends TaggedCache<CachedResponse> {
  /** Number of requests served from the cache (hits), and of those computed (misses). */
  readonly requests = { hit: 0, miss: 0 }
  readonly #pendingLoads = new Map<string, Promise<void>>()
  /** Keys of responses that could not be stored: no request waits for another to compute them. */
  readonly #uncacheable = new LRUCache<string, true>({ max: uncacheableKeysMax })

  /** @param bytesMax 0 turns the cache off */
  constructor(bytesMax: number) {
    const entryBytesMax = Math.min(bytesMax / 8, inMemoryBytesMax)
    const sizeOf = ({ body, gzipped }: CachedResponse) => body.length + (gzipped?.length ?? 0)
    super({ bytesMax, entryBytesMax, sizeOf })
  }

  /**
   * Returns the slot of the response to a request, with the versions that were read when the caller
   * was authenticated. Null: the response cannot be cached, because the cache is off or a version
   * is missing.
   */
  async slotFor(
    request: CacheableRequest,
    authentication: AuthenticationResult,
    options: SlotOptions,
  ): Promise<CacheSlot | null> {
    const { tagVersions, credential, cacheLookups, cacheKey: callerKey } = authentication
    if (!this.isOn || tagVersions === null || callerKey === null) return null
    const { now, variant = '', hasETag, tags } = options
    const sharedKey = (await cacheLookups?.sharedCacheKey()) ?? null
    const accessKey = sharedKey ?? callerKey
    const key = responseKey(request, accessKey, variant)
    const isShared = sharedKey !== null
    const slot: CacheSlot = {
      key,
      owner: credential,
      // Set by `narrowVersions`.
      ...{ versions: '', tags: null, versionsByTag: null },
      accessKey,
      isShared,
      nowMs: now.getTime(),
      hasETag,
    }
    await narrowVersions(slot, authentication, tags === undefined ? this.#cachedTags(key) : tags)
    return slot
  }

  /**
   * Sends the cached response if it is valid, or waits for the one that another request is
   * computing; otherwise computes, stores and sends it. Returns nothing: the reply is a promise,
   * and to await it is to wait for the client.
   *
   * @param slot null: the response is computed and sent
   * @param load computes the response; null: `load` itself has sent one that cannot be cached
   */
  async serveOr(
    slot: CacheSlot | null,
    request: FastifyRequest,
    reply: FastifyReply,
    load: () => Promise<Loaded | null>,
  ): Promise<void> {
    if (slot === null) {
      const loaded = await load()
      if (loaded) reply.send(loaded.response.body)
      return
    }
    if (this.#send(slot, request, reply)) return
    const loadKey = `${slot.versions}\n${slot.key}`
    const pendingLoad = this.#pendingLoads.get(loadKey)
    if (pendingLoad) {
      await pendingLoad
      await narrowVersions(slot, request.authentication, this.#cachedTags(slot.key))
      if (this.#send(slot, request, reply)) return
    }
    // Another request may have begun to load during the wait. At most one is waited for.
    const isAwaitable = !this.#pendingLoads.has(loadKey) && !this.#uncacheable.has(slot.key)
    const { promise, resolve } = Promise.withResolvers<void>()
    if (isAwaitable) this.#pendingLoads.set(loadKey, promise)
    try {
      this.requests.miss++
      const loaded = await load()
      if (!loaded) return
      await this.#storeLoaded(slot, loaded, request.authentication)
      this.#sendResponse(slot, loaded.response, request, reply)
    } finally {
      if (isAwaitable) this.#pendingLoads.delete(loadKey)
      if (this.getValidity(slot.key)?.versions === slot.versions) this.#uncacheable.delete(slot.key)
      else this.#uncacheable.set(slot.key, true)
      resolve()
    }
  }

  async #storeLoaded(
    slot: CacheSlot,
    loaded: Loaded,
    { cacheLookups }: AuthenticationResult,
  ): Promise<void> {
    const { key, owner, versions, tags, nowMs, isShared } = slot
    const { response, expiresAtMs } = loaded
    if (expiresAtMs <= nowMs) return
    // Permissions that changed during the computation must not leak to callers who share the entry.
    if (isShared && !(await cacheLookups!.isUnchanged())) return
    this.set(owner, key, response, { versions, tags, readAtMs: nowMs, expiresAtMs })
  }

  /** Returns true if {@link serveOr} would not have to compute the response. */
  isCached({ key, versions, nowMs }: CacheSlot): boolean {
    return this.get(key, versions, nowMs) !== null || this.#pendingLoads.has(`${versions}\n${key}`)
  }

  #send(slot: CacheSlot, request: FastifyRequest, reply: FastifyReply): boolean {
    const response = this.get(slot.key, slot.versions, slot.nowMs)
    if (!response) return false
    this.requests.hit++
    this.#sendResponse(slot, response, request, reply)
    return true
  }

  #sendResponse(
    { key, hasETag }: CacheSlot,
    response: CachedResponse,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    sendCached(request, reply, response, { hasETag, onGrown: () => this.updateSize(key) })
  }

  #cachedTags(key: string): readonly string[] | null {
    return this.getValidity(key)?.tags ?? null
  }
}

/** Returns the cache key of a response; long ones are replaced by their digest. */
function responseKey(
  { method, url, body }: CacheableRequest,
  accessKey: string,
  variant: string,
): string {
  const bodyText = body instanceof Buffer ? body.toString('latin1') : ''
  const text = `${accessKey}\n${variant}\n${method} ${url}\n${bodyText}`
  return text.length > keyLengthMax ? createHash('sha256').update(text).digest('base64url') : text
}

/**
 * Narrows the versions of a slot to those of the objects that its response contains. Must be called
 * before the data is read, so that the response is at least as new as its versions.
 *
 * @param tags uids of the objects; null: any object of the agency
 */
export async function narrowVersions(
  slot: CacheSlot,
  authentication: AuthenticationResult,
  tags: readonly string[] | null,
): Promise<void> {
  Object.assign(slot, await resolveVersions(authentication, tags))
}

/** Returns the versions of tags, or those of the whole agency if a tag has no known version. */
export async function resolveVersions(
  { tagVersions, cacheLookups }: AuthenticationResult,
  tags: readonly string[] | null,
): Promise<Pick<CacheSlot, 'versions' | 'tags' | 'versionsByTag'>> {
  const tenantWide = { versions: tenantVersionsText(tagVersions!), tags: null, versionsByTag: null }
  if (tags === null) return tenantWide
  const versionsByTag = (await cacheLookups?.versionsByTag()) ?? null
  const versions = tagVersionsText(tagVersions!, versionsByTag, tags)
  return versions === null ? tenantWide : { versions, tags, versionsByTag }
}
