import { LRUCache } from 'lru-cache'
import { SingleFlight } from '../../concurrency/single-flight.ts'
import type { Run } from '../statements.ts'
import { allTag, tenantTag } from './bump-versions.ts'
import type { TagVersions, VersionedLookup } from './read-versions.ts'

/** Versions of the tags of an agency, read together. */
export interface VersionsByTag {
  /** Version that is bumped with every tag. */
  anyTag: string
  /** Versions by tag; null: too many to compare one by one. */
  versions: ReadonlyMap<string, string> | null
}

const tagsMax = 2_000
/** Maximum number of cached versions, about 200 bytes each. */
const versionsMax = 50_000

/**
 * Cache of tag versions. All versions of an agency are read together, and again only after one of
 * them was bumped, which the version read by every request shows.
 */
export class TagVersionCache {
  readonly #reads = new SingleFlight()
  readonly #cache = new LRUCache<string, VersionsByTag>({
    maxSize: versionsMax,
    sizeCalculation: ({ versions }) => (versions?.size ?? 0) + 1,
  })

  /**
   * Returns the tag versions, at least as new as the versions that were read when the caller was
   * authenticated; null: there are none.
   */
  async get(
    { readTagVersions }: VersionedLookup,
    { agencyUid, anyTag }: TagVersions,
  ): Promise<VersionsByTag | null> {
    if (agencyUid === null) return null
    const cached = this.#cache.get(agencyUid)
    if (cached?.anyTag === anyTag) return cached
    return this.#reads.read(agencyUid, () => this.#read(readTagVersions, agencyUid))
  }

  async #read(run: Run, agencyUid: string): Promise<VersionsByTag | null> {
    const [row] = (await run(tagVersionsStatement, [agencyUid])) as [[string | null]]
    const entries = row[0]?.split(',') ?? []
    const versions = new Map(
      entries.map(entry => [entry.slice(0, uidLength), entry.slice(uidLength)]),
    )
    const anyTag = versions.get(allTag)
    if (anyTag === undefined) return null
    versions.delete(allTag)
    const versionsByTag = { anyTag, versions: versions.size > tagsMax ? null : versions }
    this.#cache.set(agencyUid, versionsByTag)
    return versionsByTag
  }
}

/** Returns the versions of a response about a whole agency, as one text. */
export function tenantVersionsText({ anyTag, all }: TagVersions): string {
  return `${anyTag} ${all}`
}

/** Returns the versions of a response about some tags, as one text; null: they are unknown. */
export function tagVersionsText(
  { all }: TagVersions,
  versionsByTag: VersionsByTag | null,
  tags: readonly string[],
): string | null {
  const versions = versionsByTag?.versions ?? null
  return versions === null ? null : `${all} of ${tags.map(uid => versions.get(uid) ?? '').join()}`
}

const uidLength = tenantTag.length

/**
 * Query for all versions of an agency as one text: joining rows in the database is faster than
 * reading hundreds.
 */
const tagVersionsStatement = {
  name: 'scope_marks',
  // `allTag` sorts first, so that the limit never drops it. One tag above the maximum shows that
  // there are too many.
  text: `select string_agg(concat(tag_uid, version), ',') from (
    select m.tag_uid, m.version from cache_tag_versions m
    where m.agency_uid = $1 and m.tag_uid <> '${tenantTag}'
    order by m.tag_uid desc limit ${tagsMax + 2}) s`,
}
