import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type SeenScopes, scopesText, wholeText } from '../db/marks/scope-marks.ts'
import { inMemoryBytesMax } from '../responses/unsent-bytes.ts'
import type { Admission } from '../rest/limits/admission.ts'
import { type CachedResponse, sendCached } from './send-cached.ts'
import { TaggedCache } from './tagged-cache.ts'

/** Longest key; of longer ones the digest is the key. */
const keyMax = 16_384
/** Maximum number of remembered keys whose responses could not be stored. */
const uncacheableMax = 1_000

/** The place of a response in the cache, and the versions under which it is valid. */
export interface CacheSlot {
  key: string
  /** The credential in whose share the response is stored. */
  owner: string
  versions: string
  /** Uids of the objects that the response shows; null: the whole agency. */
  tags: readonly string[] | null
  /** Versions of the tags of the agency; null: they are unknown. */
  seen: SeenScopes | null
  /** Distinguishes callers who are shown different things. */
  reach: string
  /** True if callers with the same permissions share the response. */
  isShared: boolean
  nowMs: number
  /** True if the response has an ETag even if the client sent none. */
  hasETag: boolean
}

export interface SlotOptions {
  now: Date
  /** Text that distinguishes the response besides address, body and caller. */
  variant?: string
  hasETag: boolean
  /** Left out: the tags of the present entry. */
  tags?: readonly string[] | null
}

/** A response that was computed, and when time alone changes it; 0: it is valid only now. */
export interface Loaded {
  response: CachedResponse
  untilMs: number
}

/** Cache of whole responses, of the fragments of long ones, and of inputs of computations. */
export class ResponseCache extends TaggedCache<CachedResponse> {
  /** Requests that were served from the cache, and those whose response was computed. */
  readonly requests = { kept: 0, made: 0 }
  readonly #loading = new Map<string, Promise<void>>()
  /** Keys of responses that could not be stored: no request waits for another to compute them. */
  readonly #uncacheable = new LRUCache<string, true>({ max: uncacheableMax })

  /** @param bytesMax 0 turns the cache off */
  constructor(bytesMax: number) {
    const bytesEachMax = Math.min(bytesMax / 8, inMemoryBytesMax)
    const sizeOf = ({ body, gzipped }: CachedResponse) => body.length + (gzipped?.length ?? 0)
    super({ bytesMax, bytesEachMax, sizeOf })
  }

  /**
   * Returns the place of the response to a request, under the versions that were read when the
   * caller was authenticated; null: it cannot be cached, because a version is missing.
   */
  async slotFor(request: FastifyRequest, options: SlotOptions): Promise<CacheSlot | null> {
    const { marks, credential, place, reach: own } = request.admission
    if (!this.isOn || marks === null || own === null) return null
    const { now, variant = '', hasETag, tags } = options
    const shared = (await place?.sharedReach()) ?? null
    const reach = shared ?? own
    const key = keyOf(request, reach, variant)
    const rest = { versions: '', tags: null, seen: null, reach, isShared: shared !== null }
    const slot: CacheSlot = { key, owner: credential, ...rest, nowMs: now.getTime(), hasETag }
    await narrow(slot, request.admission, tags === undefined ? this.#tagsOf(key) : tags)
    return slot
  }

  /**
   * Sends the cached response if it is valid, or the one that another request is computing;
   * computes, stores and sends it otherwise. The reply is not returned: to await it is to wait for
   * the client.
   *
   * @param slot null: the response is computed and sent
   * @param load computes the response; null: it has sent one that cannot be cached
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
    const name = `${slot.versions}\n${slot.key}`
    const loading = this.#loading.get(name)
    if (loading) {
      await loading
      await narrow(slot, request.admission, this.#tagsOf(slot.key))
      if (this.#send(slot, request, reply)) return
    }
    const isAlone = this.#loading.has(name) || this.#uncacheable.has(slot.key)
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!isAlone) this.#loading.set(name, promise)
    try {
      this.requests.made++
      const loaded = await load()
      if (!loaded) return
      await this.#storeLoaded(slot, loaded, request.admission)
      this.#sendResponse(slot, loaded.response, request, reply)
    } finally {
      if (!isAlone) this.#loading.delete(name)
      if (this.validityOf(slot.key)?.versions === slot.versions) this.#uncacheable.delete(slot.key)
      else this.#uncacheable.set(slot.key, true)
      resolve()
    }
  }

  async #storeLoaded(slot: CacheSlot, loaded: Loaded, { place }: Admission): Promise<void> {
    const { key, owner, versions, tags, nowMs, isShared } = slot
    const { response, untilMs } = loaded
    if (untilMs <= nowMs) return
    // Permissions that were extended meanwhile must not be shown to callers who share the entry.
    if (isShared && !(await place!.isUnchanged())) return
    this.set(owner, key, response, { versions, tags, fromMs: nowMs, untilMs })
  }

  #send(slot: CacheSlot, request: FastifyRequest, reply: FastifyReply): boolean {
    const response = this.get(slot.key, slot.versions, slot.nowMs)
    if (!response) return false
    this.requests.kept++
    this.#sendResponse(slot, response, request, reply)
    return true
  }

  #sendResponse(
    { key, hasETag }: CacheSlot,
    response: CachedResponse,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    sendCached(request, reply, response, { hasETag, onGrown: () => this.recount(key) })
  }

  #tagsOf(key: string): readonly string[] | null {
    return this.validityOf(key)?.tags ?? null
  }
}

function keyOf({ method, url, body }: FastifyRequest, reach: string, variant: string): string {
  const sent = body instanceof Buffer ? body.toString('latin1') : ''
  const text = `${reach}\n${variant}\n${method} ${url}\n${sent}`
  return text.length > keyMax ? createHash('sha256').update(text).digest('base64url') : text
}

/**
 * Sets the versions of a slot to those of the objects that its response shows. Called before the
 * data is read: the response then is at least as new as its versions.
 *
 * @param tags null: the response shows the whole agency
 */
export async function narrow(
  slot: CacheSlot,
  admission: Admission,
  tags: readonly string[] | null,
): Promise<void> {
  Object.assign(slot, await versionsOf(admission, tags))
}

/** Returns the versions of tags, else of the whole agency if those of the tags are unknown. */
export async function versionsOf(
  { marks, place }: Admission,
  tags: readonly string[] | null,
): Promise<Pick<CacheSlot, 'versions' | 'tags' | 'seen'>> {
  const whole = { versions: wholeText(marks!), tags: null, seen: null }
  if (tags === null) return whole
  const seen = (await place?.scopes()) ?? null
  const versions = scopesText(marks!, seen, tags)
  return versions === null ? whole : { versions, tags, seen }
}
