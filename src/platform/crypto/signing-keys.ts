/** Keys that sign tokens and links: docs/decisions/0026-api-keys.md. */
import { createHash } from 'node:crypto'
import { deriveKey } from './encryption.ts'

/** Purposes of signatures. A signature of one purpose is invalid for another. */
const purposes = ['access tokens', 'attachment links', 'set-up link', 'sign-in networks'] as const
export type Purpose = (typeof purposes)[number]

/** State of an operator's key in the database, which stores only its id. */
export interface KeyState {
  /** Time at which a server first had the key in its list. */
  since: Date
  /** Time at which another key became the first of the list; null: it is the first. */
  retiredAt: Date | null
}

/**
 * Maximum lifetime in milliseconds of a token or link that an early release signed with the
 * operator's key itself. The key itself verifies them for so long after its `since`.
 */
const rawKeyMs = 86_400_000

/** Computes the id of an operator's key, a digest that does not reveal the key. */
export function computeKeyId(secretKey: Buffer): string {
  return createHash('sha256').update('operator key').update(secretKey).digest('hex').slice(0, 16)
}

/**
 * Keys derived from those of the operator, one per purpose. Only the first key of the list signs.
 * An older key verifies for some hours after it was replaced as the first; later it only decrypts.
 */
export class SigningKeys {
  readonly #keys: { raw: Buffer; derived: Map<Purpose, Buffer>; state: KeyState | undefined }[]
  readonly #verifyMs: number

  /**
   * @param states state of each key, in the same order; without it, only the first verifies
   * @param verifyHours hours for which an older key verifies
   */
  constructor(secretKeys: readonly Buffer[], states: readonly KeyState[] = [], verifyHours = 0) {
    this.#verifyMs = verifyHours * 3_600_000
    this.#keys = secretKeys.map((raw, i) => ({
      raw,
      derived: new Map(purposes.map(purpose => [purpose, deriveKey(raw, purpose)])),
      state: states[i],
    }))
  }

  signing(purpose: Purpose): Buffer {
    return this.#keys[0]!.derived.get(purpose)!
  }

  /** Returns the keys that verify, the signing key first. */
  verifying(purpose: Purpose, now: Date): [Buffer, ...Buffer[]] {
    const [current, ...older] = this.#keys
    const recentlyRetired = older.filter(({ state }) => this.#stillVerifies(state, now))
    const verifyingKeys = [current!, ...recentlyRetired]
    const withRawKey = verifyingKeys.filter(
      ({ state }) => state && ageMs(state.since, now) < rawKeyMs,
    )
    const keys = [
      ...verifyingKeys.map(key => key.derived.get(purpose)!),
      ...withRawKey.map(key => key.raw),
    ]
    return keys as [Buffer, ...Buffer[]]
  }

  #stillVerifies(state: KeyState | undefined, now: Date): boolean {
    return state?.retiredAt != null && ageMs(state.retiredAt, now) < this.#verifyMs
  }
}

function ageMs(since: Date, now: Date): number {
  return now.getTime() - since.getTime()
}
