/**
 * How every transaction that writes on what answers show moves the marks of its agencies, whoever
 * writes it: docs/decisions/0038-response-cache.md.
 */
import { touchedNow } from './touched.ts'
import { readingOf } from './written-tables.ts'

/** The scope of all of an agency, and the agency of what cannot be told whose it is. */
export const nilUid = '00000000-0000-0000-0000-000000000000'

/** The scope that moves with every other one but {@link nilUid}, for answers about many. */
export const anyUid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** What kept answers show of tables. */
export interface ShownTables {
  /** Those that no kept answer shows anything of. */
  none: ReadonlySet<string>
  /** Those of these of which they hang on updates all the same. */
  updated: ReadonlySet<string>
  /** Those that no answer about single scopes shows anything of. */
  wide: ReadonlySet<string>
  /** By their names the scopes of those of them whose writes answers tell apart. */
  apart: ReadonlyMap<string, string>
}

/** Begins a transaction whose writer sees to the marks itself. */
export const beginUnmarked = 'begin /* unmarked */'

/** More uuids than that are not looked through for agencies, nor more statements. */
const uuidsMax = 1_000
const unknownMax = 10

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What all connections of a process know. */
export class MarkedDatabase {
  readonly tables: ShownTables
  /** Uuids that were seen to be those of agencies. */
  readonly agencies = new Set<string>()
  /** Whether marks lie on several nodes, each with the rows of its agency. */
  isSpread = false
  /** Tables that are of no agency alone where others lie with the rows of theirs. */
  readonly #shared: ReadonlySet<string>

  constructor(tables: ShownTables, shared: ReadonlySet<string> = new Set()) {
    this.tables = tables
    this.#shared = shared
  }

  /** Whether a statement is of one agency, so that it need not be asked which else it names. */
  isOfOne(text: string): boolean {
    if (text.includes('/* every tenant */')) return false
    return !readingOf(text).writes.some(table => this.#shared.has(table))
  }

  /** The tables that a statement writes as answers show it. */
  shownOf(text: string): string[] {
    const { writes, updates } = readingOf(text)
    const { none, updated } = this.tables
    const isUpdated = (table: string) => updated.has(table) && updates.includes(table)
    return writes.filter(table => !none.has(table) || isUpdated(table))
  }
}

/** What one connection has written in the transaction that it has open. */
export class Marking {
  readonly #database: MarkedDatabase
  readonly #uuids = new Set<string>()
  /** The uuids of statements of which it is not known which agency they name. */
  readonly #unknown: string[][] = []
  /** What statements name that write what an answer about single scopes shows. */
  readonly #narrow: Named[] = []
  /** The scopes of tables that have one. */
  readonly #apart = new Set<string>()
  /** Those of which it has to be known whether they are agencies, where that is asked. */
  readonly #open = new Set<string>()
  /** Those of the transaction that were looked for among the agencies. */
  readonly #sorted = new Set<string>()
  #isEverywhere = false
  #hasWritten = false

  constructor(database: MarkedDatabase) {
    this.#database = database
  }

  /** Whether a statement may change what an answer shows. */
  concerns(text: string): boolean {
    return this.#database.shownOf(text).length > 0
  }

  /**
   * Notes a statement that {@link concerns} answers, once it has run.
   *
   * @param values of its parameters, one of which names the agency
   * @param rows that it says to have written; undefined: it does not say
   */
  note(text: string, values: readonly unknown[], rows: number | undefined): void {
    if (rows === 0 && readingOf(text).tellsRows) return
    this.#hasWritten = true
    const uuids = uuidsOf(values)
    for (const uuid of uuids) this.#uuids.add(uuid)
    const { agencies, isSpread, tables } = this.#database
    const shown = this.#database.shownOf(text)
    for (const scope of shown.flatMap(one => tables.apart.get(one) ?? [])) this.#apart.add(scope)
    if (shown.some(table => !tables.wide.has(table))) {
      this.#narrow.push({ uuids, lists: values.filter(Array.isArray).map(uuidsOf) })
    }
    if (![...uuids].some(uuid => agencies.has(uuid))) this.#unknown.push([...uuids])
    const isFull = this.#uuids.size > uuidsMax || this.#unknown.length > unknownMax
    if ((isFull && !isSpread) || uuids.size === 0 || text.includes('/* every tenant */')) {
      this.#isEverywhere = true
    }
  }

