import type { Row, Run, Statement } from '../statements.ts'
import { allTag, tenantTag } from './bump-versions.ts'

/** Cache versions of one or several agencies at one instant. */
export interface TagVersions {
  /** Version that all responses depend on. */
  all: string
  /** Version that is bumped by changes of single tags. */
  anyTag: string
  /** Agency whose tag versions can be read; null: several agencies. */
  agencyUid: string | null
}

/**
 * Statement whose last column has the cache versions of an agency, and a variant without versions.
 */
export interface VersionedStatement {
  versioned: Statement
  /** Has null in the last column. */
  bare: Statement
}

/** @param text receives a function that returns SQL for the versions of an agency */
export function withVersions(
  name: string,
  text: (versions: (agency: string) => string) => string,
): VersionedStatement {
  const noVersions = () => 'null::text'
  return {
    versioned: { name, text: `/* one server */ ${text(versionsSql)}` },
    bare: { name: `${name}_bare`, text: text(noVersions) },
  }
}

/** Returns SQL for the versions of an agency as text; null where one is missing. */
function versionsSql(agency: string): string {
  return `(select y.version || ' ' || a.version || ' ' || e.version
      from cache_tag_versions a, cache_tag_versions y, cache_tag_versions e
    where a.agency_uid = ${agency} and a.tag_uid = '${tenantTag}'
      and y.agency_uid = ${agency} and y.tag_uid = '${allTag}'
      and e.agency_uid = '${tenantTag}' and e.tag_uid = '${tenantTag}')`
}

/** Finds credentials together with the cache versions of their agencies. */
export interface VersionedLookup {
  readonly run: Run
  /** True if rows and versions are of one snapshot. */
  readonly isAtomic: boolean
  /** True if versions are read at all. */
  readonly hasVersions: boolean
  /**
   * Runs a statement.
   *
   * @param agency the agency of its rows if it is known, or a function that reads it from a row
   */
  find(
    statement: VersionedStatement,
    values: unknown[],
    agency: string | ((row: Row) => string | null),
  ): Promise<Row[]>
  /** Reads the current versions of an agency; null: one is missing. */
  readVersions(agencyUid: string): Promise<string | null>
  /** Reads the versions of all tags of an agency, as one text. */
  readTagVersions: Run
  /** Inserts missing versions, as after a restore of rows alone. */
  restore(agencyUids: readonly string[]): Promise<void>
}

/** Functions that run a statement on the primary: on connections for credentials, and for reads. */
export interface ReadRuns {
  run: Run
  readNow: Run
}

export function openLookup(
  database: ReadRuns & { topology: { openLookup(database: ReadRuns): VersionedLookup } },
  { isCached }: { isCached: boolean },
): VersionedLookup {
  return isCached ? database.topology.openLookup(database) : uncachedLookup(database.run)
}

/** Returns a lookup that reads no versions, because the cache is off. */
function uncachedLookup(run: Run): VersionedLookup {
  return {
    run,
    isAtomic: true,
    hasVersions: false,
    find: ({ bare }, values) => run(bare, values),
    readVersions: async () => null,
    readTagVersions: run,
    restore: async () => {},
  }
}

/** Opens a lookup that reads rows and versions by one statement. */
export function serverLookup(run: Run): VersionedLookup {
  return {
    run,
    isAtomic: true,
    hasVersions: true,
    find: ({ versioned }, values) => run(versioned, values),
    readVersions: async agencyUid => {
      const [row] = await run(versionsStatement, [agencyUid])
      return row![0] as string | null
    },
    readTagVersions: run,
    async restore(agencyUids) {
      await run(restoreStatement, [[tenantTag, ...agencyUids], tenantTag])
      await run(restoreStatement, [agencyUids, allTag])
    },
  }
}

const versionsStatement = { name: 'versions_of', text: `select ${versionsSql('$1::uuid')}` }

const restoreStatement = {
  name: 'restore_versions',
  text: `
    insert into cache_tag_versions (agency_uid, tag_uid, version)
    select uid, $2::uuid, floor(random() * 9007199254740991)::bigint
    from unnest($1::uuid[]) uid order by uid
    on conflict (agency_uid, tag_uid) do nothing`,
}

/** Combines the cache versions of some agencies; null: one has none. */
export function parseVersions(
  rows: { agencyUid: string; versions: string | null }[],
): TagVersions | null {
  const texts = rows.map(({ versions }) => versions)
  if (!texts.every(versions => versions !== null)) return null
  const agencyUid = rows.length === 1 ? rows[0]!.agencyUid : null
  const anyTag = texts.map(versions => versions.slice(0, versions.indexOf(' '))).join()
  return { all: texts.map(commonVersions).join(), anyTag, agencyUid }
}

/** Reads the current versions of an agency; null: one is missing, or there are several agencies. */
export async function currentVersions(
  lookup: VersionedLookup,
  { agencyUid }: TagVersions,
): Promise<TagVersions | null> {
  if (agencyUid === null) return null
  return parseVersions([{ agencyUid, versions: await lookup.readVersions(agencyUid) }])
}

/** Extracts the versions that all responses depend on from versions as text. */
export function commonVersions(versions: string): string {
  return versions.slice(versions.indexOf(' ') + 1)
}
