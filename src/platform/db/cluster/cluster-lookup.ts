import { allTag, insertVersionsSql, newVersion, tenantTag } from '../cache-tags/bump-versions.ts'
import type { ReadRuns, VersionedLookup } from '../cache-tags/read-versions.ts'

/**
 * Opens the lookup of a cluster, where versions are stored with the rows of their agency. They are
 * read at the same time as credentials, on connections for reads, so that a slow node does not
 * delay other agencies.
 */
export function clusterLookup({ run, readNow }: ReadRuns): VersionedLookup {
  const readVersions = async (agencyUid: string): Promise<string | null> => {
    const rows = (await readNow(versionsStatement, [agencyUid])) as [string, string][]
    const versions = new Map(rows)
    const [anyTag, all] = [versions.get(allTag), versions.get(tenantTag)]
    return anyTag === undefined || all === undefined ? null : `${anyTag} ${all}`
  }
  return {
    run,
    isAtomic: false,
    hasVersions: true,
    async find({ bare }, values, agency) {
      if (typeof agency === 'string') {
        const [rows, versions] = await Promise.all([run(bare, values), readVersions(agency)])
        return rows.map(row => row.with(-1, versions))
      }
      const rows = await run(bare, values)
      const agencies = rows.map(agency)
      const versions = await Promise.all(
        agencies.map(uid => (uid === null ? null : readVersions(uid))),
      )
      return rows.map((row, i) => row.with(-1, versions[i]))
    },
    readVersions,
    readTagVersions: readNow,
    async restore(agencyUids) {
      for (const agencyUid of agencyUids) {
        await run(restoreStatement, [agencyUid, tenantTag, newVersion(), allTag, newVersion()])
      }
    },
  }
}

/** Reads one table of one agency, the fastest query on a cluster. */
const versionsStatement = {
  name: 'versions_apart',
  text: `select tag_uid, version::text from cache_tag_versions
    where agency_uid = $1 and tag_uid in ('${tenantTag}', '${allTag}')`,
}

const restoreStatement = {
  name: 'restore_versions_apart',
  text: `${insertVersionsSql(2)} on conflict (agency_uid, tag_uid) do nothing`,
}
