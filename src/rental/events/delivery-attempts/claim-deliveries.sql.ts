/**
 * The parts of the statement that claims deliveries, each a common table expression that the next
 * ones build on (contract/events.md §6.5, §8.4): destinations, running → candidates → firsts →
 * placed → ranked → chosen → judged, and then the outcomes of the candidates: taken, skipped,
 * deferred, dropped.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { eventReach } from '../../access/partners/event-reach.sql.ts'
import { hostOf, type Running } from '../deliveries/claimed-deliveries.sql.ts'

/** Values that the parts share, ready to stand in SQL. */
export interface ClaimValues {
  agency: RawBuilder<unknown>
  now: RawBuilder<unknown>
  /** The moment so many milliseconds from now. */
  later(ms: number): RawBuilder<unknown>
}

export function valuesOf(agencyUid: string, at: Date): ClaimValues {
  return {
    agency: sql`${agencyUid}::uuid`,
    now: sql`${at}::timestamptz`,
    later: ms => sql`${new Date(at.getTime() + ms)}::timestamptz`,
  }
}

/** How many candidates of a destination are looked at in one go. */
const candidatesMax = 24
const perDestinationMax = 10
const perHostMax = 20
/** Maximum number of claimed deliveries of a fast destination, those being sent included. */
const prefetchMax = 150

/**
 * Returns whether another attempt may start, given how many are under way: at most 10 to a
 * destination and 20 to a host, and to a destination no more than stay free at its host
 * (contract/events.md §6.5).
 */
export function mayStart(underWay: { toDestination: number; toHost: number }): boolean {
  const freeAtHost = perHostMax - underWay.toHost
  return underWay.toDestination < Math.min(perDestinationMax, freeAtHost)
}

/**
 * The destinations with open deliveries. It hops from one to the next by the index, since an agency
 * may have very many deliveries for few destinations.
 */
export function destinations({ agency }: ClaimValues): RawBuilder<unknown> {
  return sql`destinations as (
    (select d.destination from deliveries d
      where d.agency_uid = ${agency} and d.completed_at is null order by d.destination limit 1)
    union all
    select (select d.destination from deliveries d where d.agency_uid = ${agency}
      and d.completed_at is null and d.destination > p.destination
      order by d.destination limit 1)
    from destinations p where p.destination is not null)`
}

/**
 * Claims in progress, by destination and host. A destination has at most 10 attempts in progress,
 * however many of its deliveries are claimed: only one process prefetches, and starts them in turn.
 */
export function inProgress(rows: Running[]): RawBuilder<unknown> {
  return sql`running as (
    select * from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(destination text, host text, claimed int, by_others int)),
    hosts as (
      select r.host, sum(least(r.claimed, ${sql.lit(perDestinationMax)}))::int as attempts
      from running r group by r.host)`
}

/**
 * The deliveries that are due, the oldest of each destination that has a free slot: the backlog of
 * a slow destination is neither read nor ahead of others. `blocked_until` is null where nothing is
 * in the way. Destination and time are compared as rows, which only the index that begins with both
 * serves: with `d.destination = t.destination` the planner, told by old statistics that an agency
 * has one destination, reads all that is due in the agency and drops most of it.
 */
export function candidates(values: ClaimValues, bounds: CandidateBounds): RawBuilder<unknown> {
  const { agency, now } = values
  const isFast = sql`t.destination = any(${bounds.prefetched ?? []}::text[])`
  return sql`candidates as (
    select c.*, w.status as webhook_status, w.deleted_at is not null and not w.drains as is_gone,
      ${hostOf('c', 'w')} as host, b.until as blocked_until,
      f.is_fast
    from destinations t
    cross join lateral (select ${isFast} as is_fast) f
    left join lateral (select max(r.claimed) as claimed from running r
      where r.destination = t.destination) r on true
    join lateral (
      select d.* from deliveries d
      where d.agency_uid = ${agency} and d.completed_at is null
        and (d.destination, d.due_at) >= (t.destination, '-infinity')
        and (d.destination, d.due_at) <= (t.destination, ${now})
        and (d.claimed_until is null or d.claimed_until <= ${now})
        and coalesce(r.claimed, 0) < case when f.is_fast then ${sql.lit(prefetchMax)}
          else ${sql.lit(perDestinationMax)} end
      order by d.destination, d.due_at, d.seq, d.uid
      limit case when f.is_fast then ${sql.lit(prefetchMax)}
        else ${sql.lit(candidatesMax)} end) c on true
    join webhooks w on w.uid = c.webhook_uid
    left join lateral (${blocked(values, bounds)}) b on true)`
}

