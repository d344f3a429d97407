/** What is said of whole tables. A new one has to be looked at under both heads. */

import type { Placement } from '../platform/db/citus/placement.ts'
import type { ShownTables } from '../platform/db/marks/marking.ts'

/**
 * Tables of which no answer that is kept shows anything: writing on them leaves all answers as they
 * are. Whatever is not listed here is taken to be shown; so are keys, whose agency's marks tell
 * whether they are what they were.
 */
const unshownTables: ReadonlySet<string> = new Set([
  'access_tokens',
  'authorizations',
  'consent_tickets',
  'credential_uses',
  'deliveries',
  'delivery_attempts',
  'delivery_queues',
  'employee_passwords',
  'employee_pictures',
  'events',
  'former_emails',
  'idempotency_keys',
  'lead_erasures',
  'marks',
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
  'sign_in_failures',
  'sign_in_networks',
  'webhook_failures',
  'webhook_secrets',
  'webhooks',
])

/**
 * Tables of which no answer about single properties shows anything: writing on them leaves those as
 * they are.
 */
const wideTables: ReadonlySet<string> = new Set([
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

/** What moves with each write on such a table: answers show of these more than of one property. */
export const [jobsScope, threadsScope] = [
  '00000000-0000-0000-0000-000000000001',
  '00000000-0000-0000-0000-000000000002',
] as const

export const shownTables: ShownTables = {
  none: unshownTables,
  // A token that is issued changes nothing for anybody; one that is revoked is not let in.
  updated: new Set(['access_tokens']),
  wide: wideTables,
  apart: new Map([
    ['jobs', jobsScope],
    ['threads', threadsScope],
  ]),
}

/**
 * Kinds of the tables on a distributed database: docs/decisions/0052. A table that has `agency_uid`
 * first in its primary key is split by it, unless it is named here; any other has to be named.
 */
export const placement: Placement = {
  tenant: 'agency_uid',
  // Asked before an agency is known, or beside the tables of every agency; seldom written.
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
  // Of no agency, or written so often that no other node may be needed for it.
  local: new Set([
    'migrations',
    'rate_windows',
    'secret_keys',
    'sign_in_failures',
    'webhook_failures',
  ]),
}
