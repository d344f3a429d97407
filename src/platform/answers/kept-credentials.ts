import { LRUCache } from 'lru-cache'
import { SharedReads } from '../concurrency/shared-reads.ts'
import { allOf, type Lookup, marksTextNow } from '../db/marks/marks-of.ts'

/** What was found of a credential, and the marks of its agency; null: they are not known. */
interface Found {
  marks: string | null
}

/** Whoever changes a credential past the server, and moves no mark, waits no longer than that. */
const keptMs = 60_000

/**
 * Credentials of agencies as a process has found them. What changes one moves the mark of all that
 * its agency is answered: while that is what it was the credential is, too. Then only marks are
 * asked for, which all who ask at once share, whichever credential of the agency they have.
 */
export class KeptCredentials<T extends Found> {
  /** Nothing found: it may have been read before these marks. */
  readonly #kept = new LRUCache<string, { marks: string; found: T | null }>({
    max: 10_000,
    ttl: keptMs,
  })
  readonly #reads = new SharedReads()

  /**
   * Finds a credential of an agency.
   *
   * @param look finds it with the marks, on one server from one snapshot
   */
  async find(
    lookup: Lookup,
    name: string,
    agencyUid: string,
    look: () => Promise<T | null>,
  ): Promise<T | null> {
    const kept = this.#kept.get(name)
    const now = kept?.found
      ? await this.#reads.read(agencyUid, () => marksTextNow(lookup, agencyUid))
      : (kept?.marks ?? null)
    if (kept?.found && this.note(name, now)) return this.peek(name)
    const found = await look()
    const isOfOnce = lookup.marksApart === null || areSame(now, found?.marks ?? null)
    this.keep(name, found, isOfOnce)
    return found
  }

  /** As it was when it was found last; null: that is not known. */
  peek(name: string): T | null {
    const kept = this.#kept.get(name)
    return kept?.found ? { ...kept.found, marks: kept.marks } : null
  }

  /** Takes the marks as they are now, and says whether what is kept is still so. */
  note(name: string, marks: string | null): boolean {
    const kept = this.#kept.get(name)
    if (!kept?.found || marks === null || !areSame(kept.marks, marks)) return false
    kept.marks = marks
    return true
  }

  /**
   * Keeps what was found; null: nothing was.
   *
   * @param isOfOnce whether it was found under its marks
   */
  keep(name: string, found: T | null, isOfOnce: boolean): void {
    if (found === null || found.marks === null) this.#kept.delete(name)
    else this.#kept.set(name, { marks: found.marks, found: isOfOnce ? found : null })
  }
}

/** Whether a credential that was found under some marks is as it was, now that they are others. */
export function areSame(before: string | null, now: string | null): boolean {
  return before !== null && now !== null && allOf(before) === allOf(now)
}
