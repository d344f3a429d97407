import { LRUCache } from 'lru-cache'
import { CredentialCache } from '../../../platform/cache/credential-cache.ts'
import { SingleFlight } from '../../../platform/concurrency/single-flight.ts'
import { WindowCounter } from '../../../platform/limits/window-counter.ts'
import type { AuthenticationResult } from '../../../platform/rest/auth/authenticate-hook.ts'
import { CredentialLookups } from '../../../platform/rest/auth/credential-lookups.ts'
import type { StoredKey } from '../agencies/find-key.sql.ts'
import type { StoredToken } from '../partners/access-tokens.ts'
import { CallerCacheTags } from '../partners/caller-cache-tags.sql.ts'

/** Recently authenticated credentials of a process, cached to save reads and writes. */
export class RecentCredentials {
  /** Uses of each credential in the current hour. Only the first is recorded. */
  readonly uses = new WindowCounter({ windowMs: 3_600_000, keysMax: 10_000 })
  /** Attempts with expired or revoked keys. One per key and minute is recorded. */
  readonly rejectedKeys = new WindowCounter({ windowMs: 60_000, keysMax: 10_000 })
  /** Agency of each key by its hash, and of each token by its uid. It never changes. */
  readonly agencyByCredential = new LRUCache<string, string>({ max: 10_000 })
  readonly keys = new CredentialCache<StoredKey>()
  readonly tokens = new CredentialCache<StoredToken>()
  readonly cacheTags = new CallerCacheTags()
  /** Agency keys by hash, as of their last authentication. */
  readonly authenticatedKeys = new LRUCache<
    string,
    { key: StoredKey; result: AuthenticationResult }
  >({
    max: 10_000,
  })
  /** Single-flight of lookups for concurrent requests with the same credential. */
  readonly singleFlight = new SingleFlight()
  readonly lookups = new CredentialLookups()
}
