import type { FastifyRequest } from 'fastify'
import { type ResponseCache, versionsOf } from './response-cache.ts'
import { cachedResponse } from './send-cached.ts'

/** Inputs of a computation, and when time alone changes them, in milliseconds since 1970. */
interface FoundInputs<T> {
  inputs: T
  untilMs: number
}

/** Cached inputs of computations, as the caller of a request may see them. */
export class InputCache {
  readonly #cache: ResponseCache
  readonly #request: Pick<FastifyRequest, 'admission'>

  constructor(cache: ResponseCache, request: Pick<FastifyRequest, 'admission'>) {
    this.#cache = cache
    this.#request = request
  }

  /**
   * Returns the inputs of a name, and reads and stores them unless valid ones are cached.
   *
   * @param tag uid of the object that they all belong to
   * @param read reads them: values of JSON; null: there are none
   */
  async get<T extends object>(
    { name, tag }: { name: string; tag: string },
    now: Date,
    read: () => Promise<FoundInputs<T> | null>,
  ): Promise<T | null> {
    const { admission } = this.#request
    const { credential, marks, reach } = admission
    const isCached = this.#cache.isOn && marks !== null && reach !== null
    if (!isCached) return (await read())?.inputs ?? null
    const key = `${reach}\ninputs ${name}`
    const { versions, tags } = await versionsOf(admission, [tag])
    const fromMs = now.getTime()
    const known = this.#cache.get(key, versions, fromMs)
    if (known) return JSON.parse(known.body.toString())
    const found = await read()
    if (found && found.untilMs > fromMs) {
      const response = cachedResponse(JSON.stringify(found.inputs))
      const validity = { versions, tags, fromMs, untilMs: found.untilMs }
      this.#cache.set(credential, key, response, validity)
    }
    return found?.inputs ?? null
  }
}
