import { FragmentCache } from '../../cache/fragment-cache.ts'
import type { CacheSlot, Loaded } from '../../cache/response-cache.ts'
import { cachedResponse } from '../../cache/send-cached.ts'
import type { Clock } from '../../clock.ts'
import { JsonText } from '../json-text.ts'
import { Reply } from '../route.ts'
import type { Call, ContextBase } from './call.ts'

/** A read whose response may be cached. */
export interface CachedRead<Context extends ContextBase> {
  slot: CacheSlot
  /** The call with a clock that notes whether the handler reads it. */
  call: Call<Context>
  readsClock(): boolean
}

/** Opens the cache slot of a call; null: its response is not cached, see `cache` of a route. */
export async function openCachedRead<Context extends ContextBase>(
  call: Call<Context>,
): Promise<CachedRead<Context> | null> {
  const { route, scope, request, context } = call
  if (!route.http.cache) return null
  const now = context.clock.now()
  const tags = route.http.cache.tagsOf?.(request as never) ?? null
  const slot = await scope.cache.slotFor(request, { now, hasETag: true, tags })
  if (!slot) return null
  let readsClock = false
  const clock: Clock = {
    now() {
      readsClock = true
      return now
    },
  }
  const fragments = new FragmentCache(scope.cache, slot, request.admission)
  const watched = { ...call, context: { ...context, clock, fragments } }
  return { slot, call: watched, readsClock: () => readsClock }
}

/** Returns the response of a handler as it is cached; null: it cannot be. */
export async function loadedOf<Context extends ContextBase>(
  { call, readsClock }: CachedRead<Context>,
  reply: Reply,
): Promise<Loaded | null> {
  const { status, body, headers } = reply
  if (status !== 200 || body === undefined || reply.constructor !== Reply) return null
  const { etag, ...others } = headers
  if (Object.keys(others).length > 0) return null
  const given = body instanceof JsonText ? body.changesMs : null
  const untilMs = given ?? (readsClock() ? await untilOf(call) : Infinity)
  const text = call.reply.code(status).serialize(body) as string | Buffer
  return { response: cachedResponse(text, String(etag ?? '').replaceAll('"', '')), untilMs }
}

async function untilOf<Context extends ContextBase>({ route, context }: Call<Context>) {
  return (await route.http.cache?.until?.(context)) ?? 0
}
