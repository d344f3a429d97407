import { FragmentCache } from '../../cache/fragment-cache.ts'
import type { CacheSlot, Loaded } from '../../cache/response-cache.ts'
import { cachedResponse } from '../../cache/send-cached.ts'
import type { Clock } from '../../clock.ts'
import { JsonText } from '../json-text.ts'
import { Reply } from '../route.ts'
import type { Call, ContextBase } from './request-context.ts'

export interface CachedRead<Context extends ContextBase> {
  slot: CacheSlot
  /** Call with a clock that records its use. */
  call: Call<Context>
  /** Returns whether the handler has read the clock. */
  readsClock(): boolean
}

/** Opens the cache slot of a call; null: its response is not cached. */
export async function openCachedRead<Context extends ContextBase>(
  call: Call<Context>,
): Promise<CachedRead<Context> | null> {
  const { route, scope, request, context } = call
  if (!route.http.cache) return null
  const now = context.clock.now()
  const tags = route.http.cache.tagsOf?.(request as never) ?? null
  const slot = await scope.cache.slotFor(request, request.authentication, {
    now,
    hasETag: true,
    tags,
  })
  if (!slot) return null
  let readsClock = false
  const clock: Clock = {
    now() {
      readsClock = true
      return now
    },
  }
  const fragments = new FragmentCache(scope.cache, slot, request.authentication)
  const observedCall = { ...call, context: { ...context, clock, fragments } }
  return { slot, call: observedCall, readsClock: () => readsClock }
}

/** Serializes a response for the cache; null: it cannot be cached. */
export async function serializeForCache<Context extends ContextBase>(
  { call, readsClock }: CachedRead<Context>,
  reply: Reply,
): Promise<Loaded | null> {
  const { status, body, headers } = reply
  if (status !== 200 || body === undefined || reply.constructor !== Reply) return null
  const { etag, ...otherHeaders } = headers
  // Cached responses are sent without headers of their own.
  if (Object.keys(otherHeaders).length > 0) return null
  const bodyExpiresAtMs = body instanceof JsonText ? body.expiresAtMs : null
  const expiresAtMs = bodyExpiresAtMs ?? (readsClock() ? await findExpiry(call) : Infinity)
  const text = call.reply.code(status).serialize(body) as string | Buffer
  const objectETag = String(etag ?? '').replaceAll('"', '')
  return { response: cachedResponse(text, objectETag), expiresAtMs }
}

/** Returns the expiry in Unix milliseconds; 0: unknown, so the response is not stored. */
async function findExpiry<Context extends ContextBase>({ route, context }: Call<Context>) {
  return (await route.http.cache?.until?.(context)) ?? 0
}
