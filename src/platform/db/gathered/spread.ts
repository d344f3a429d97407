/** Which transactions are on a cluster, where plain statements are quicker than one of many. */
import type { DatabaseConnection } from 'kysely'

const connections = new WeakSet<DatabaseConnection>()
const transactions = new WeakSet<object>()

/** Notes that a connection is one to a cluster. */
export function noteSpread(connection: DatabaseConnection): void {
  connections.add(connection)
}

/** Notes a transaction that a connection has open. */
export function noteTransaction(transaction: object, connection: DatabaseConnection): void {
  if (connections.has(connection)) transactions.add(transaction)
}

/**
 * Whether this is a transaction on a cluster. One statement with several parts that write is run
 * part after part there, and none of them has a plan that is kept.
 */
export function isSpread(db: object): boolean {
  return transactions.has(db)
}
