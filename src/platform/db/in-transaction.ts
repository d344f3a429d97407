/** Which work is done in a transaction: docs/decisions/0018-bulkheads.md. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Work that outlives its transaction inherits this, so it says whether it is still open. */
const open = new AsyncLocalStorage<{ isOpen: boolean; after: (() => void)[] }>()

/**
 * Does work that a transaction is open for.
 *
 * @param after takes what is to be done once it is committed
 */
export async function withinTransaction<T>(
  work: () => Promise<T>,
  after: (() => void)[] = [],
): Promise<T> {
  const state = { isOpen: true, after }
  try {
    return await open.run(state, work)
  } finally {
    state.isOpen = false
  }
}

/**
 * Refuses to wait for somebody else while a transaction is open, which holds a connection and locks
 * that everybody needs. Who calls is wrong, so it fails wherever it is tried.
 *
 * @param what it would wait for
 */
export function refuseInTransaction(what: string): void {
  if (open.getStore()?.isOpen) throw new Error(`${what} must not be called within a transaction`)
}

/** Does something when the open transaction is committed, and not if it never is; else at once. */
export function afterCommit(act: () => void): void {
  const state = open.getStore()
  if (state?.isOpen) state.after.push(act)
  else act()
}
