import { SharedReads } from '../concurrency/shared-reads.ts'
import { allOf, type Lookup } from '../db/marks/marks-of.ts'
import { TaggedCache } from './tagged-cache.ts'

/** A credential, with the cache versions of its agency; null: they are unknown. */
interface Versioned {
  marks: string | null
}

/** Longest time for which a change that bypasses the server, and no version, is not seen. */
const lifetimeMs = 60_000

const bytesMax = 8_388_608
const credentialBytes = 500

/**
 * Cache of the credentials of agencies. A change of a credential bumps the version of all of its
 * agency: while that is the same the credential is, too. Requests then read the versions alone, and
 * those of one agency that arrive at once share one read.
 */
export class CredentialCache<T extends Versioned> {
  readonly #cache = new TaggedCache<T>({ bytesMax, sizeOf: () => credentialBytes })
  readonly #reads = new SharedReads()

  /**
   * Returns a credential of an agency; null: there is none.
   *
   * @param find finds it with its versions, from one snapshot if the lookup is atomic
   */
  async getOr(
    lookup: Lookup,
    name: string,
    agencyUid: string,
    find: () => Promise<T | null>,
  ): Promise<T | null> {
    const isKnown = this.#cache.validityOf(name) !== null
    const before =
      isKnown || !lookup.isAtomic
        ? await this.#reads.read(agencyUid, () => lookup.versionsOf(agencyUid))
        : null
    const cached = before === null ? null : this.#cache.get(name, allOf(before), Date.now())
    if (cached) return { ...cached, marks: before }
    const found = await find()
    if (!found?.marks) return found
    // Rows and versions of two snapshots: what was changed in between is not stored.
    const isStable = lookup.isAtomic || (before !== null && allOf(before) === allOf(found.marks))
    if (isStable) this.set(name, agencyUid, found)
    return found
  }

  /** Stores a credential that was found with its versions from one snapshot. */
  set(name: string, agencyUid: string, found: T): void {
    if (found.marks === null) return
    const fromMs = Date.now()
    const validity = { versions: allOf(found.marks), tags: null, untilMs: fromMs + lifetimeMs }
    this.#cache.set(agencyUid, name, found, { ...validity, fromMs })
  }
}
