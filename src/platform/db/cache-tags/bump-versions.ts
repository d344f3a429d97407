/**
 * Bumps the cache versions of the agencies that a transaction writes for. Every transaction that
 * writes to a table with cached responses does so: docs/decisions/0038-response-cache.md.
 */
import { collectUuids } from './collect-uuids.ts'
import { currentInvalidation } from './invalidate.ts'
import { parseWrites } from './written-tables.ts'

/** Tag of all responses of an agency. With the same uid as agency: of all in the database. */
export const tenantTag = '00000000-0000-0000-0000-000000000000'

/** Tag that is bumped with every tag but {@link tenantTag}, for responses about many objects. */
export const allTag = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Tables by their effect on cached responses. */
export interface CachedTables {
  /** Tables that no cached response depends on. */
  none: ReadonlySet<string>
  /** Exceptions among them: tables whose updates, and only these, invalidate responses. */
  updated: ReadonlySet<string>
  /** Tables that only responses about a whole agency depend on. */
  wide: ReadonlySet<string>
  /** Tags of tables that have their own tag, by table. */
  ownTags: ReadonlyMap<string, string>
}

/** Statement that begins a transaction whose caller bumps the versions itself. */
export const beginUnversioned = 'begin /* unmarked */'

/** Comment in the SQL of statements without an agency. */
const everyTenantMark = '/* every tenant */'

/** Maximum number of uuids, and of writes without a known agency, to look agencies up for. */
const agencyUuidsMax = 1_000
const unknownWritesMax = 10

/** State shared by all connections of a process. */
export class VersionedDatabase {
  readonly tables: CachedTables
  /** Uids that are known to be agencies. */
  readonly agencies = new Set<string>()
  /** True: bumps versions by one statement per agency. */
  readonly bumpsPerAgency: boolean
  /** Tables that all agencies share in a cluster. */
  readonly #shared: ReadonlySet<string>

  constructor(tables: CachedTables, perAgency = false, shared: ReadonlySet<string> = new Set()) {
    this.tables = tables
    this.bumpsPerAgency = perAgency
    this.#shared = shared
  }

  /** Returns whether a statement writes rows of a single agency only. */
  concernsOneAgency(text: string): boolean {
    if (text.includes(everyTenantMark)) return false
    return !parseWrites(text).writes.some(table => this.#shared.has(table))
  }

  /** Lists the written tables of a statement that cached responses depend on. */
  listCachedTables(text: string): string[] {
    const { writes, updates } = parseWrites(text)
    const { none, updated } = this.tables
    const isUpdateCached = (table: string) => updated.has(table) && updates.includes(table)
    return writes.filter(table => !none.has(table) || isUpdateCached(table))
  }
}

/** Writes of one connection in its open transaction. */
export class VersionBumper {
  readonly #database: VersionedDatabase
  readonly #uuids = new Set<string>()
  /** Uuids of each write that names no known agency. */
  readonly #unknownWrites: string[][] = []
  /** Uuids of each write to a table that responses about single tags depend on. */
  readonly #taggedWrites: NamedUuids[] = []
  /** Tags of written tables that have their own tag. */
  readonly #ownTags = new Set<string>()
  /** Uuids that may be agencies. They are looked up before the commit. */
  readonly #candidates = new Set<string>()
  /** Uuids that were looked up in the table of agencies. */
  readonly #lookedUp = new Set<string>()
  #bumpsEverything = false
  #hasWritten = false

  constructor(database: VersionedDatabase) {
    this.#database = database
  }

  affectsCache(text: string): boolean {
    return this.#database.listCachedTables(text).length > 0
  }

  /**
   * Records a statement for which {@link affectsCache} is true, after it has run.
   *
   * @param values its parameters, one of which is the uid of the agency
   * @param rowCount number of rows that it reports as written; undefined: unknown
   */
  record(text: string, values: readonly unknown[], rowCount: number | undefined): void {
    if (rowCount === 0 && parseWrites(text).reportsRowCount) return
    this.#hasWritten = true
    const uuids = collectUuids(values)
    for (const uuid of uuids) this.#uuids.add(uuid)
    const { agencies, bumpsPerAgency, tables } = this.#database
    const writtenTables = this.#database.listCachedTables(text)
    const ownTags = writtenTables.flatMap(table => tables.ownTags.get(table) ?? [])
    for (const tag of ownTags) this.#ownTags.add(tag)
    if (writtenTables.some(table => !tables.wide.has(table))) {
      this.#taggedWrites.push({ uuids, lists: values.filter(Array.isArray).map(collectUuids) })
    }
    if (![...uuids].some(uuid => agencies.has(uuid))) this.#unknownWrites.push([...uuids])
    const exceedsLookup =
      this.#uuids.size > agencyUuidsMax || this.#unknownWrites.length > unknownWritesMax
    // With a bump per agency, agencies were looked up before, by separate statements.
    if ((exceedsLookup && !bumpsPerAgency) || uuids.size === 0 || text.includes(everyTenantMark)) {
      this.#bumpsEverything = true
    }
  }

