/**
 * Which scopes a transaction touches, where its act says so; what it writes beside that outdates
 * all answers of its agency: docs/decisions/0038-response-cache.md.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** What an act has said that it touches. */
export interface Touched {
  agencyUid: string | null
  /** Uids whose marks are moved. */
  scopes: Set<string>
  /** Uids of what lies in those scopes and in no other. */
  things: Set<string>
}

const open = new AsyncLocalStorage<Touched>()

/** Does the work of one transaction, its end included. */
export async function withTouched<T>(work: () => Promise<T>): Promise<T> {
  const touched: Touched = { agencyUid: null, scopes: new Set(), things: new Set() }
  try {
    return await open.run(touched, work)
  } finally {
    // Work that outlives its transaction inherits this.
    touched.things.clear()
  }
}

/** What the transaction that is open has said by now; undefined: there is none. */
export function touchedNow(): Touched | undefined {
  return open.getStore()
}

/** Of two agencies, or of what is not known, nothing is told apart. */
const untold = ''

/**
 * Says that things of an agency are shown by answers about some scopes, and by those about all of
 * the agency, before and after what the open transaction does to them. A statement counts as about
 * them if one of their uids is among its values, and none of a list that names others, too.
 */
export function touches(agencyUid: string, scopes: string[], things: string[]): void {
  const touched = open.getStore()
  if (!touched) return
  touched.agencyUid = (touched.agencyUid ?? agencyUid) === agencyUid ? agencyUid : untold
  for (const uid of scopes) touched.scopes.add(uid)
  for (const uid of things) touched.things.add(uid)
}

/** Says that it is not known which scopes show what the open transaction writes. */
export function touchesUnknown(): void {
  const touched = open.getStore()
  if (touched) touched.agencyUid = untold
}
