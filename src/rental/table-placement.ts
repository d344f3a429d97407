/** Caching and placement of tables. Both must be considered for a new table. */

import type { CachedTables } from '../platform/db/cache-tags/bump-versions.ts'
import type { Placement } from '../platform/db/cluster/placement.ts'

/**
 * Tables whose rows no cached response contains, so that writes to them invalidate nothing. Writes
 * to all other tables invalidate responses. `api_keys` is not listed, because the tag versions of
 * an agency also validate the cache of credentials.
 */
const uncachedTables: ReadonlySet<string> = new Set([
  'access_tokens',
  'authorizations',
  'consent_sessions',
  'credential_uses',
  'deliveries',
  'delivery_attempts',
  'delivery_queues',
  'employee_passwords',
  'employee_pictures',
  'events',
  'former_emails',
  'idempotency_keys',
  'last_backups',
  'lead_erasures',
  'cache_tag_versions',
  'migrations',
  'owner_passwords',
  'partner_secrets',
  'password_links',
  'pricing_tasks',
  'rate_windows',
  'refresh_tokens',
  'replays',
  'secret_keys',
  'security_events',
  'sendings',
  'sessions',
  'setup_links',
  'sign_in_failures',
  'sign_in_networks',
  'webhook_failures',
  'webhook_secrets',
  'webhooks',
])

/**
 * Tables whose rows no response about a single property contains, so that writes to them do not
 * invalidate such responses.
 */
const nonPropertyTables: ReadonlySet<string> = new Set([
  'agency_storage',
  'conversations',
  'employee_preferences',
  'event_logs',
  'exported_stays',
  'feed_events',
  'guests',
  'ical_blocks',
  'ical_events',
  'icals',
  'jobs',
  'lead_acts',
  'lead_guests',
  'message_attachments',
  'messages',
  'night_changes',
  'notices',
  'object_versions',
  'outbox_messages',
  'pin_codes',
  'promo_codes',
  'threads',
])

/**
 * Tags bumped by every write to these tables, for responses that contain rows of many properties.
 */
export const [jobsTag, threadsTag] = [
  '00000000-0000-0000-0000-000000000001',
  '00000000-0000-0000-0000-000000000002',
] as const

export const cachedTables: CachedTables = {
  none: uncachedTables,
  // Issuing a token invalidates nothing. Revoking one must invalidate its cached credential.
  updated: new Set(['access_tokens']),
  wide: nonPropertyTables,
  ownTags: new Map([
    ['jobs', jobsTag],
    ['threads', threadsTag],
  ]),
}

/**
 * Placement of tables in a distributed database: docs/decisions/0052. A table with `agency_uid`
 * first in its primary key is distributed by it, unless listed here. All other tables must be
 * listed.
 */
export const placement: Placement = {
  tenant: 'agency_uid',
  // Queried before the agency is known, or joined with tables of all agencies; rarely written.
  shared: new Set([
    'access_tokens',
    'agencies',
    'api_keys',
    'authorizations',
    'calendar_feeds',
    'former_keys',
    'grants',
    'ical_feeds',
    'notices',
    'partner_secrets',
    'partners',
    'refresh_tokens',
    'replays',
    'webhook_secrets',
    'webhooks',
  ]),
  // Tables without an agency, or written so often that they must not depend on other nodes.
  local: new Set([
    'last_backups',
    'migrations',
    'rate_windows',
    'secret_keys',
    'setup_links',
    'sign_in_failures',
    'webhook_failures',
  ]),
}
