/**
 * How every transaction that writes on what answers show moves the marks of its agencies, whoever
 * writes it: docs/decisions/0050-kept-answers.md.
 */
import { readingOf } from './written-tables.ts'

/** The scope of all of an agency, and the agency of what cannot be told whose it is. */
export const nilUid = '00000000-0000-0000-0000-000000000000'

/** Begins a transaction whose writer sees to the marks itself. */
export const beginUnmarked = 'begin /* unmarked */'

/** More uuids than that are not looked through for agencies. */
const uuidsMax = 1_000

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What one connection has written in the transaction that it has open. */
export class Marking {
  readonly #unshown: ReadonlySet<string>
  readonly #uuids = new Set<string>()
  #isEverywhere = false
  #hasWritten = false

  /** @param unshown tables that no kept answer shows anything of */
  constructor(unshown: ReadonlySet<string>) {
    this.#unshown = unshown
  }

  /** Whether a statement may change what an answer shows. */
  concerns(text: string): boolean {
    return readingOf(text).writes.some(table => !this.#unshown.has(table))
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
    if (text.includes('/* every tenant */')) this.#isEverywhere = true
    for (const value of values) this.#collect(value)
  }

  /** What the transaction has to run before it commits; null: nothing. It then begins anew. */
  takeAdvance(): string | null {
    const text = this.#hasWritten ? advanceSql(this.#isEverywhere ? [] : [...this.#uuids]) : null
    this.clear()
    return text
  }

  /** Forgets what was rolled back. */
  clear(): void {
    this.#uuids.clear()
    this.#isEverywhere = false
    this.#hasWritten = false
  }

  #collect(value: unknown): void {
    if (this.#isEverywhere) return
    if (Array.isArray(value)) {
      for (const one of value) this.#collect(one)
    } else if (typeof value === 'string' && value.length === 36 && uuidPattern.test(value)) {
      this.#uuids.add(value.toLowerCase())
      if (this.#uuids.size > uuidsMax) this.#isEverywhere = true
    }
  }
}

const another = `floor(random() * 9007199254740991)::bigint`
const moved = `on conflict (agency_uid, scope_uid) do update set mark = excluded.mark`

/**
 * The statement that gives other marks to the agencies among some uuids. Where none of them is an
 * agency it cannot be told who shows what was written, and all answers of the database are made
 * anew. A row that is missing, as after a restore, is made.
 */
export function advanceSql(uuids: readonly string[]): string {
  const everywhere = `insert into marks (agency_uid, scope_uid, mark)
    select '${nilUid}'::uuid, '${nilUid}'::uuid, ${another}`
  if (uuids.length === 0) return `${everywhere} ${moved}`
  const among = uuids.map(uid => `'${uid}'`).join(', ')
  return `with told as (
      insert into marks (agency_uid, scope_uid, mark)
      select a.agency_uid, '${nilUid}'::uuid, ${another} from agencies a
      where a.agency_uid in (${among}) order by a.agency_uid ${moved} returning 1)
    ${everywhere} where not exists (select 1 from told) ${moved}`
}
