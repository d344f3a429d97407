/** Open transaction of the current work: docs/decisions/0018-bulkheads.md. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { OperatorError } from '../operator-error.ts'

/**
 * State of the transaction. Work that outlives the transaction inherits it, so `isOpen` is
 * required.
 */
const storage = new AsyncLocalStorage<{ isOpen: boolean; callbacks: (() => void)[] }>()

/**
 * Runs work within an open transaction.
 *
 * @param callbacks collects callbacks to run after the commit
 */
export async function withinTransaction<T>(
  work: () => Promise<T>,
  callbacks: (() => void)[] = [],
): Promise<T> {
  const state = { isOpen: true, callbacks }
  try {
    return await storage.run(state, work)
  } finally {
    state.isOpen = false
  }
}

/**
 * Throws while a transaction is open: it holds a connection and locks that other requests need, and
 * must not wait for an external service.
 *
 * @param service name of the service, for the message
 */
export function refuseInTransaction(service: string): void {
  if (storage.getStore()?.isOpen)
    throw new OperatorError(`${service} must not be called within a transaction`)
}

/**
 * Runs a callback after the commit of the open transaction, or at once without one. A rollback
 * discards it.
 */
export function afterCommit(callback: () => void): void {
  const state = storage.getStore()
  if (state?.isOpen) state.callbacks.push(callback)
  else callback()
}
