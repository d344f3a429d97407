/** The keys that sign what this server gives out: docs/decisions/0026-api-keys.md. */
import { createHash } from 'node:crypto'
import { derivedKey } from '../seal.ts'

/** What is signed; what one purpose's key has signed is nothing to another. */
const purposes = ['access tokens', 'attachment links', 'sign-in networks'] as const
export type Purpose = (typeof purposes)[number]

/** What the database says of a key of the operator's list, which is in it by its id only. */
export interface KnownKey {
  /** When a server had it in its list for the first time. */
  since: Date
  /** When it stopped being the first of the list; null: it is. */
  retiredAt: Date | null
}

/**
 * How long what a release before keys had purposes has signed, by the operator's key itself, is
 * still believed: as long as such a token or link could last.
 */
const undividedMs = 86_400_000

/** Names one of the operator's keys, and tells nothing of it. */
export function keyIdOf(secretKey: Buffer): string {
  return createHash('sha256').update('operator key').update(secretKey).digest('hex').slice(0, 16)
}

/**
 * Keys derived from those of the operator, one per purpose. Only the first of the list signs; an
 * older one is believed for some hours after it has left that place, and only opens what is sealed
 * from then on.
 */
export class SigningKeys {
  readonly #keys: { raw: Buffer; derived: Map<Purpose, Buffer>; known: KnownKey | undefined }[]
  readonly #verifyMs: number

  /**
   * @param known what is known of each key, in the same order; without it, only the first verifies
   * @param verifyHours how long an older key verifies
   */
  constructor(secretKeys: readonly Buffer[], known: readonly KnownKey[] = [], verifyHours = 0) {
    this.#verifyMs = verifyHours * 3_600_000
    this.#keys = secretKeys.map((raw, i) => ({
      raw,
      derived: new Map(purposes.map(purpose => [purpose, derivedKey(raw, purpose)])),
      known: known[i],
    }))
  }

  /** The key that signs. */
  signing(purpose: Purpose): Buffer {
    return this.#keys[0]!.derived.get(purpose)!
  }

  /** The keys that are believed, the one that signs first. */
  verifying(purpose: Purpose, now: Date): [Buffer, ...Buffer[]] {
    const [first, ...older] = this.#keys
    const retired = older.filter(({ known }) => this.#isBelieved(known, now))
    const believed = [first!, ...retired]
    const undivided = believed.filter(({ known }) => known && ageMs(known.since, now) < undividedMs)
    const keys = [...believed.map(key => key.derived.get(purpose)!), ...undivided.map(k => k.raw)]
    return keys as [Buffer, ...Buffer[]]
  }

  #isBelieved(known: KnownKey | undefined, now: Date): boolean {
    return known?.retiredAt != null && ageMs(known.retiredAt, now) < this.#verifyMs
  }
}

function ageMs(since: Date, now: Date): number {
  return now.getTime() - since.getTime()
}
