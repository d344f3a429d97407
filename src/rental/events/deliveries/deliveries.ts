/**
 * What workers ask of deliveries: which are due, and what became of them. Within an agency they are
 * claimed by one process at a time, which holds the agency's row of `delivery_queues`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type OfTenants, reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import type { Outcome } from '../../../platform/http/http-outcome.ts'

/** Channel of notifications with the uid of an agency that has due deliveries. */
export const deliveriesChannel = 'lodgepole_deliveries'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** Agencies with deliveries that are due: one look into the index for each that has a log. */
export function dueDeliveries(at: Date, of: OfTenants): RawBuilder<unknown> {
  const now = sql`${at}::timestamptz`
  return sql`select l.agency_uid from event_logs l where ${of('l')} and exists (
      select 1 from deliveries d where d.agency_uid = l.agency_uid and ${of('d')}
        and d.completed_at is null and d.due_at <= ${now}
        and (d.claimed_until is null or d.claimed_until <= ${now}))`
}

/** For how many seconds the delivery that is due the longest has waited; 0 when none is due. */
export async function backlogAgeUnscoped({ db, clock }: ContextPart): Promise<number> {
  const now = clock.now()
  const rows = await reachableRows(
    db as never,
    of => sql<{ oldest: Date | null }>`
    /* every tenant */ select min((select min(d.due_at) from deliveries d
      where d.agency_uid = l.agency_uid and ${of('d')}
        and d.completed_at is null and d.due_at <= ${now})) as oldest
    from event_logs l where ${of('l')}`,
  )
  const waited = rows.map(({ oldest }) => (oldest ? now.getTime() - oldest.getTime() : 0))
  return Math.max(...waited) / 1_000
}

/**
 * Whether something of an agency is due, and else when the next is. The order has it read by the
 * index: the planner takes many open rows for spread over the table, but they are its last ones.
 */
export async function findDue(
  { db, clock }: ContextPart,
  agencyUid: string,
): Promise<{ isDue: boolean; nextDueAt: Date | null }> {
  const now = sql`${clock.now()}::timestamptz`
  const open = sql`d.agency_uid = ${agencyUid}::uuid and d.completed_at is null`
  const { rows } = await sql<{ isDue: boolean; nextDueAt: Date | null }>`
    select exists (select from (select from deliveries d where ${open} and d.due_at <= ${now}
        and (d.claimed_until is null or d.claimed_until <= ${now})
        order by d.due_at limit 1) d) as "isDue",
      (select min(d.due_at) from deliveries d where ${open} and d.due_at > ${now}
        and d.due_at < 'infinity') as "nextDueAt"`.execute(db)
  return rows[0]!
}

/**
 * Takes the queue of an agency until the transaction ends. Until then plans are kept whatever the
 * values are: to plan a claim takes as long as to run it.
 *
 * @param waits whether to wait for another process that has it, since there is something to write
 *   down. Who only claims waits for no disk either: a claim that is lost with the database is made
 *   again, as if its process had been killed.
 * @returns whether it was got
 */
export async function lockQueue(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  { waits }: { waits: boolean },
): Promise<boolean> {
  const soon = sql`, set_config('synchronous_commit', 'off', true)`
  const lock = sql`select set_config('plan_cache_mode', 'force_generic_plan', true)
    ${waits ? sql`` : soon} from delivery_queues where agency_uid = ${agencyUid}
    for no key update ${waits ? sql`` : sql`skip locked`}`
  if ((await lock.execute(db)).rows.length > 0) return true
  const made = await sql`insert into delivery_queues (agency_uid) values (${agencyUid})
    on conflict (agency_uid) do nothing returning 1`.execute(db)
  return made.rows.length > 0
}

/** Gives claimed deliveries back: they are due as before. To be called with the queue locked. */
export async function releaseDeliveryClaims(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  worker: string,
  uids: string[],
): Promise<void> {
  await sql`update deliveries set claimed_by = null, claimed_until = null
    where agency_uid = ${agencyUid} and uid = any(${uids}::uuid[])
      and claimed_by = ${worker}`.execute(db)
}

/** What became of a claimed delivery's attempt. */
export interface Finished {
  uid: string
  number: number
  status: 'DELIVERED' | 'RETRYING' | 'EXHAUSTED'
  /** When it is tried again. */
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
 * Writes what became of attempts, each with its attempt; their successors are due, as if they had
 * never been kept back: before what has come since. A delivery that another process has taken over
 * meanwhile is left to that. To be called with the queue locked.
 */
export async function finishDeliveries(
  { db, clock }: ContextPart,
  agencyUid: string,
  worker: string,
  finished: Finished[],
): Promise<void> {
  const now = sql`${clock.now()}::timestamptz`
  const agency = sql`${agencyUid}::uuid`
  const given = JSON.stringify(finished)
  // Two statements, asked at once: a cluster sends each to the agency's node, and needs no other.
  const noted = sql`
    insert into delivery_attempts (agency_uid, delivery_uid, number, started_at, duration_ms,
      outcome, response_status, response_headers, response_snippet, error_message)
    select d.agency_uid, d.uid, g.number, g.started_at, g.duration_ms, g.outcome,
      g.response_status, g.response_headers, g.response_snippet, g.error_message
    from json_to_recordset(${given}::json) as g(uid uuid, number int, started_at timestamptz,
      duration_ms int, outcome text, response_status int, response_headers jsonb,
      response_snippet text, error_message text)
    join deliveries d on d.agency_uid = ${agency} and d.uid = g.uid
    where d.claimed_by = ${worker}::uuid
    on conflict do nothing`
  const done = sql`with done as (
      update deliveries d set attempt_count = g.number, claimed_by = null, claimed_until = null,
        last_response_status = g.response_status,
        first_failed_at = case when g.status = 'DELIVERED' then d.first_failed_at
          else coalesce(d.first_failed_at, g.started_at) end,
        status = case when d.completed_at is null or g.status = 'DELIVERED' then g.status
          else d.status end,
        completed_at = case when g.status <> 'RETRYING' then ${now} else d.completed_at end,
        due_at = case when d.due_at = 'infinity' then d.due_at
          else coalesce(g.due_at, d.due_at) end
      from json_to_recordset(${given}::json) as g(uid uuid, number int, status text,
        due_at timestamptz, started_at timestamptz, response_status int)
      where d.agency_uid = ${agency} and d.uid = g.uid and d.claimed_by = ${worker}::uuid
      returning d.uid, d.destination, d.ordering_key)
    update deliveries n set due_at = n.created_at, is_kept_back = false
    from done f
    cross join lateral (
      select s.uid from deliveries s
      where s.agency_uid = ${agency} and s.destination = f.destination
        and s.ordering_key = f.ordering_key and s.completed_at is null and s.uid <> f.uid
        and s.is_kept_back and s.due_at < 'infinity'
      order by s.seq, s.uid limit 1) next
    where n.agency_uid = ${agency} and n.uid = next.uid`
  await Promise.all([noted.execute(db), done.execute(db)])
}