  /** Collects values that may be agencies, and returns those to look up before the commit. */
  takeCandidates(text: string, values: readonly unknown[]): string[] {
    if (!this.#database.bumpsPerAgency) return []
    const uuids = collectUuids(values)
    const { agencies } = this.#database
    const hasAgency = [...uuids].some(uuid => agencies.has(uuid))
    // Other statements may also write for agencies that are not known yet.
    if (hasAgency && this.#database.concernsOneAgency(text)) return []
    for (const uuid of uuids) this.#candidates.add(uuid)
    return this.listCandidates().filter(uuid => uuids.has(uuid))
  }

  /** Lists the uuids of the transaction that may be agencies and have not been looked up. */
  listCandidates(): string[] {
    const { agencies } = this.#database
    return [...this.#candidates].filter(uuid => !agencies.has(uuid) && !this.#lookedUp.has(uuid))
  }

  /** Records the result of {@link findAgenciesSql} for some uuids. */
  recordLookup(uuids: readonly string[], agencyUids: readonly string[]): void {
    for (const uuid of uuids) this.#lookedUp.add(uuid)
    this.addAgencies(agencyUids)
  }

  /** Returns the bump statements to run before the commit, and resets the state. */
  takeBumps(): BumpStatement[] {
    if (this.#database.bumpsPerAgency) return this.#takeBumpsPerAgency()
    const bump = this.takeSingleBump()
    return bump === null ? [] : [bump]
  }

  /** Returns one bump statement per agency, which runs on the agency's node. */
  #takeBumpsPerAgency(): BumpStatement[] {
    const { agencies } = this.#database
    const namesNoAgency = (uuids: string[]) => !uuids.some(uuid => agencies.has(uuid))
    const agencyUids = [...this.#uuids].filter(uuid => agencies.has(uuid)).sort()
    const bumpsEverything = this.#bumpsEverything || this.#unknownWrites.some(namesNoAgency)
    const agencyTags = agencyUids.length === 1 ? this.#listTags(agencyUids) : null
    // Agencies and tags are sorted: transactions that lock their rows in one order cannot deadlock.
    const tags = (agencyTags ?? [tenantTag]).toSorted()
    const isNeeded = this.#hasWritten
    this.clear()
    if (!isNeeded) return []
    if (bumpsEverything) return [{ text: bumpEverywhereSql, values: [] }]
    return agencyUids.map(agency => ({
      text: `${insertVersionsSql(tags.length)} ${upsertSql}`,
      values: [agency, ...tags.flatMap(tag => [tag, newVersion()])],
    }))
  }

  /** Returns one bump statement to run before the commit, if needed, and resets the state. */
  takeSingleBump(): BumpStatement | null {
    const declaredAgency = currentInvalidation()?.agencyUid ?? ''
    // A write that names the declared agency is about a known one.
    const lacksDeclaredAgency = (uuids: string[]) => !uuids.includes(declaredAgency)
    const [uuids, unknownWrites] = this.#bumpsEverything
      ? [[], []]
      : [[...this.#uuids], this.#unknownWrites.filter(lacksDeclaredAgency)]
    const areAgenciesKnown = uuids.length > 0 && unknownWrites.length === 0
    const tags = areAgenciesKnown ? this.#listTags(uuids) : null
    const bump = areAgenciesKnown
      ? { text: bumpKnownSql, values: [uuids, tags ?? [tenantTag]] }
      : { text: bumpVersionsSql(uuids, unknownWrites), values: [] }
    const isNeeded = this.#hasWritten
    this.clear()
    return isNeeded ? bump : null
  }

  /** Lists the invalidated tags if every write was about their objects; null otherwise. */
  #listTags(uuids: string[]): string[] | null {
    const invalidation = currentInvalidation()
    const { agencies } = this.#database
    const isAgency = (uuid: string) => agencies.has(uuid) || uuid === invalidation?.agencyUid
    const [agency, ...otherAgencies] = uuids.filter(isAgency)
    if (otherAgencies.length > 0) return null
    const commonTags = [...this.#ownTags, allTag]
    if (this.#taggedWrites.length === 0) return commonTags
    if (invalidation?.agencyUid !== agency) return null
    // Every write names an agency. So it is set, and so is the invalidation that names it.
    const { objects, tags } = invalidation!
    // A list with declared and other objects may change responses that other tags belong to.
    const isAllOrNone = (list: ReadonlySet<string>) =>
      list.isDisjointFrom(objects) || list.isSubsetOf(objects)
    const concernsObjects = ({ uuids, lists }: NamedUuids) =>
      !uuids.isDisjointFrom(objects) && lists.every(isAllOrNone)
    return this.#taggedWrites.every(concernsObjects) ? [...tags, ...commonTags] : null
  }

  /** Records agencies that a lookup, or the statement of {@link takeSingleBump}, has returned. */
  addAgencies(agencyUids: readonly string[]): void {
    for (const uid of agencyUids) this.#database.agencies.add(uid)
  }

  /** Discards the state after a rollback. */
  clear(): void {
    this.#uuids.clear()
    this.#unknownWrites.length = 0
    this.#taggedWrites.length = 0
    this.#ownTags.clear()
    this.#candidates.clear()
    this.#lookedUp.clear()
    this.#bumpsEverything = false
    this.#hasWritten = false
  }
}

/** Uuids among the values of a statement, and the uuids of each list among these values. */
interface NamedUuids {
  uuids: ReadonlySet<string>
  lists: ReadonlySet<string>[]
}

export interface BumpStatement {
  text: string
  values: unknown[]
}

const randomSql = `floor(random() * 9007199254740991)::bigint`
const insertGlobalSql = `insert into cache_tag_versions (agency_uid, tag_uid, version)
    select '${tenantTag}'::uuid, '${tenantTag}'::uuid, ${randomSql}`
const upsertSql = `on conflict (agency_uid, tag_uid) do update set version = excluded.version`

/**
 * Returns the statement that bumps the versions of the agencies among some uuids, and returns these
 * agencies. If a write names no agency, its tenant is unknown: all responses of the database are
 * invalidated. Missing rows, as after a restore, are inserted.
 *
 * @param unknownWrites uuids of each write that may name no agency
 */
export function bumpVersionsSql(uuids: readonly string[], unknownWrites: string[][] = []): string {
  if (uuids.length === 0) return `${insertGlobalSql} ${upsertSql}`
  const isAmong = (uids: readonly string[]) =>
    `a.agency_uid in (${uids.map(uid => `'${uid}'`).join(', ')})`
  const unknownConditions = unknownWrites.map(
    uids => `or not exists (select 1 from agencies a where ${isAmong(uids)})`,
  )
  return bumpSql(isAmong(uuids), unknownConditions.join(' '))
}

/**
 * @param condition condition of the agencies `a`
 * @param orAll further conditions, each preceded by `or`, that invalidate all responses
 * @param tags select of the tags to bump
 */
function bumpSql(condition: string, orAll = '', tags = `select '${tenantTag}'::uuid`): string {
  return `with bumped as (
      insert into cache_tag_versions (agency_uid, tag_uid, version)
      select a.agency_uid, s.tag_uid, ${randomSql} from agencies a
      cross join (${tags}) s (tag_uid)
      where ${condition} order by a.agency_uid, s.tag_uid ${upsertSql} returning agency_uid),
    everywhere as (
      ${insertGlobalSql} where not exists (select 1 from bumped) ${orAll} ${upsertSql})
    select agency_uid from bumped`
}

/** Returns a random version, which practically never repeats. */
export const newVersion = () => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)

/** Inserts versions of one agency. Parameters: its uid, then tag and version of each. */
export function insertVersionsSql(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => {
    return `($1::uuid, $${2 * i + 2}::uuid, $${2 * i + 3}::bigint)`
  })
  return `insert into cache_tag_versions (agency_uid, tag_uid, version) values ${rows.join(', ')}`
}

export const findAgenciesSql = 'select agency_uid from agencies where agency_uid = any($1::uuid[])'

/** Invalidates all responses where agencies have no common version to bump. */
export const bumpEverywhereSql = `/* every tenant */
  insert into cache_tag_versions (agency_uid, tag_uid, version)
  select agency_uid, '${tenantTag}'::uuid, ${randomSql} from agencies order by 1 ${upsertSql}`

/** Statement for writes that all name an agency: one text, whose plan is cached. */
const bumpKnownSql = bumpSql('a.agency_uid = any($1::uuid[])', '', 'select unnest($2::uuid[])')
