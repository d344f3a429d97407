/** Timeouts of statements, and sizes of the connection pools. */

/** Timeouts of statements and sessions, which PostgreSQL enforces, in milliseconds. */
export interface DatabaseLimits {
  /** Timeout of a GraphQL statement: contract/leadsql.md §8. */
  readMs: number
  /** Timeout of any other statement of a request. */
  statementMs: number
  /** Timeout of locks, in requests and in the background. */
  lockMs: number
  /** Time after which an idle transaction is rolled back. */
  idleMs: number
  /** Timeout of a statement in the background. */
  workMs: number
}

export const defaultLimits: DatabaseLimits = {
  readMs: 30_000,
  statementMs: 15_000,
  lockMs: 5_000,
  idleMs: 30_000,
  workMs: 600_000,
}

/**
 * Maximum number of connections of a process by purpose: `now` for reads on the primary, and
 * `admission` for authentication. Two processes fit into the hundred that PostgreSQL allows by
 * default.
 */
export const connectionsMax = { write: 14, work: 6, read: 10, now: 8, admission: 4 }
