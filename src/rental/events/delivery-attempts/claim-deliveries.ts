/**
 * Claims of deliveries (contract/events.md §6.5, §8.4). Within an agency one process at a time
 * claims: the one that has locked the agency's row of `delivery_queues`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { ClaimCount } from '../deliveries/claimed-deliveries.sql.ts'
import type { OrderingKey } from '../deliveries/deliveries.ts'
import type { DeliveredEvent } from './attempt-request.ts'
import {
  abandoned,
  accessChecked,
  candidates,
  chosen,
  deferred,
  destinations,
  hosts,
  leased,
  queueHeads,
  rankedInDestination,
  rankedInHost,
  running,
  skipped,
  toClaimValues,
} from './claim-deliveries.sql.ts'

/** Bounds of a claim. */
export interface ClaimOptions {
  /** Uid of the process. */
  worker: string
  /** Maximum number of deliveries. */
  limit: number
  leaseMs: number
  /** Milliseconds for which a failing delivery blocks later ones of its key. */
  blockingMs: number
  /** Fast destinations, for which deliveries may be claimed beyond the free slots. */
  fastDestinations?: string[]
}

/** Claimed delivery with the data that its attempt needs. */
export interface ClaimedDelivery {
  agency_uid: string
  uid: string
  destination: string
  /** Number of the next attempt, from 1. */
  number: number
  first_failed_at: Date | string | null
  shows_personal: boolean
  replay_uid: string | null
  replay_of: string | null
  /** `isOther` is true if a replay sends to a URL other than that of the webhook. */
  target: { url: string; userinfo: EncryptedText | null; isOther: boolean }
  webhook: { uid: string; event_type: string; webhook_type: string; payload_format: string }
  secrets: (EncryptedText & { uid: string })[]
  event: DeliveredEvent
}

/** Encrypted value in JSON. */
export interface EncryptedText {
  key_id: string
  hex: string
}

/**
 * Claims due deliveries (contract/events.md §6.5, §8.4): of each destination and key only the
 * first, unless it has failed for too long, and none while another of the key is being sent. Defers
 * the others until the one before may be finished; the end of its attempt makes them due earlier.
 * Skips a delivery that its webhook may no longer receive (§6.3); the caller then has to release
 * the deliveries deferred behind it.
 *
 * @param claimCounts claims in progress
 */
export async function claimDeliveries(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  claim: ClaimOptions,
  claimCounts: ClaimCount[],
): Promise<ClaimResult> {
  const values = toClaimValues(agencyUid, clock.now())
  const expressions = [
    destinations(values),
    running(claimCounts),
    hosts(),
    candidates(values, claim),
    queueHeads(),
    rankedInDestination(),
    rankedInHost(),
    chosen(claim.limit),
    accessChecked(values),
    leased(values, claim),
    skipped(values),
    deferred(values),
    abandoned(values),
  ]
  const { rows } = await sql<Row>`
    with recursive ${sql.join(expressions)}
    select (select coalesce(json_agg(${claimedJson(values.now)} order by d.seq, d.uid), '[]')
      from leased d join access_checked a on a.uid = d.uid
      join webhooks w on w.uid = d.webhook_uid
      join events e on e.agency_uid = ${values.agency} and e.seq = d.seq) as claimed,
      (select coalesce(json_agg(s), '[]') from skipped s) as skipped,
      ((select count(*) from deferred) + (select count(*) from abandoned))::int
        as deferred
  `.execute(db)
  const { claimed, skipped: skippedKeys, deferred: deferredCount } = rows[0]!
  return { claimed, skippedKeys, excludedCount: deferredCount + skippedKeys.length }
}

export interface ClaimResult {
  claimed: ClaimedDelivery[]
  /** Keys of skipped deliveries. */
  skippedKeys: OrderingKey[]
  /** Number of deferred, skipped and abandoned candidates; due deliveries may follow them. */
  excludedCount: number
}

interface Row {
  claimed: ClaimedDelivery[]
  skipped: OrderingKey[]
  /** Number of deferred and abandoned candidates. */
  deferred: number
}

/** Returns the JSON of a leased row `d`, with its access `a`, its webhook `w` and event `e`. */
function claimedJson(now: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_object('agency_uid', d.agency_uid, 'uid', d.uid,
    'destination', d.destination,
    'number', d.attempt_count + 1, 'first_failed_at', d.first_failed_at,
    'shows_personal', a.shows_personal, 'replay_uid', d.replay_uid, 'replay_of', d.replay_of,
    'target', json_build_object('url', coalesce(d.callback_url, w.callback_url),
      'isOther', d.callback_url is not null,
      'userinfo', case when d.callback_url is not null then ${userinfoJson('d')}
        else ${userinfoJson('w')} end),
    'webhook', json_build_object('uid', w.uid, 'event_type', w.event_type,
      'webhook_type', w.webhook_type, 'payload_format', w.payload_format),
    'secrets', (select json_agg(json_build_object('uid', s.uid, 'key_id', s.key_id,
        'hex', encode(s.sealed, 'hex')) order by s.created_at desc, s.uid desc)
      from webhook_secrets s where s.webhook_uid = w.uid
        and (s.expires_at is null or s.expires_at > ${now})),
    'event', json_build_object('uid', e.uid, 'seq', e.seq, 'event_version', e.event_version,
      'object_type', e.object_type, 'object_uid', e.object_uid,
      'object_version', e.object_version, 'previous_object_version', e.previous_object_version,
      'cause', e.cause, 'payload', e.payload, 'changes', e.changes, 'actor_type', e.actor_type,
      'actor_uid', e.actor_uid, 'request_uid', e.request_uid, 'created_at', e.created_at))`
}

/** Returns an {@link EncryptedText}, or null for a URL without user information. */
function userinfoJson(alias: string): RawBuilder<unknown> {
  const bytes = sql.ref(`${alias}.userinfo_sealed`)
  const keyId = sql.ref(`${alias}.userinfo_key_id`)
  return sql`case when ${bytes} is not null then
    json_build_object('key_id', ${keyId}, 'hex', encode(${bytes}, 'hex')) end`
}
