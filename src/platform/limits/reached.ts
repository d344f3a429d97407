/** How often each limit has stopped something in this process: docs/operating.md, Limits. */

/** What a limit is called in the metrics. */
export const limitNames = [
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

/** Limits guard what a process has once, such as its threads, so they are counted by process. */
const counts = new Map<LimitName, number>(limitNames.map(name => [name, 0]))

/** Counts that a limit has refused, ended or put off something. */
export function limitReached(name: LimitName): void {
  counts.set(name, counts.get(name)! + 1)
}

/** How often each has been reached since the process began. */
export function limitsReached(): ReadonlyMap<LimitName, number> {
  return counts
}
