/**
 * Common table expressions of the statement that claims deliveries, one per function and named like
 * it; each builds on the ones before (contract/events.md §6.5, §8.4): destinations, running, hosts
 * → candidates → queue_heads → ranked_in_destination → ranked_in_host → chosen → access_checked,
 * and then the outcomes of the candidates: leased, skipped, deferred, abandoned.
 */
import { type RawBuilder, sql } from 'kysely'
import { eventAccess } from '../../access/partners/event-access.sql.ts'
import { type ClaimCount, hostOf } from '../deliveries/claimed-deliveries.sql.ts'

/** Values that the expressions share, as SQL. */
export interface ClaimValues {
  agency: RawBuilder<unknown>
  now: RawBuilder<unknown>
  /** Returns the time `ms` milliseconds from now. */
  later(ms: number): RawBuilder<unknown>
}

export function toClaimValues(agencyUid: string, now: Date): ClaimValues {
  return {
    agency: sql`${agencyUid}::uuid`,
    now: sql`${now}::timestamptz`,
    later: ms => sql`${new Date(now.getTime() + ms)}::timestamptz`,
  }
}

/** Maximum number of candidates per destination and claim, unless the destination is fast. */
const candidatesMax = 24
/** Maximum number of concurrent attempts at a destination. */
const perDestinationMax = 10
/** Maximum number of concurrent attempts at all destinations of a host. */
const perHostMax = 20
/**
 * Maximum number of candidates of a fast destination, and of its claimed deliveries, those being
 * sent included.
 */
const prefetchMax = 150

/**
 * Returns whether another attempt may start, given the attempts in progress: at most 10 to a
 * destination and 20 to a host, and to a destination at most as many as its host then still has
 * free (contract/events.md §6.5).
 */
export function mayStart(attempts: { toDestination: number; toHost: number }): boolean {
  const freeAtHost = perHostMax - attempts.toHost
  return attempts.toDestination < Math.min(perDestinationMax, freeAtHost)
}

/**
 * Selects the destinations with open deliveries. Skips from one to the next in the index, because
 * an agency may have very many deliveries for few destinations. Needs WITH RECURSIVE; its last row
 * is null.
 */
export function destinations({ agency }: ClaimValues): RawBuilder<unknown> {
  return sql`destinations as (
    (select d.destination from deliveries d
      where d.agency_uid = ${agency} and d.completed_at is null order by d.destination limit 1)
    union all
    select (select d.destination from deliveries d where d.agency_uid = ${agency}
      and d.completed_at is null and d.destination > previous.destination
      order by d.destination limit 1)
    from destinations previous where previous.destination is not null)`
}

/** Returns claims in progress, by destination and host. */
export function running(claimCounts: ClaimCount[]): RawBuilder<unknown> {
  return sql`running as (
    select * from json_to_recordset(${JSON.stringify(claimCounts)}::json)
      as r(destination text, host text, claimed int, by_others int))`
}

/**
 * Counts the attempts in progress by host. A destination has at most 10, however many of its
 * deliveries are claimed: the process that prefetched the others makes them wait.
 */
export function hosts(): RawBuilder<unknown> {
  return sql`hosts as (
      select r.host, sum(least(r.claimed, ${sql.lit(perDestinationMax)}))::int as attempts
      from running r group by r.host)`
}

/**
 * Selects the oldest due deliveries of each destination that has a free slot: the backlog of a slow
 * destination is not read and does not delay others. `blocked_until` is null if nothing blocks the
 * delivery. `is_abandoned` is true if its webhook was deleted, unless the webhook drains, which
 * means that its open deliveries are still sent.
 */
