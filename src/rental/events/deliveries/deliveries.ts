/**
 * Worker queries of deliveries: due deliveries and results of attempts. Within an agency one
 * process at a time claims deliveries and holds the agency's row of `delivery_queues`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants, type TenantFilter } from '../../../platform/db/cluster/topology.ts'
import type { Outcome } from '../../../platform/http/http-outcome.ts'
import { isEnabledAgency } from '../../access/agency-states/agency-state.sql.ts'

/** Channel of notifications with the uid of an agency that has due deliveries. */
export const deliveriesChannel = 'lodgepole_deliveries'

type ContextPart = Pick<Context, 'db' | 'clock'>

/**
 * Returns the query of the enabled agencies with due deliveries: one index lookup per agency with a
 * log.
 */
export function dueDeliveries(instant: Date, of: TenantFilter): RawBuilder<unknown> {
  const now = sql`${instant}::timestamptz`
  return sql`select l.agency_uid from event_logs l where ${of('l')} and exists (
      select 1 from deliveries d where d.agency_uid = l.agency_uid and ${of('d')}
        and d.completed_at is null and d.due_at <= ${now}
        and (d.claimed_until is null or d.claimed_until <= ${now}))
      and ${isEnabledAgency(sql`l.agency_uid`)}`
}

/**
 * Returns the age in seconds of the oldest due delivery of an enabled agency; 0 when none is due.
 */
export async function backlogAgeUnscoped({ db, clock }: ContextPart): Promise<number> {
  const now = clock.now()
  const { rows } = await queryTenants(
    db,
    of => sql<{ oldest: Date | null }>`
    /* every tenant */ select min((select min(d.due_at) from deliveries d
      where d.agency_uid = l.agency_uid and ${of('d')}
        and d.completed_at is null and d.due_at <= ${now})) as oldest
    from event_logs l where ${of('l')} and ${isEnabledAgency(sql`l.agency_uid`)}`,
  )
  const waitedMs = rows.map(({ oldest }) => (oldest ? now.getTime() - oldest.getTime() : 0))
  return Math.max(...waitedMs) / 1_000
}

/** Maximum number that a count of open rows returns for each node, which bounds its time. */
const countMax = 100_000

/**
 * Counts the deliveries that are not completed, without those of disabled webhooks; at most 100,000
 * on each node of a database.
 */
