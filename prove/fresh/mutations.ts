import type { PendingEvents } from '../../src/pending-events/pending-events.ts'
import { ResponseCache } from '../../src/platform/cache/response-cache.ts'
import { newUid } from '../../src/platform/uid.ts'
import type { Mutation } from './options.ts'

const bytes = 67_108_864

/** Opens a response cache, with a mutation if there is one. */
export function openCache(mutation: Mutation | null): ResponseCache {
  if (mutation === 'missing-expiry') return new WithoutExpiry(bytes)
  if (mutation === 'missing-scope') return new WithoutAccessScope(bytes)
  if (mutation === 'stale-versions') return new StaleVersions(bytes)
  if (mutation === 'missing-properties') return new WithoutPropertyVersions(bytes)
  if (mutation === 'merged-partners') return new MergedPartners(bytes)
  return new ResponseCache(bytes)
}

/** Makes each write on leads invalidate another property, with the mutation for that. */
export function mutateWrites(server: { pending: PendingEvents }, mutation: Mutation | null): void {
  if (mutation !== 'wrong-property') return
  const { pending } = server
  const begin = pending.begin.bind(pending)
  pending.begin = () => {
    const events = begin()
    events.listFamily = () => [newUid()]
    return events
  }
}

/** Ignores that responses change by time alone. */
class WithoutExpiry extends ResponseCache {
  override set(...[owner, key, response, validity]: Parameters<ResponseCache['set']>) {
    super.set(owner, key, response, { ...validity, expiresAtMs: Infinity })
  }
}

/** Rewrites cache keys. */
abstract class RewrittenKeys extends ResponseCache {
  abstract rewriteKey(key: string): string

  override getValidity(key: string) {
    return super.getValidity(this.rewriteKey(key))
  }

  override get(...[key, ...rest]: Parameters<ResponseCache['get']>) {
    return super.get(this.rewriteKey(key), ...rest)
  }

  override set(...[owner, key, ...rest]: Parameters<ResponseCache['set']>) {
    super.set(owner, this.rewriteKey(key), ...rest)
  }
}

/** Omits the access scope from the cache key. */
class WithoutAccessScope extends RewrittenKeys {
  override rewriteKey(key: string): string {
    return key.slice(key.indexOf('\n'))
  }
}

/** Uses one access scope for all partners of an agency. */
class MergedPartners extends RewrittenKeys {
  override rewriteKey(key: string): string {
    return key.replace(/^partners? .*/, 'partner')
  }
}

/** Ignores invalidations of single properties. */
class WithoutPropertyVersions extends ResponseCache {
  override get(...[key, versions, nowMs]: Parameters<ResponseCache['get']>) {
    return super.get(key, withoutProperties(versions), nowMs)
  }

  override set(...[owner, key, response, validity]: Parameters<ResponseCache['set']>) {
    const versions = withoutProperties(validity.versions)
    super.set(owner, key, response, { ...validity, versions })
  }
}

/** Removes the tag versions of properties, which follow those of the agency. */
function withoutProperties(versions: string): string {
  return versions.replace(/ of .*/, '')
}

/** Uses the tag versions of the first request for all later ones. */
class StaleVersions extends ResponseCache {
  readonly #firstVersions = new Map<string, string>()

  override get(...[key, versions, nowMs]: Parameters<ResponseCache['get']>) {
    return super.get(key, this.#reuseFirst(key, versions), nowMs)
  }

  override set(...[owner, key, response, validity]: Parameters<ResponseCache['set']>) {
    const versions = this.#reuseFirst(key, validity.versions)
    super.set(owner, key, response, { ...validity, versions })
  }

  #reuseFirst(key: string, versions: string): string {
    const first = this.#firstVersions.get(key) ?? versions
    this.#firstVersions.set(key, first)
    return first
  }
}