export function candidates(values: ClaimValues, bounds: CandidateBounds): RawBuilder<unknown> {
  const { agency, now } = values
  const isFast = sql`t.destination = any(${bounds.fastDestinations ?? []}::text[])`
  // Destination and time are compared as rows, so the planner has to use the index that begins with
  // both. For `d.destination = t.destination` and old statistics, by which an agency has one
  // destination, it would read all due rows of the agency and drop most of them.
  const isDue = sql`(d.destination, d.due_at) >= (t.destination, '-infinity')
          and (d.destination, d.due_at) <= (t.destination, ${now})`
  // A constant, although an outer limit follows: for an unknown limit the planner expects a tenth
  // of all rows, and would sort a backlog.
  const readMax = sql.lit(prefetchMax)
  return sql`candidates as (
    select c.*, w.status as webhook_status,
      w.deleted_at is not null and not w.drains as is_abandoned,
      ${hostOf('c', 'w')} as host, blocker.until as blocked_until,
      f.is_fast
    from destinations t
    cross join lateral (select ${isFast} as is_fast) f
    left join lateral (select max(r.claimed) as claimed from running r
      where r.destination = t.destination) r on true
    join lateral (
      select d.* from (
        select d.* from deliveries d
        where d.agency_uid = ${agency} and d.completed_at is null
          and ${isDue}
          and (d.claimed_until is null or d.claimed_until <= ${now})
          and coalesce(r.claimed, 0) < case when f.is_fast then ${sql.lit(prefetchMax)}
            else ${sql.lit(perDestinationMax)} end
        order by d.destination, d.due_at, d.seq, d.uid
        limit ${readMax}) d
      limit case when f.is_fast then ${sql.lit(prefetchMax)}
        else ${sql.lit(candidatesMax)} end) c on true
    join webhooks w on w.uid = c.webhook_uid
    left join lateral (${blockedUntil(values, bounds)}) blocker on true)`
}

export interface CandidateBounds {
  leaseMs: number
  /** Milliseconds for which a failing delivery blocks later ones of its key. */
  blockingMs: number
  fastDestinations?: string[]
}

/**
 * Selects the time until which a candidate `c` is blocked by another delivery `b` of the same
 * destination and key: by any that is being sent, or by an earlier one that has not failed for too
 * long. This preserves the order of a key. A held delivery, due at `infinity`, blocks none. The
 * time is the end of the blocker's claim, or of the claim that it can get now if it is due, else
 * its next attempt, or when it has failed for too long.
 */