export interface CandidateBounds {
  leaseMs: number
  blockingMs: number
  prefetched?: string[]
}

/**
 * What a candidate `c` waits for, and until when: a delivery of the same destination and key that
 * is being sent, or an earlier one that has not failed for too long. This keeps a key in order.
 */
function blocked(
  { agency, now, later }: ClaimValues,
  { leaseMs, blockingMs }: CandidateBounds,
): RawBuilder<unknown> {
  return sql`select case when b.claimed_until > ${now} then b.claimed_until
      when b.due_at <= ${now} then ${later(leaseMs)}
      else least(b.due_at, b.first_failed_at + ${seconds(blockingMs)}) end as until
    from deliveries b
    where b.agency_uid = ${agency} and b.destination = c.destination
      and b.ordering_key = c.ordering_key and b.completed_at is null
      and b.due_at < 'infinity' and b.uid <> c.uid
      and (b.claimed_until > ${now} or ((b.seq, b.uid) < (c.seq, c.uid)
        and coalesce(b.first_failed_at, ${now}) > ${later(-blockingMs)}))
    order by b.seq, b.uid limit 1`
}

/** Of those that nothing blocks, `place` 1 is the first of its key: one at a time goes out. */
export function firsts(): RawBuilder<unknown> {
  return sql`firsts as (
    select c.*, row_number() over (partition by c.destination, c.ordering_key
      order by c.seq, c.uid) as place
    from candidates c
    where c.blocked_until is null and c.webhook_status = 'ACTIVE' and not c.is_gone)`
}

/** Their places in the queues of their destinations, behind what is claimed of those. */
export function placed(): RawBuilder<unknown> {
  return sql`placed as (
    select f.*, coalesce(r.claimed, 0) + row_number() over (
        partition by f.destination order by f.due_at, f.seq, f.uid) as in_destination,
      coalesce(h.attempts, 0) as attempts,
      coalesce(h.attempts, 0) - least(coalesce(r.claimed, 0), ${sql.lit(perDestinationMax)})
        as beside, coalesce(r.by_others, 0) as by_others
    from firsts f
    left join running r on r.destination = f.destination and r.host = f.host
    left join hosts h on h.host = f.host
    where f.place = 1)`
}

/**
 * Their places in the queues of their hosts. Destinations take turns, those with the fewest
 * deliveries under way first: in order of time, a slow destination's backlog would come first.
 */
export function ranked(): RawBuilder<unknown> {
  return sql`ranked as (
    select p.*, p.attempts + row_number() over (partition by p.host
      order by p.in_destination, p.due_at, p.seq, p.uid) as in_host
    from placed p)`
}

/**
 * Selects deliveries that overload neither a destination nor a host, as many as the process wants.
 * A destination takes no more slots of its host than it leaves free, so that slow ones never hold
 * them all ({@link mayStart}). A fast destination is prefetched if no other process has claimed of
 * it, and no other destination of its host has claims.
 */
export function chosen(limit: number): RawBuilder<unknown> {
  const [most, ofHost] = [sql.lit(perDestinationMax), sql.lit(perHostMax)]
  return sql`chosen as (
    select r.uid from ranked r
    where case when r.is_fast and r.by_others = 0 and r.beside = 0
      then r.in_destination <= ${sql.lit(prefetchMax)}
      else r.in_destination <= ${most} and r.in_destination <= ${ofHost} + 1 - r.in_host end
    order by r.in_destination, r.due_at, r.seq, r.uid limit ${limit})`
}

