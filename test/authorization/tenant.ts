/** Fixture of an agency whose resources requests refer to. */
export interface Tenant {
  /** Uids by their name in a path, query or body. */
  uids: Record<string, string>
  /** A unique text in the personal data of guests. */
  personalText: string
  /** Texts and uids that callers without access must not receive. */
  hiddenTexts: string[]
}