  /**
   * Those of a statement's values of which it is not known whether they are agencies, where that
   * has to be known before marks are moved. Where one is known to be, a statement of one agency
   * has no other.
   */
  unsorted(text: string, values: readonly unknown[]): string[] {
    if (!this.#database.isSpread) return []
    const uuids = uuidsOf(values)
    const { agencies } = this.#database
    const isKnown = [...uuids].some(uuid => agencies.has(uuid)) && this.#database.isOfOne(text)
    if (isKnown) return []
    for (const uuid of uuids) this.#open.add(uuid)
    return this.stillUnsorted().filter(uuid => uuids.has(uuid))
  }

  /** Those of all of the transaction. */
  stillUnsorted(): string[] {
    const { agencies } = this.#database
    return [...this.#open].filter(uuid => !agencies.has(uuid) && !this.#sorted.has(uuid))
  }

  /** Takes what {@link agenciesAmong} has answered about some uuids. */
  sort(uuids: readonly string[], agencyUids: readonly string[]): void {
    for (const uuid of uuids) this.#sorted.add(uuid)
    this.advanced(agencyUids)
  }

  /**
   * What the transaction has to run before it commits, where marks lie with the rows of their
   * agency: a statement for each, of none that may lie on another node. It then begins anew.
   */
  takeSpread(): Advance[] {
    const { agencies } = this.#database
    const isOfNone = (uuids: string[]) => !uuids.some(uuid => agencies.has(uuid))
    const touched = [...this.#uuids].filter(uuid => agencies.has(uuid)).sort()
    const isEverywhere = this.#isEverywhere || this.#unknown.some(isOfNone)
    const ofOne = touched.length === 1 ? this.#scopes(touched) : null
    const scopes = (ofOne ?? [nilUid]).toSorted()
    const isNeeded = this.#hasWritten
    this.clear()
    if (!isNeeded) return []
    if (isEverywhere) return [{ text: spreadEverywhere, values: [] }]
    return touched.map(agency => ({
      text: `${insertMarks(scopes.length)} ${moved}`,
      values: [agency, ...scopes.flatMap(scope => [scope, newMark()])],
    }))
  }

  /** What the transaction has to run before it commits; null: nothing. It then begins anew. */
  takeAdvance(): Advance | null {
    const said = touchedNow()?.agencyUid ?? ''
    const isUnknown = (uuids: string[]) => !uuids.includes(said)
    const [uuids, unknown] = this.#isEverywhere
      ? [[], []]
      : [[...this.#uuids], this.#unknown.filter(isUnknown)]
    const isKnown = uuids.length > 0 && unknown.length === 0
    const scopes = isKnown ? this.#scopes(uuids) : null
    const advance = isKnown
      ? { text: knownAdvance, values: [uuids, scopes ?? [nilUid]] }
      : { text: advanceSql(uuids, unknown), values: [] }
    const isNeeded = this.#hasWritten
    this.clear()
    return isNeeded ? advance : null
  }

  /** The scopes that were touched, where each statement was about what is in them; else null. */
  #scopes(uuids: string[]): string[] | null {
    const touched = touchedNow()
    const { agencies } = this.#database
    const isAgency = (uuid: string) => agencies.has(uuid) || uuid === touched?.agencyUid
    const [agency, ...others] = uuids.filter(isAgency)
    if (others.length > 0) return null
    const common = [...this.#apart, anyUid]
    if (this.#narrow.length === 0) return common
    if (touched?.agencyUid !== agency) return null
    const { things, scopes } = touched!
    const isTold = (list: ReadonlySet<string>) =>
      list.isDisjointFrom(things) || list.isSubsetOf(things)
    const isAbout = ({ uuids, lists }: Named) =>
      !uuids.isDisjointFrom(things) && lists.every(isTold)
    return this.#narrow.every(isAbout) ? [...scopes, ...common] : null
  }

  /** Takes the first column of what the statement of {@link takeAdvance} has answered. */
  advanced(agencyUids: readonly string[]): void {
    for (const uid of agencyUids) this.#database.agencies.add(uid)
  }

  /** Forgets what was rolled back. */
  clear(): void {
    this.#uuids.clear()
    this.#unknown.length = 0
    this.#narrow.length = 0
    this.#apart.clear()
    this.#open.clear()
    this.#sorted.clear()
    this.#isEverywhere = false
    this.#hasWritten = false
  }
}

/** The uuids among the values of a statement, and those of each value that is a list. */
interface Named {
  uuids: ReadonlySet<string>
  lists: ReadonlySet<string>[]
}

function uuidsOf(value: unknown): Set<string> {
  const uuids = new Set<string>()
  collect(value, uuids)
  return uuids
}

function collect(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, into)
  } else if (typeof value === 'string' && value.length === 36 && uuidPattern.test(value)) {
    into.add(value.toLowerCase())
  }
}

/** A statement that moves marks; without values it is of its own kind. */
export interface Advance {
  text: string
  values: unknown[]
}

const another = `floor(random() * 9007199254740991)::bigint`
const everywhere = `insert into marks (agency_uid, scope_uid, mark)
    select '${nilUid}'::uuid, '${nilUid}'::uuid, ${another}`
const moved = `on conflict (agency_uid, scope_uid) do update set mark = excluded.mark`

/**
 * The statement that gives other marks to the agencies among some uuids, and names those. Where a
 * write names no agency it cannot be told who shows what was written, and all answers of the
 * database are made anew. A row that is missing, as after a restore, is made.
 *
 * @param unknown the uuids of each write that may name none
 */
export function advanceSql(uuids: readonly string[], unknown: string[][] = []): string {
  if (uuids.length === 0) return `${everywhere} ${moved}`
  const among = (some: readonly string[]) =>
    `a.agency_uid in (${some.map(uid => `'${uid}'`).join(', ')})`
  const nobody = unknown.map(
    some => `or not exists (select 1 from agencies a where ${among(some)})`,
  )
  return advancing(among(uuids), nobody.join(' '))
}

/**
 * @param isMeant the condition of the agencies `a`
 * @param nobody further reasons, each with `or` before it, to outdate the answers of all
 * @param scopes which marks of them, as a select
 */
function advancing(isMeant: string, nobody = '', scopes = `select '${nilUid}'::uuid`): string {
  return `with told as (
      insert into marks (agency_uid, scope_uid, mark)
      select a.agency_uid, s.scope_uid, ${another} from agencies a
      cross join (${scopes}) s (scope_uid)
      where ${isMeant} order by a.agency_uid, s.scope_uid ${moved} returning agency_uid),
    everywhere as (
      ${everywhere} where not exists (select 1 from told) ${nobody} ${moved})
    select agency_uid from told`
}

/** A mark that was never there before. */
export const newMark = () => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)

/** Inserts some marks of one agency: its uid, then the scope and the mark of each. */
export function insertMarks(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => {
    return `($1::uuid, $${2 * i + 2}::uuid, $${2 * i + 3}::bigint)`
  })
  return `insert into marks (agency_uid, scope_uid, mark) values ${rows.join(', ')}`
}

/** Which of some uuids are agencies. */
export const agenciesAmong = 'select agency_uid from agencies where agency_uid = any($1::uuid[])'

/** Outdates all answers where no mark can be moved that all agencies have in common. */
export const spreadEverywhere = `/* every tenant */
  insert into marks (agency_uid, scope_uid, mark)
  select a.agency_uid, '${nilUid}'::uuid, ${another} from agencies a order by a.agency_uid ${moved}`

/** The same where every write names an agency: one text, whose plan is kept. */
const knownAdvance = advancing('a.agency_uid = any($1::uuid[])', '', 'select unnest($2::uuid[])')