/** What the owners of their webhooks may be told of the chosen now, not when they were queued. */
export function judged({ agency }: ClaimValues): RawBuilder<unknown> {
  const reach = eventReach('e', agency, sql`w.partner_uid`)
  return sql`judged as (
    select d.uid, ${reach.isReached} as is_reached,
      d.shows_personal and ${reach.showsPersonal} as shows_personal
    from deliveries d
    join webhooks w on w.uid = d.webhook_uid
    join events e on e.agency_uid = ${agency} and e.seq = d.seq
    left join properties p on p.agency_uid = ${agency} and p.uid = e.property_uid
    ${reach.join}
    where d.agency_uid = ${agency} and d.uid = any(array(select uid from chosen)))`
}

/** Leases them to the process: if it dies, they are due again when the lease has ended. */
export function taken(
  { agency, later }: ClaimValues,
  { worker, leaseMs }: { worker: string; leaseMs: number },
): RawBuilder<unknown> {
  return sql`taken as (
    update deliveries d set claimed_by = ${worker}::uuid, claimed_until = ${later(leaseMs)},
      is_kept_back = false
    where d.agency_uid = ${agency} and d.uid = any(array(select uid from judged where is_reached))
    returning d.*)`
}

/** Gives up what is out of reach by now. */
export function skipped({ agency, now }: ClaimValues): RawBuilder<unknown> {
  return sql`skipped as (
    update deliveries d set status = 'SKIPPED', completed_at = ${now}
    where d.agency_uid = ${agency}
      and d.uid = any(array(select uid from judged where not is_reached))
    returning d.destination, d.ordering_key)`
}

/**
 * Puts off what is blocked until what it waits for may be over, and what is of a disabled webhook
 * for ever: otherwise they would be the oldest candidates again and again, and hide the others.
 * Their uids go through JSON, so that the planner finds the rows by key.
 */
export function deferred({ agency, now }: ClaimValues): RawBuilder<unknown> {
  return sql`deferred as (
    update deliveries d set due_at = k.until, is_kept_back = k.until < 'infinity'
    from json_to_recordset((
      select json_agg(json_build_object('uid', c.uid, 'until',
        case when c.webhook_status = 'DISABLED' then 'infinity'
          else greatest(c.blocked_until, ${now} + interval '1 millisecond') end))
      from candidates c where not c.is_gone
        and (c.blocked_until is not null or c.webhook_status = 'DISABLED')))
      as k(uid uuid, until timestamptz)
    where d.agency_uid = ${agency} and d.uid = k.uid
    returning 1)`
}

/** Gives up what is of a webhook that was deleted and is not to be drained. */
export function dropped({ agency, now }: ClaimValues): RawBuilder<unknown> {
  return sql`dropped as (
    update deliveries d set status = 'ABANDONED', completed_at = ${now}
    where d.agency_uid = ${agency}
      and d.uid = any(array(select c.uid from candidates c where c.is_gone))
    returning 1)`
}

/** What is delivered in order. */
export interface Lane {
  destination: string
  ordering_key: string
}

/** Makes due what was kept back behind deliveries of these destinations and keys. */
export async function freeLanes(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  lanes: Lane[],
): Promise<void> {
  const { agency, now } = valuesOf(agencyUid, clock.now())
  await sql`update deliveries d set due_at = ${now}, is_kept_back = false
    from json_to_recordset(${JSON.stringify(lanes)}::json)
      as f(destination text, ordering_key text)
    where d.agency_uid = ${agency} and d.destination = f.destination
      and d.ordering_key = f.ordering_key and d.completed_at is null
      and d.is_kept_back`.execute(db)
}

function seconds(ms: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${ms / 1_000})`
}
