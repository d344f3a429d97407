import { LRUCache } from 'lru-cache'
import { SharedReads } from '../../concurrency/shared-reads.ts'
import type { Run } from '../database.ts'
import { anyUid, nilUid } from './marking.ts'
import type { Lookup, Marks } from './marks-of.ts'

/** The marks of an agency's scopes as they were together. */
export interface SeenScopes {
  /** The mark that moves with each of them. */
  some: string
  /** Those that were ever moved; null: they are too many to be looked at one by one. */
  marks: ReadonlyMap<string, string> | null
}

const scopesMax = 2_000
/** About 200 bytes each. */
const keptMax = 50_000

/**
 * The marks of scopes. They are read all at once, and again only when one of them has moved, which
 * the mark tells that every request reads.
 */
export class ScopeMarks {
  readonly #reads = new SharedReads()
  readonly #seen = new LRUCache<string, SeenScopes>({
    maxSize: keptMax,
    sizeCalculation: ({ marks }) => (marks?.size ?? 0) + 1,
  })

  /**
   * The marks as they were when a request's own were read or since; null: it has none.
   *
   * @param marks that the request was admitted with
   */
  async at({ tagVersionsOf }: Lookup, { agencyUid, some }: Marks): Promise<SeenScopes | null> {
    if (agencyUid === null) return null
    const seen = this.#seen.get(agencyUid)
    if (seen?.some === some) return seen
    return this.#reads.read(agencyUid, () => this.#read(tagVersionsOf, agencyUid))
  }

  async #read(run: Run, agencyUid: string): Promise<SeenScopes | null> {
    const [row] = (await run(scopesStatement, [agencyUid])) as [[string | null]]
    const each = row[0]?.split(',') ?? []
    const marks = new Map(each.map(one => [one.slice(0, uidLength), one.slice(uidLength)]))
    const some = marks.get(anyUid)
    if (some === undefined) return null
    marks.delete(anyUid)
    const seen = { some, marks: marks.size > scopesMax ? null : marks }
    this.#seen.set(agencyUid, seen)
    return seen
  }
}

/** The marks of an answer about all of an agency, as one text. */
export function wholeText({ some, all }: Marks): string {
  return `${some} ${all}`
}

/** Those of one about some scopes; null: they cannot be told, and it depends on everything. */
export function scopesText(
  { all }: Marks,
  seen: SeenScopes | null,
  scopes: readonly string[],
): string | null {
  const marks = seen?.marks ?? null
  return marks === null ? null : `${all} of ${scopes.map(uid => marks.get(uid) ?? '').join()}`
}

const uidLength = nilUid.length

/** One text: some hundred rows take a process longer to read than the database to join. */
const scopesStatement = {
  name: 'scope_marks',
  // The one that moves with the others comes first, so that it is never cut off.
  text: `select string_agg(concat(scope_uid, mark), ',') from (
    select m.scope_uid, m.mark from marks m
    where m.agency_uid = $1 and m.scope_uid <> '${nilUid}'
    order by m.scope_uid desc limit ${scopesMax + 2}) s`,
}