export async function countOpenDeliveriesUnscoped({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await queryTenants(
    db,
    of => sql<{ count: number }>`
    /* every tenant */ select count(*)::int as count from (
      select 1 from deliveries d where ${of('d')}
        and d.completed_at is null and d.due_at < 'infinity' limit ${countMax}) d`,
  )
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/**
 * Returns whether an enabled agency has due deliveries, and otherwise when the next one is due. A
 * disabled agency has none. The `order
 * by` makes the planner read the index: it assumes that the many open rows are spread over the
 * table, but they are its last ones.
 */
export async function findDue(
  { db, clock }: ContextPart,
  agencyUid: string,
): Promise<{ isDue: boolean; nextDueAt: Date | null }> {
  const now = sql`${clock.now()}::timestamptz`
  const isEnabled = isEnabledAgency(sql`${agencyUid}::uuid`)
  const open = sql`d.agency_uid = ${agencyUid}::uuid and d.completed_at is null`
  const { rows } = await sql<{ isDue: boolean; nextDueAt: Date | null }>`
    select exists (select from (select from deliveries d where ${open} and d.due_at <= ${now}
        and (d.claimed_until is null or d.claimed_until <= ${now})
        order by d.due_at limit 1) d) and ${isEnabled} as "isDue",
      (select min(d.due_at) from deliveries d where ${open} and d.due_at > ${now}
        and d.due_at < 'infinity' and ${isEnabled}) as "nextDueAt"`.execute(db)
  return rows[0]!
}

/**
 * Locks the queue of an agency until the transaction ends. Forces generic plans until then:
 * planning a claim takes as long as running it.
 *
 * @param waits whether to wait for another process that holds the lock, because there are results
 * to write. A transaction that only claims also skips the wait for the disk: a claim that is lost
 * with the database is claimed again, as if its process had been killed.
 * @returns whether the lock was acquired
 */
export async function lockQueue(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  { waits }: { waits: boolean },
): Promise<boolean> {
  const asyncCommit = sql`, set_config('synchronous_commit', 'off', true)`
  const lock = sql`select set_config('plan_cache_mode', 'force_generic_plan', true)
    ${waits ? sql`` : asyncCommit} from delivery_queues where agency_uid = ${agencyUid}
    for no key update ${waits ? sql`` : sql`skip locked`}`
  if ((await lock.execute(db)).rows.length > 0) return true
  // Without a row the agency has none yet, or it is locked; then this inserts none either.
  const inserted = await sql`insert into delivery_queues (agency_uid) values (${agencyUid})
    on conflict (agency_uid) do nothing returning 1`.execute(db)
  return inserted.rows.length > 0
}

/** Releases claims: the deliveries are due as before. The caller holds the lock on the queue. */
export async function releaseClaims(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  worker: string,
  uids: string[],
): Promise<void> {
  await sql`update deliveries set claimed_by = null, claimed_until = null
    where agency_uid = ${agencyUid} and uid = any(${uids}::uuid[])
      and claimed_by = ${worker}`.execute(db)
}

/** Destination and key within which deliveries are sent in order. */
export interface OrderingKey {
  destination: string
  ordering_key: string
}

/** Makes deliveries due that were deferred behind others of these destinations and keys. */
export async function releaseDeferred(
  { db, clock }: ContextPart,
  agencyUid: string,
  keys: OrderingKey[],
): Promise<void> {
  await sql`update deliveries d set due_at = ${clock.now()}::timestamptz, is_kept_back = false
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as k(destination text, ordering_key text)
    where d.agency_uid = ${agencyUid}::uuid and d.destination = k.destination
      and d.ordering_key = k.ordering_key and d.completed_at is null
      and d.is_kept_back`.execute(db)
}

/** Result of an attempt at a claimed delivery. */
export interface FinishedDelivery {
  uid: string
  number: number
  status: 'DELIVERED' | 'RETRYING' | 'EXHAUSTED'
  /** Time of the next attempt; null if there is none. */
  due_at: Date | null
  started_at: Date
  duration_ms: number
  outcome: Outcome
  response_status: number | null
  response_headers: Record<string, string>
  response_snippet: string | null
  error_message: string | null
}

/**
 * Records the results of attempts. Makes the next delivery of each key due before newer ones, as if
 * it had never been deferred. Skips a delivery that another process has claimed since. One that
 * was skipped or abandoned during the attempt keeps that status unless it was delivered, and one
 * that was held stays held. The caller holds the lock on the queue.
 */
export async function finishDeliveries(
  { db, clock }: ContextPart,
  agencyUid: string,
  worker: string,
  finished: FinishedDelivery[],
): Promise<void> {
  const now = sql`${clock.now()}::timestamptz`
  const agency = sql`${agencyUid}::uuid`
  const resultsJson = JSON.stringify(finished)
  // Two pipelined statements: a cluster sends each to the agency's node only.
  const insertAttempts = sql`
    insert into delivery_attempts (agency_uid, delivery_uid, number, started_at, duration_ms,
      outcome, response_status, response_headers, response_snippet, error_message)
    select d.agency_uid, d.uid, g.number, g.started_at, g.duration_ms, g.outcome,
      g.response_status, g.response_headers, g.response_snippet, g.error_message
    from json_to_recordset(${resultsJson}::json) as g(uid uuid, number int, started_at timestamptz,
      duration_ms int, outcome text, response_status int, response_headers jsonb,
      response_snippet text, error_message text)
    join deliveries d on d.agency_uid = ${agency} and d.uid = g.uid
    where d.claimed_by = ${worker}::uuid
    on conflict do nothing`
  const updateDeliveries = sql`with finished as (
      update deliveries d set attempt_count = g.number, claimed_by = null, claimed_until = null,
        last_response_status = g.response_status,
        first_failed_at = case when g.status = 'DELIVERED' then d.first_failed_at
          else coalesce(d.first_failed_at, g.started_at) end,
        status = case when d.completed_at is null or g.status = 'DELIVERED' then g.status
          else d.status end,
        completed_at = case when g.status <> 'RETRYING' then ${now} else d.completed_at end,
        due_at = case when d.due_at = 'infinity' then d.due_at
          else coalesce(g.due_at, d.due_at) end
      from json_to_recordset(${resultsJson}::json) as g(uid uuid, number int, status text,
        due_at timestamptz, started_at timestamptz, response_status int)
      where d.agency_uid = ${agency} and d.uid = g.uid and d.claimed_by = ${worker}::uuid
      returning d.uid, d.destination, d.ordering_key)
    update deliveries n set due_at = n.created_at, is_kept_back = false
    from finished f
    cross join lateral (
      select s.uid from deliveries s
      where s.agency_uid = ${agency} and s.destination = f.destination
        and s.ordering_key = f.ordering_key and s.completed_at is null and s.uid <> f.uid
        and s.is_kept_back and s.due_at < 'infinity'
      order by s.seq, s.uid limit 1) next
    where n.agency_uid = ${agency} and n.uid = next.uid`
  await Promise.all([insertAttempts.execute(db), updateDeliveries.execute(db)])
}
