import { SingleFlight } from '../concurrency/single-flight.ts'
import { commonVersions, type VersionedLookup } from '../db/cache-tags/read-versions.ts'
import { TaggedCache } from './tagged-cache.ts'

/** Credential with the tag versions of its agency; null: unknown. */
interface Versioned {
  versions: string | null
}

/**
 * Maximum time for which a change that bypasses the server, and so bumps no version, goes
 * unnoticed.
 */
const lifetimeMs = 60_000

const bytesMax = 8_388_608
const credentialBytes = 500

/**
 * Cache of credentials of agencies. A change of a credential bumps the version of its agency: while
 * that is unchanged, so is the credential. A cached credential costs one read of the versions, and
 * concurrent requests of one agency share it.
 */
export class CredentialCache<T extends Versioned> {
  readonly #cache = new TaggedCache<T>({ bytesMax, sizeOf: () => credentialBytes })
  readonly #versionReads = new SingleFlight()

  /**
   * Returns a credential of an agency; null: there is none.
   *
   * @param name unique among the credentials of all agencies
   * @param find reads the credential with its versions, from one snapshot if the lookup is atomic
   */
  async getOr(
    lookup: VersionedLookup,
    name: string,
    agencyUid: string,
    find: () => Promise<T | null>,
  ): Promise<T | null> {
    const isCached = this.#cache.getValidity(name) !== null
    // An atomic lookup of an uncached credential reads its versions as well.
    const versionsBefore =
      isCached || !lookup.isAtomic
        ? await this.#versionReads.read(agencyUid, () => lookup.readVersions(agencyUid))
        : null
    const cached =
      versionsBefore === null
        ? null
        : this.#cache.get(name, commonVersions(versionsBefore), Date.now())
    if (cached) return { ...cached, versions: versionsBefore }
    const credential = await find()
    if (!credential?.versions) return credential
    // Otherwise rows and versions are of two snapshots. A credential that changed in between is not
    // stored.
    const isStable =
      lookup.isAtomic ||
      (versionsBefore !== null &&
        commonVersions(versionsBefore) === commonVersions(credential.versions))
    if (isStable) this.set(name, agencyUid, credential)
    return credential
  }

  /** Stores a credential that was read with its versions from one snapshot. */
  set(name: string, agencyUid: string, credential: T): void {
    if (credential.versions === null) return
    const readAtMs = Date.now()
    const validity = {
      versions: commonVersions(credential.versions),
      tags: null,
      expiresAtMs: readAtMs + lifetimeMs,
    }
    this.#cache.set(agencyUid, name, credential, { ...validity, readAtMs })
  }
}
