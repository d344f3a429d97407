/**
 * Claims of deliveries (contract/events.md §6.5, §8.4). Within an agency one process at a time
 * claims: the one that has locked the agency's row of `delivery_queues`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Running } from '../deliveries/claimed-deliveries.sql.ts'
import type { DeliveredEvent } from './attempt-request.ts'
import {
  candidates,
  chosen,
  deferred,
  destinations,
  dropped,
  firsts,
  inProgress,
  judged,
  type Lane,
  placed,
  ranked,
  skipped,
  taken,
  valuesOf,
} from './claim-deliveries.sql.ts'

/** Bounds of a claim. */
export interface Claim {
  /** Uid of the process. */
  worker: string
  /** Maximum number of deliveries. */
  limit: number
  leaseMs: number
  /** Milliseconds for which a failing delivery defers its successors. */
  blockingMs: number
  /** Fast destinations, of which more may be claimed than may be sent at once. */
  prefetched?: string[]
}

/** A claimed delivery with all that its attempt needs. */
export interface Claimed {
  agency_uid: string
  uid: string
  destination: string
  /** Number of the next attempt, from 1. */
  number: number
  first_failed_at: Date | string | null
  shows_personal: boolean
  replay_uid: string | null
  replay_of: string | null
  target: { url: string; userinfo: SealedText | null; isOther: boolean }
  webhook: { uid: string; event_type: string; webhook_type: string; payload_format: string }
  secrets: (SealedText & { uid: string })[]
  event: DeliveredEvent
}

/** An encrypted value in JSON. */
export interface SealedText {
  key_id: string
  hex: string
}

/**
 * Claims deliveries that are due (contract/events.md §6.5, §8.4): of each destination and key only
 * the first, unless it has failed for too long, and none whose key is being sent. The others are
 * deferred until the one before may be finished; the end of its attempt makes them due earlier.
 * A delivery whose webhook may not receive it any more is skipped (§6.3); the caller then has to
 * free those deferred behind it.
 *
 * @param running claims in progress
 */
export async function claimDeliveries(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  claim: Claim,
  running: Running[],
): Promise<Claims> {
  const values = valuesOf(agencyUid, clock.now())
  const parts = [
    destinations(values),
    inProgress(running),
    candidates(values, claim),
    firsts(),
    placed(),
    ranked(),
    chosen(claim.limit),
    judged(values),
    taken(values, claim),
    skipped(values),
    deferred(values),
    dropped(values),
  ]
  const { rows } = await sql<Row>`
    with recursive ${sql.join(parts)}
    select (select coalesce(json_agg(${claimedJson(values.now)} order by t.seq, t.uid), '[]')
      from taken t join judged j on j.uid = t.uid
      join webhooks w on w.uid = t.webhook_uid
      join events e on e.agency_uid = ${values.agency} and e.seq = t.seq) as claimed,
      (select coalesce(json_agg(s), '[]') from skipped s) as skipped,
      ((select count(*) from deferred) + (select count(*) from dropped))::int as deferred
  `.execute(db)
  const { claimed, skipped: lanes, deferred: count } = rows[0]!
  return { claimed, skipped: lanes, deferred: count + lanes.length }
}

export interface Claims {
  claimed: Claimed[]
  skipped: Lane[]
  /** Number of deliveries that were deferred or given up: then more may be due. */
  deferred: number
}

interface Row {
  claimed: Claimed[]
  skipped: Lane[]
  deferred: number
}

/** Returns the JSON of a claimed row `t`, judged as `j`, with its webhook `w` and event `e`. */
function claimedJson(now: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_object('agency_uid', t.agency_uid, 'uid', t.uid,
    'destination', t.destination,
    'number', t.attempt_count + 1, 'first_failed_at', t.first_failed_at,
    'shows_personal', j.shows_personal, 'replay_uid', t.replay_uid, 'replay_of', t.replay_of,
    'target', json_build_object('url', coalesce(t.callback_url, w.callback_url),
      'isOther', t.callback_url is not null,
      'userinfo', case when t.callback_url is not null then ${sealedJson('t', 'userinfo_sealed')}
        else ${sealedJson('w', 'userinfo_sealed')} end),
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

function sealedJson(alias: string, column: string): RawBuilder<unknown> {
  const sealed = sql.ref(`${alias}.${column}`)
  const keyId = sql.ref(`${alias}.userinfo_key_id`)
  return sql`case when ${sealed} is not null then
    json_build_object('key_id', ${keyId}, 'hex', encode(${sealed}, 'hex')) end`
}