function blockedUntil(
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

/** Ranks unblocked candidates within their key. Only rank 1 is sent: one at a time per key. */
export function queueHeads(): RawBuilder<unknown> {
  return sql`queue_heads as (
    select c.*, row_number() over (partition by c.destination, c.ordering_key
      order by c.seq, c.uid) as key_rank
    from candidates c
    where c.blocked_until is null and c.webhook_status = 'ACTIVE' and not c.is_abandoned)`
}

/**
 * Ranks candidates in the queues of their destinations, after deliveries already claimed.
 * `host_attempts` are the attempts in progress at the host, `host_attempts_elsewhere` those at its
 * other destinations.
 */
export function rankedInDestination(): RawBuilder<unknown> {
  return sql`ranked_in_destination as (
    select f.*, coalesce(r.claimed, 0) + row_number() over (
        partition by f.destination order by f.due_at, f.seq, f.uid) as destination_position,
      coalesce(h.attempts, 0) as host_attempts,
      coalesce(h.attempts, 0) - least(coalesce(r.claimed, 0), ${sql.lit(perDestinationMax)})
        as host_attempts_elsewhere, coalesce(r.by_others, 0) as by_others
    from queue_heads f
    left join running r on r.destination = f.destination and r.host = f.host
    left join hosts h on h.host = f.host
    where f.key_rank = 1)`
}

/**
 * Ranks candidates in the queues of their hosts, after the attempts in progress. Destinations
 * alternate, those with the fewest claims first. By time alone, the backlog of a slow destination
 * would precede all others.
 */
export function rankedInHost(): RawBuilder<unknown> {
  return sql`ranked_in_host as (
    select p.*, p.host_attempts + row_number() over (partition by p.host
      order by p.destination_position, p.due_at, p.seq, p.uid) as host_position
    from ranked_in_destination p)`
}

/**
 * Selects up to `limit` deliveries that overload neither a destination nor a host. A destination
 * takes at most half of its host's free slots, so slow ones never hold them all ({@link mayStart}).
 * A fast destination is prefetched if no other process has claims for it, and no other destination
 * of its host has claims. The last condition is that of {@link mayStart}, whose counts exclude the
 * delivery itself: each is a position less one.
 */
export function chosen(limit: number): RawBuilder<unknown> {
  const [perDestination, perHost] = [sql.lit(perDestinationMax), sql.lit(perHostMax)]
  return sql`chosen as (
    select r.uid from ranked_in_host r
    where case when r.is_fast and r.by_others = 0 and r.host_attempts_elsewhere = 0
      then r.destination_position <= ${sql.lit(prefetchMax)}
      else r.destination_position <= ${perDestination}
        and r.destination_position <= ${perHost} + 1 - r.host_position end
    order by r.destination_position, r.due_at, r.seq, r.uid limit ${limit})`
}

/**
 * Checks the current access of the webhooks' owners to the chosen deliveries; it may have changed
 * since they were queued.
 */
export function accessChecked({ agency }: ClaimValues): RawBuilder<unknown> {
  const access = eventAccess('e', agency, sql`w.partner_uid`)
  return sql`access_checked as (
    select d.uid, ${access.isAccessible} as is_accessible,
      d.shows_personal and ${access.includesPersonal} as shows_personal
    from deliveries d
    join webhooks w on w.uid = d.webhook_uid
    join events e on e.agency_uid = ${agency} and e.seq = d.seq
    left join properties p on p.agency_uid = ${agency} and p.uid = e.property_uid
    ${access.join}
    where d.agency_uid = ${agency} and d.uid = any(array(select uid from chosen)))`
}

/**
 * Leases deliveries to the process: if it dies, they are due again after the lease. Clears
 * `is_kept_back`, which marks deliveries deferred behind another one of their key.
 */
export function leased(
  { agency, later }: ClaimValues,
  { worker, leaseMs }: { worker: string; leaseMs: number },
): RawBuilder<unknown> {
  return sql`leased as (
    update deliveries d set claimed_by = ${worker}::uuid, claimed_until = ${later(leaseMs)},
      is_kept_back = false
    where d.agency_uid = ${agency}
      and d.uid = any(array(select uid from access_checked where is_accessible))
    returning d.*)`
}

/** Skips deliveries of events that the webhook's owner can no longer access. */
export function skipped({ agency, now }: ClaimValues): RawBuilder<unknown> {
  return sql`skipped as (
    update deliveries d set status = 'SKIPPED', completed_at = ${now}
    where d.agency_uid = ${agency}
      and d.uid = any(array(select uid from access_checked where not is_accessible))
    returning d.destination, d.ordering_key)`
}

/**
 * Defers blocked deliveries until the blocker may be finished, and holds those of disabled webhooks
 * (due at `infinity`): otherwise they would stay the oldest candidates and starve the others. A
 * time in the past becomes 1 ms from now, so that the delivery is not due again at once. Uids are
 * passed as JSON, which makes the planner find the rows by key.
 */
export function deferred({ agency, now }: ClaimValues): RawBuilder<unknown> {
  return sql`deferred as (
    update deliveries d set due_at = deferral.until,
      is_kept_back = deferral.until < 'infinity'
    from json_to_recordset((
      select json_agg(json_build_object('uid', c.uid, 'until',
        case when c.webhook_status = 'DISABLED' then 'infinity'
          else greatest(c.blocked_until, ${now} + interval '1 millisecond') end))
      from candidates c where not c.is_abandoned
        and (c.blocked_until is not null or c.webhook_status = 'DISABLED')))
      as deferral(uid uuid, until timestamptz)
    where d.agency_uid = ${agency} and d.uid = deferral.uid
    returning 1)`
}

/** Abandons deliveries of a deleted webhook that is not to be drained. */
export function abandoned({ agency, now }: ClaimValues): RawBuilder<unknown> {
  return sql`abandoned as (
    update deliveries d set status = 'ABANDONED', completed_at = ${now}
    where d.agency_uid = ${agency}
      and d.uid = any(array(select c.uid from candidates c where c.is_abandoned))
    returning 1)`
}

function seconds(ms: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${ms / 1_000})`
}
