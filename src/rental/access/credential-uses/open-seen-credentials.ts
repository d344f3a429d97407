import { LRUCache } from 'lru-cache'
import { CredentialCache } from '../../../platform/cache/credential-cache.ts'
import { SharedReads } from '../../../platform/concurrency/shared-reads.ts'
import { RecentCounts } from '../../../platform/limits/recent-counts.ts'
import { CredentialLookups } from '../../../platform/rest/limits/credential-lookups.ts'
import type { KnownKey } from '../agencies/find-key.sql.ts'
import type { KnownToken } from '../partners/access-tokens.ts'
import { Places } from '../partners/places.sql.ts'

/** Credentials that a process has authenticated lately, so that it reads and writes less. */
export class SeenCredentials {
  /** Uses of a credential in an hour, of which the first is recorded. */
  readonly uses = new RecentCounts({ windowMs: 3_600_000, keysMax: 10_000 })
  /** Attempts with expired or revoked keys. */
  readonly ended = new RecentCounts({ windowMs: 60_000, keysMax: 10_000 })
  /** Agencies of keys by their hashes, and of tokens by their uids: they never change. */
  readonly agencies = new LRUCache<string, string>({ max: 10_000 })
  readonly keys = new CredentialCache<KnownKey>()
  readonly tokens = new CredentialCache<KnownToken>()
  readonly places = new Places()
  /** Lookups that are running, shared by requests with the same credential. */
  readonly reads = new SharedReads()
  readonly lookups = new CredentialLookups()
}
