/**
 * How every transaction that writes on what answers show moves the marks of its agencies, whoever
 * writes it: docs/decisions/0050-kept-answers.md.
 */
import { readingOf } from './written-tables.ts'

/** The scope of all of an agency, and the agency of what cannot be told whose it is. */
export const nilUid = '00000000-0000-0000-0000-000000000000'

/** Begins a transaction whose writer sees to the marks itself. */
export const beginUnmarked = 'begin /* unmarked */'

/** More uuids than that are not looked through for agencies, nor more statements. */
const uuidsMax = 1_000
const unknownMax = 10

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What all connections of a process know. */
export class MarkedDatabase {
  /** Tables that no kept answer shows anything of. */
  readonly unshown: ReadonlySet<string>
  /** Uuids that were seen to be those of agencies. */
  readonly agencies = new Set<string>()
  #isOff = false

  constructor(unshown: ReadonlySet<string>) {
    this.unshown = unshown
  }

  get isOff(): boolean {
    return this.#isOff
  }

  /** From now on nobody keeps answers of it. */
  stop(): void {
    this.#isOff = true
  }
}

/** What one connection has written in the transaction that it has open. */
export class Marking {
  readonly #database: MarkedDatabase
  readonly #uuids = new Set<string>()
  /** The uuids of statements of which it is not known which agency they name. */
  readonly #unknown: string[][] = []
  #isEverywhere = false
  #hasWritten = false

  constructor(database: MarkedDatabase) {
    this.#database = database
  }

  /** Whether a statement may change what an answer shows. */
  concerns(text: string): boolean {
    if (this.#database.isOff) return false
    return readingOf(text).writes.some(table => !this.#database.unshown.has(table))
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
    const uuids = new Set<string>()
    collect(values, uuids)
    for (const uuid of uuids) this.#uuids.add(uuid)
    const { agencies } = this.#database
    if (![...uuids].some(uuid => agencies.has(uuid))) this.#unknown.push([...uuids])
    const isTooMuch = this.#uuids.size > uuidsMax || this.#unknown.length > unknownMax
    if (isTooMuch || uuids.size === 0 || text.includes('/* every tenant */')) {
      this.#isEverywhere = true
    }
  }

  /** What the transaction has to run before it commits; null: nothing. It then begins anew. */
  takeAdvance(): string | null {
    const [uuids, unknown] = this.#isEverywhere ? [[], []] : [[...this.#uuids], [...this.#unknown]]
    const text = this.#hasWritten ? advanceSql(uuids, unknown) : null
    this.clear()
    return text
  }

  /** Takes the first column of what the statement of {@link takeAdvance} has answered. */
  advanced(agencyUids: readonly string[]): void {
    for (const uid of agencyUids) this.#database.agencies.add(uid)
  }

  /** Forgets what was rolled back. */
  clear(): void {
    this.#uuids.clear()
    this.#unknown.length = 0
    this.#isEverywhere = false
    this.#hasWritten = false
  }
}

function collect(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, into)
  } else if (typeof value === 'string' && value.length === 36 && uuidPattern.test(value)) {
    into.add(value.toLowerCase())
  }
}

const another = `floor(random() * 9007199254740991)::bigint`
const moved = `on conflict (agency_uid, scope_uid) do update set mark = excluded.mark`

/**
 * The statement that gives other marks to the agencies among some uuids, and names those. Where a
 * write names no agency it cannot be told who shows what was written, and all answers of the
 * database are made anew. A row that is missing, as after a restore, is made.
 *
 * @param unknown the uuids of each write that may name none
 */
export function advanceSql(uuids: readonly string[], unknown: string[][] = []): string {
  const everywhere = `insert into marks (agency_uid, scope_uid, mark)
    select '${nilUid}'::uuid, '${nilUid}'::uuid, ${another}`
  if (uuids.length === 0) return `${everywhere} ${moved}`
  const among = (some: readonly string[]) =>
    `a.agency_uid in (${some.map(uid => `'${uid}'`).join(', ')})`
  const nobody = unknown.map(
    some => `or not exists (select 1 from agencies a where ${among(some)})`,
  )
  return `with told as (
      insert into marks (agency_uid, scope_uid, mark)
      select a.agency_uid, '${nilUid}'::uuid, ${another} from agencies a
      where ${among(uuids)} order by a.agency_uid ${moved} returning agency_uid),
    everywhere as (
      ${everywhere} where not exists (select 1 from told) ${nobody.join(' ')} ${moved})
    select agency_uid from told`
}
