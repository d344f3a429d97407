import type { Database, Row, Run, Statement } from '../database.ts'
import { anyUid, insertMarks, newMark, nilUid } from './marking.ts'

/** The marks of a tenant's agencies as they are at an instant. */
export interface Marks {
  /** Of what all its answers depend on. */
  all: string
  /** Of what changes of single scopes move. */
  some: string
  /** Whose scopes have marks that can be asked for; null: of several. */
  agencyUid: string | null
}

/** A statement whose last column is the cache versions of an agency, and the same without them. */
export interface VersionedStatement {
  whole: Statement
  /** Has null in that column. */
  bare: Statement
}

/** @param text receives a function that returns SQL for the versions of an agency */
export function withVersions(
  name: string,
  text: (versions: (agency: string) => string) => string,
): VersionedStatement {
  const none = () => 'null::text'
  return {
    whole: { name, text: `/* one server */ ${text(versionsSql)}` },
    bare: { name: `${name}_bare`, text: text(none) },
  }
}

/** Returns SQL for the versions of an agency as text; null where one is missing. */
function versionsSql(agency: string): string {
  return `(select y.mark || ' ' || a.mark || ' ' || e.mark from marks a, marks y, marks e
    where a.agency_uid = ${agency} and a.scope_uid = '${nilUid}'
      and y.agency_uid = ${agency} and y.scope_uid = '${anyUid}'
      and e.agency_uid = '${nilUid}' and e.scope_uid = '${nilUid}')`
}

/** Finds credentials together with the cache versions of their agencies. */
export interface Lookup {
  readonly run: Run
  /** Whether rows and versions are of one snapshot. */
  readonly isAtomic: boolean
  /** Whether versions are read at all. */
  readonly hasVersions: boolean
  /**
   * Runs a statement.
   *
   * @param agencyOf the agency of its rows if it is known, or a function that reads it from a row
   */
  find(
    statement: VersionedStatement,
    values: unknown[],
    agencyOf: string | ((row: Row) => string | null),
  ): Promise<Row[]>
  /** Reads the present versions of an agency; null: one is missing. */
  versionsOf(agencyUid: string): Promise<string | null>
  /** Reads the versions of all tags of an agency, as one text. */
  tagVersionsOf: Run
  /** Inserts missing versions, as after a restore of rows alone. */
  restore(agencyUids: readonly string[]): Promise<void>
}

/** Opens the lookup of a process. */
export function openLookup(
  { run, readNow, isCluster }: Pick<Database<never>, 'run' | 'readNow' | 'isCluster'>,
  { isCached }: { isCached: boolean },
): Lookup {
  if (!isCached) return uncachedLookup(run)
  return isCluster ? clusterLookup(run, readNow) : serverLookup(run)
}

/** Without a cache no versions are read. */
function uncachedLookup(run: Run): Lookup {
  return {
    run,
    isAtomic: true,
    hasVersions: false,
    find: ({ bare }, values) => run(bare, values),
    versionsOf: async () => null,
    tagVersionsOf: run,
    restore: async () => {},
  }
}

/** One statement reads both. */
function serverLookup(run: Run): Lookup {
  return {
    run,
    isAtomic: true,
    hasVersions: true,
    find: ({ whole }, values) => run(whole, values),
    versionsOf: async agencyUid => {
      const [row] = await run(versionsStatement, [agencyUid])
      return row![0] as string | null
    },
    tagVersionsOf: run,
    async restore(agencyUids) {
      await run(restoreStatement, [[nilUid, ...agencyUids], nilUid])
      await run(restoreStatement, [agencyUids, anyUid])
    },
  }
}

/**
 * On a cluster versions are stored with the rows of their agency. They are read at the same time as
 * credentials, by connections for reads, so that a slow node does not delay other agencies.
 */
function clusterLookup(run: Run, readNow: Run): Lookup {
  const versionsOf = async (agencyUid: string): Promise<string | null> => {
    const rows = (await readNow(apartStatement, [agencyUid])) as [string, string][]
    const versions = new Map(rows)
    const [some, all] = [versions.get(anyUid), versions.get(nilUid)]
    return some === undefined || all === undefined ? null : `${some} ${all}`
  }
  return {
    run,
    isAtomic: false,
    hasVersions: true,
    async find({ bare }, values, agencyOf) {
      if (typeof agencyOf === 'string') {
        const [rows, versions] = await Promise.all([run(bare, values), versionsOf(agencyOf)])
        return rows.map(row => row.with(-1, versions))
      }
      const rows = await run(bare, values)
      const agencies = rows.map(agencyOf)
      const each = await Promise.all(agencies.map(uid => (uid === null ? null : versionsOf(uid))))
      return rows.map((row, i) => row.with(-1, each[i]))
    },
    versionsOf,
    tagVersionsOf: readNow,
    async restore(agencyUids) {
      for (const agencyUid of agencyUids) {
        await run(restoreApart, [agencyUid, nilUid, newMark(), anyUid, newMark()])
      }
    },
  }
}

const versionsStatement = { name: 'versions_of', text: `select ${versionsSql('$1::uuid')}` }

/** Reads one table of one agency: a cluster plans nothing quicker. */
const apartStatement = {
  name: 'versions_apart',
  text: `select scope_uid, mark::text from marks
    where agency_uid = $1 and scope_uid in ('${nilUid}', '${anyUid}')`,
}

const restoreStatement = {
  name: 'restore_versions',
  text: `
    insert into marks (agency_uid, scope_uid, mark)
    select uid, $2::uuid, floor(random() * 9007199254740991)::bigint
    from unnest($1::uuid[]) uid order by uid
    on conflict (agency_uid, scope_uid) do nothing`,
}

const restoreApart = {
  name: 'restore_versions_apart',
  text: `${insertMarks(2)} on conflict (agency_uid, scope_uid) do nothing`,
}

/** What a query has read of the marks of some agencies; null: one has none. */
export function readMarks(read: { agencyUid: string; marks: string | null }[]): Marks | null {
  const each = read.map(({ marks }) => marks)
  if (!each.every(marks => marks !== null)) return null
  const agencyUid = read.length === 1 ? read[0]!.agencyUid : null
  const some = each.map(marks => marks.slice(0, marks.indexOf(' '))).join()
  return { all: each.map(allOf).join(), some, agencyUid }
}

/** Reads the present marks of an agency; null: one is missing, or it is not one agency. */
export async function marksNow(lookup: Lookup, { agencyUid }: Marks): Promise<Marks | null> {
  if (agencyUid === null) return null
  return readMarks([{ agencyUid, marks: await lookup.versionsOf(agencyUid) }])
}

/** The mark of what all answers depend on, of marks as text. */
export function allOf(marks: string): string {
  return marks.slice(marks.indexOf(' ') + 1)
}
