import type { FastifyRequest } from 'fastify'
import { type ResponseCache, resolveVersions } from './response-cache.ts'
import { cachedResponse } from './send-cached.ts'

/** Inputs of a computation, and the time at which they expire, in milliseconds since 1970. */
interface LoadedInputs<T> {
  inputs: T
  expiresAtMs: number
}

/** Cache of inputs of computations, separate for each access scope. */
export class InputCache {
  readonly #cache: ResponseCache
  readonly #request: Pick<FastifyRequest, 'authentication'>

  constructor(cache: ResponseCache, request: Pick<FastifyRequest, 'authentication'>) {
    this.#cache = cache
    this.#request = request
  }

  /**
   * Returns the cached inputs of a name, or reads and stores them.
   *
   * @param tag uid of the object that all inputs belong to
   * @param read returns inputs that JSON can represent; null: there are none
   */
  async get<T extends object>(
    { name, tag }: { name: string; tag: string },
    now: Date,
    read: () => Promise<LoadedInputs<T> | null>,
  ): Promise<T | null> {
    const { authentication } = this.#request
    const { credential, tagVersions, cacheKey } = authentication
    const isCacheable = this.#cache.isOn && tagVersions !== null && cacheKey !== null
    if (!isCacheable) return (await read())?.inputs ?? null
    const key = `${cacheKey}\ninputs ${name}`
    const { versions, tags } = await resolveVersions(authentication, [tag])
    const readAtMs = now.getTime()
    const cached = this.#cache.get(key, versions, readAtMs)
    if (cached) return JSON.parse(cached.body.toString())
    const loaded = await read()
    if (loaded && loaded.expiresAtMs > readAtMs) {
      const response = cachedResponse(JSON.stringify(loaded.inputs))
      const validity = { versions, tags, readAtMs, expiresAtMs: loaded.expiresAtMs }
      this.#cache.set(credential, key, response, validity)
    }
    return loaded?.inputs ?? null
  }
}
