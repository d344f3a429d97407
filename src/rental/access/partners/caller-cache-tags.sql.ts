import { LRUCache } from 'lru-cache'
import {
  currentVersions,
  type TagVersions,
  type VersionedLookup,
} from '../../../platform/db/cache-tags/read-versions.ts'
import { TagVersionCache } from '../../../platform/db/cache-tags/tag-version-cache.ts'
import type { Run } from '../../../platform/db/statements.ts'
import type { CacheLookups } from '../../../platform/rest/auth/authenticate-hook.ts'
import type { Caller } from '../agencies/caller.ts'

/**
 * Access of callers to the response cache: the tag versions, and the cache keys that they share.
 */
export class CallerCacheTags {
  readonly #versionsByTag = new TagVersionCache()
  readonly #sharedKeys = new SharedCacheKeys()

  /** @param tagVersions tag versions read during authentication, the default of `versionsByTag` */
  lookups(lookup: VersionedLookup, caller: Caller, tagVersions: TagVersions): CacheLookups {
    const readCurrent = () => currentVersions(lookup, tagVersions)
    return {
      versionsByTag: (versions = tagVersions) => this.#versionsByTag.get(lookup, versions),
      sharedCacheKey: () => this.#sharedKeys.find(lookup.run, caller, tagVersions),
      isUnchanged: async () => (await readCurrent())?.all === tagVersions.all,
      currentVersions: readCurrent,
    }
  }
}

/**
 * Cache key parts that partners with equal grants share. Grants are covered by the tag versions of
 * the agency, so a change invalidates them.
 */
class SharedCacheKeys {
  readonly #cached = new LRUCache<string, { all: string; keyPart: string | null }>({ max: 10_000 })

  /**
   * Returns the same key part for all partners with equal grants. Null if responses cannot be
   * shared, because a grant hides guest data except on leads that the partner created itself.
   */
  async find(run: Run, caller: Caller, { agencyUid, all }: TagVersions): Promise<string | null> {
    if (caller.kind !== 'partner' || agencyUid === null) return null
    const key = `${agencyUid} ${caller.partnerUid}`
    const cached = this.#cached.get(key)
    if (cached?.all === all) return cached.keyPart
    const [row] = await run(grantsStatement, [agencyUid, caller.partnerUid])
    const [digest, seesGuests] = row as [string | null, boolean | null]
    const keyPart = seesGuests ? `partners ${agencyUid} ${digest}` : null
    this.#cached.set(key, { all, keyPart })
    return keyPart
  }
}

const grantsStatement = {
  name: 'shared_grants',
  text: `select encode(sha256(convert_to(string_agg(
      g.object_uid || ' ' || g.object_type || ' ' || g.access, ',' order by g.object_uid), 'UTF8')),
      'hex'), bool_and(g.personal_data)
    from grants g where g.agency_uid = $1 and g.partner_uid = $2`,
}
