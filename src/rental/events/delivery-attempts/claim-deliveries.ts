/**
 * Claiming deliveries (contract/events.md §6.5, §8.4). Within an agency one process at a time does:
 * the one that holds the agency's row of `delivery_queues`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { ToldEvent } from './attempt-request.ts'

type Scope = Pick<Context, 'db' | 'clock'>

/** Who claims, for how long, and within which bounds. */
export interface Claim {
  /** Names the process. */
  worker: string
  /** At most so many deliveries. */
  limit: number
  leaseMs: number
  /** For how long a failing delivery keeps its successors back. */
  blockingMs: number
}

/** A delivery to be attempted, with all that the attempt needs. */
export interface Claimed {
  agency_uid: string
  uid: string
  destination: string
  /** The attempt to be made, from 1. */
  number: number
  first_failed_at: Date | string | null
  shows_personal: boolean
  replay_uid: string | null
  replay_of: string | null
  target: { url: string; userinfo: SealedText | null; isOther: boolean }
  webhook: { uid: string; event_type: string; webhook_type: string; payload_format: string }
  secrets: (SealedText & { uid: string })[]
  event: ToldEvent
}

/** A sealed value as JSON carries it. */
export interface SealedText {
  key_id: string
  hex: string
}

/** How many candidates of a destination are looked at in one go. */
const candidatesMax = 24
export const perDestinationMax = 10
export const perHostMax = 20

/**
 * Claims deliveries that are due (contract/events.md §6.5, §8.4): of each destination and key only
 * the first, unless that has failed for too long; none whose key is being sent. Those kept back
 * are not due again until what they wait for may be over; the end of its attempt frees them before.
 *
 * @returns what was claimed, and how many were kept back: then there may be more to claim
 */
export async function claimDeliveries(
  { db, clock }: Scope,
  agencyUid: string,
  { worker, limit, leaseMs, blockingMs }: Claim,
): Promise<{ claimed: Claimed[]; keptBack: number }> {
  const at = clock.now()
  const now = sql`${at}::timestamptz`
  const later = (ms: number) => sql`${new Date(at.getTime() + ms)}::timestamptz`
  const agency = sql`${agencyUid}::uuid`
  const { rows } = await sql<{ claimed: Claimed[]; kept_back: number }>`/* every tenant */
    with recursive destinations as (
      (select d.destination from deliveries d
        where d.agency_uid = ${agency} and d.completed_at is null order by d.destination limit 1)
      union all
      select (select d.destination from deliveries d where d.agency_uid = ${agency}
        and d.completed_at is null and d.destination > p.destination
        order by d.destination limit 1)
      from destinations p where p.destination is not null),
    running as (
      select r.destination, ${hostOf('r', 'w')} as host
      from deliveries r join webhooks w on w.uid = r.webhook_uid
      where r.completed_at is null and r.claimed_until > ${now}),
    candidates as (
      select c.*, w.status as webhook_status, w.deleted_at is not null and not w.drains as is_gone,
        ${hostOf('c', 'w')} as host, b.until as blocked_until
      from destinations t
      join lateral (
        select d.* from deliveries d
        where d.agency_uid = ${agency} and d.destination = t.destination
          and d.completed_at is null and d.due_at <= ${now}
          and (d.claimed_until is null or d.claimed_until <= ${now})
        order by d.due_at, d.seq, d.uid limit ${sql.lit(candidatesMax)}) c on true
      join webhooks w on w.uid = c.webhook_uid
      left join lateral (
        select case when b.claimed_until > ${now} then b.claimed_until
          when b.due_at <= ${now} then ${later(leaseMs)}
          else least(b.due_at, b.first_failed_at + ${seconds(blockingMs)}) end as until
        from deliveries b
        where b.agency_uid = ${agency} and b.destination = c.destination
          and b.ordering_key = c.ordering_key and b.completed_at is null
          and b.due_at < 'infinity' and b.uid <> c.uid
          and (b.claimed_until > ${now} or ((b.seq, b.uid) < (c.seq, c.uid)
            and coalesce(b.first_failed_at, ${now}) > ${later(-blockingMs)}))
        order by b.seq, b.uid limit 1) b on true),
    firsts as (
      select c.*, row_number() over (partition by c.destination, c.ordering_key
        order by c.seq, c.uid) as place
      from candidates c
      where c.blocked_until is null and c.webhook_status = 'ACTIVE' and not c.is_gone),
    ranked as (
      select f.*,
        row_number() over (partition by f.destination order by f.due_at, f.seq, f.uid)
          + (select count(*) from running r where r.destination = f.destination) as in_destination,
        row_number() over (partition by f.host order by f.due_at, f.seq, f.uid)
          + (select count(*) from running r where r.host = f.host) as in_host
      from firsts f where f.place = 1),
    chosen as (
      select r.uid from ranked r
      where r.in_destination <= ${perDestinationMax} and r.in_host <= ${perHostMax}
      order by r.due_at, r.seq, r.uid limit ${limit}),
    taken as (
      update deliveries d set claimed_by = ${worker}::uuid, claimed_until = ${later(leaseMs)},
        is_kept_back = false
      where d.agency_uid = ${agency} and d.uid = any(array(select uid from chosen))
      returning d.*),
    kept_back as (
      update deliveries d set due_at = k.until, is_kept_back = k.until < 'infinity'
      from json_to_recordset((
        select json_agg(json_build_object('uid', c.uid, 'until',
          case when c.webhook_status = 'DISABLED' then 'infinity'
            else greatest(c.blocked_until, ${now} + interval '1 millisecond') end))
        from candidates c where not c.is_gone
          and (c.blocked_until is not null or c.webhook_status = 'DISABLED')))
        as k(uid uuid, until timestamptz)
      where d.agency_uid = ${agency} and d.uid = k.uid
      returning 1),
    dropped as (
      update deliveries d set status = 'ABANDONED', completed_at = ${now}
      where d.agency_uid = ${agency}
        and d.uid = any(array(select c.uid from candidates c where c.is_gone))
      returning 1)
    select (select coalesce(json_agg(${claimedJson(now)} order by t.seq, t.uid), '[]')
      from taken t join webhooks w on w.uid = t.webhook_uid
      join events e on e.agency_uid = t.agency_uid and e.seq = t.seq) as claimed,
      ((select count(*) from kept_back) + (select count(*) from dropped))::int as kept_back
  `.execute(db)
  const { claimed, kept_back } = rows[0]!
  return { claimed, keptBack: kept_back }
}

function seconds(ms: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${ms / 1_000})`
}

/** The host, with its port, that a delivery goes to. */
function hostOf(delivery: string, webhook: string): RawBuilder<unknown> {
  const url = [delivery, webhook].map(alias => sql.ref(`${alias}.callback_url`))
  return sql`split_part(coalesce(${sql.join(url)}), '/', 3)`
}

/** A claimed row `t` with its webhook `w` and event `e` as one value. */
function claimedJson(now: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_object('agency_uid', t.agency_uid, 'uid', t.uid,
    'destination', t.destination,
    'number', t.attempt_count + 1, 'first_failed_at', t.first_failed_at,
    'shows_personal', t.shows_personal, 'replay_uid', t.replay_uid, 'replay_of', t.replay_of,
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
