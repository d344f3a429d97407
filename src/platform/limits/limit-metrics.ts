/** Rejections by each limit in this process: docs/reference/limits.md. */

const limitNames = [
  'body_bytes',
  'calendar_imports',
  'calendar_imports_now',
  'connections',
  'credential_lookups',
  'database_idle',
  'database_lock',
  'database_silent',
  'database_statement',
  'disk_room',
  'event_streams',
  'failed_authentication',
  'file_store',
  'graphql_documents',
  'graphql_turns',
  'name_lookup',
  'password_hashing',
  'pictures',
  'request_time',
  'requests_per_hour',
  'response_stalled',
  'response_total',
  'rest_turns',
  'sign_in_account',
  'sign_in_all',
  'sign_in_network',
  'storage_quota',
  'unsent_bytes_all',
  'unsent_bytes_each',
  'webhook_tests',
] as const

export type LimitName = (typeof limitNames)[number]

/** Counts per process, like the resources that the limits protect, such as threads. */
const counts = new Map<LimitName, number>(limitNames.map(name => [name, 0]))

/** Counts a request or task that a limit has rejected, aborted or deferred. */
export function limitReached(name: LimitName): void {
  counts.set(name, counts.get(name)! + 1)
}

/** Returns the counts of all limits since the process started. */
export function readLimitCounts(): ReadonlyMap<LimitName, number> {
  return counts
}
