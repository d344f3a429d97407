import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants, type TenantFilter } from '../../../platform/db/cluster/topology.ts'
import { newUid } from '../../../platform/uid.ts'
import { isEnabledAgency } from '../../access/agency-states/agency-state.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** NOTIFY channel that wakes workers when messages are due. */
export const messageDeliveriesChannel = 'lodgepole_sendings'

/** Keys of a message to send; messages of one thread are sent in order. */
export interface Sendable {
  agency_uid: string
  uid: string
  thread_uid: string
}

export interface ClaimedMessageDelivery {
  agency_uid: string
  uid: string
  message_uid: string
  /** Number of the delivery, starting at 1; later ones are resends. */
  number: number
  /** Number of the current attempt, starting at 1. */
  attempt_count: number
}

/**
 * Stores a delivery of a message, due at once, and notifies workers after the commit.
 *
 * @returns false if the message is already being sent
 */
export async function queueMessageDelivery(
  ctx: ContextPart & Pick<Context, 'pending'>,
  message: Sendable,
): Promise<boolean> {
  const now = ctx.clock.now()
  const { rows } = await sql`
    with queued as (
      insert into sendings (agency_uid, uid, message_uid, thread_uid, number, due_at, created_at)
      select ${message.agency_uid}::uuid, ${newUid(now.getTime())}::uuid, ${message.uid}::uuid,
        ${message.thread_uid}::uuid, count(*) + 1, ${now}::timestamptz, ${now}::timestamptz
      from sendings where agency_uid = ${message.agency_uid} and message_uid = ${message.uid}
      on conflict do nothing
      returning 1)
    select 1 from queued`.execute(ctx.db)
  if (rows.length > 0) ctx.pending.announce(messageDeliveriesChannel, message.agency_uid)
  return rows.length > 0
}

interface ClaimBounds {
  /** Uid of the process. */
  worker: string
  /** Maximum number of new claims. */
  limit: number
  /** Maximum number of claims in progress in an agency, of all processes. */
  perAgencyMax: number
  leaseMs: number
}

/** Returns the query of the enabled agencies with due deliveries. */
export function dueMessageDeliveries(instant: Date, of: TenantFilter): RawBuilder<unknown> {
  const now = sql`${instant}::timestamptz`
  return sql`select s.agency_uid from sendings s where ${of('s')} and s.completed_at is null
    and s.due_at <= ${now} and (s.claimed_until is null or s.claimed_until <= ${now})
    and ${isEnabledAgency(sql`s.agency_uid`)}
    group by s.agency_uid`
}

/** Maximum number of waiting messages that are counted on each node, which bounds the time. */
const countMax = 100_000

/** Messages that wait for a transport, of all agencies. */
export interface WaitingMessages {
  /** Number of e-mails; at most 100,000 on each node of a database. */
  mailCount: number
  /** Age of the oldest due message, in seconds; 0: none is due. */
  dueSeconds: number
}

/** Returns the messages that wait for a transport, over all tenants. */
export async function findWaitingMessagesUnscoped({
  db,
  clock,
}: ContextPart): Promise<WaitingMessages> {
  const now = clock.now()
  const { rows } = await queryTenants(
    db,
    of => sql<{ count: number; due: Date | null }>`
    /* every tenant */ select count(*) filter (where s.kind = 'EMAIL')::int as count,
      min(s.due_at) filter (where s.due_at <= ${now}::timestamptz) as due
    from (select m.kind, s.due_at from sendings s
      join messages m on m.agency_uid = s.agency_uid and m.uid = s.message_uid and ${of('m')}
      where ${of('s')} and s.completed_at is null limit ${countMax}) s`,
  )
  const waitedMs = rows.map(({ due }) => (due ? now.getTime() - due.getTime() : 0))
  return {
    mailCount: rows.reduce((sum, { count }) => sum + count, 0),
    dueSeconds: Math.max(0, ...waitedMs) / 1_000,
  }
}

/**
 * Claims due deliveries of an enabled agency, up to a maximum in progress. Claims only the first
 * open delivery of a thread, and none while another is being sent. Claims of a dead process are due
 * again when their lease expires. Each claim counts as an attempt, so a message that crashes the
 * process is not retried forever.
 */
export async function claimMessageDeliveries(
  { db, clock }: ContextPart,
  agencyUid: string,
  { worker, limit, perAgencyMax, leaseMs }: ClaimBounds,
): Promise<ClaimedMessageDelivery[]> {
  const startedAt = clock.now()
  const now = sql`${startedAt}::timestamptz`
  const agency = sql`${agencyUid}::uuid`
  const isFree = sql`(s.claimed_until is null or s.claimed_until <= ${now})`
  const { rows } = await sql<ClaimedMessageDelivery>`
    with running as (
      select count(*)::int as count from sendings
      where agency_uid = ${agency} and completed_at is null and claimed_until > ${now}),
    due as (
      select s.uid from sendings s
      where s.agency_uid = ${agency} and s.completed_at is null and s.due_at <= ${now}
        and ${isFree} and ${isEnabledAgency(agency)}
        and not exists (select 1 from sendings e
          where e.agency_uid = ${agency} and e.thread_uid = s.thread_uid
            and e.completed_at is null and e.uid <> s.uid
            and (e.message_uid < s.message_uid or e.claimed_until > ${now}))
      order by s.due_at, s.message_uid
      limit (select greatest(0, least(${limit}::int, ${perAgencyMax}::int - count)) from running))
    update sendings s set attempt_count = s.attempt_count + 1, claimed_by = ${worker}::uuid,
      claimed_until = ${new Date(startedAt.getTime() + leaseMs)}::timestamptz
    from due d
    where s.agency_uid = ${agency} and s.uid = d.uid and s.completed_at is null and ${isFree}
    returning s.agency_uid, s.uid, s.message_uid, s.number, s.attempt_count`.execute(db)
  return rows
}

/**
 * Releases a claimed delivery, which is then completed or due later. Returns false if another
 * process has claimed it in the meantime.
 */
export async function releaseMessageDelivery(
  { db }: ContextPart,
  { agency_uid, uid }: ClaimedMessageDelivery,
  worker: string,
  result: { due_at: Date } | { completed_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sendings')
    .set({ ...result, claimed_by: null, claimed_until: null })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('claimed_by', '=', worker)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Ends the open deliveries of messages, including claimed ones.
 *
 * @returns the uids of these messages
 */
export async function endMessageDeliveries(
  { db, clock }: ContextPart,
  agencyUid: string,
  messageUids: string[],
): Promise<string[]> {
  const rows = await db
    .updateTable('sendings')
    .set({ completed_at: clock.now(), claimed_until: null })
    .where('agency_uid', '=', agencyUid)
    .where('message_uid', '=', sql<string>`any(${messageUids}::uuid[])`)
    .where('completed_at', 'is', null)
    .returning('message_uid')
    .execute()
  return rows.map(({ message_uid }) => message_uid)
}

/** Continues the deliveries of an agency that was disabled, as if no time had passed. */
export async function resumeMessageDeliveries(
  { db, clock, pending }: ContextPart & Pick<Context, 'pending'>,
  { agencyUid, disabledAt }: { agencyUid: string; disabledAt: Date },
): Promise<void> {
  const since = sql`${disabledAt}::timestamptz`
  await sql`update sendings s set due_at = s.due_at + (${clock.now()}::timestamptz - ${since})
    where s.agency_uid = ${agencyUid} and s.completed_at is null and s.created_at <= ${since}
      and s.due_at > ${since}`.execute(db)
  pending.announce(messageDeliveriesChannel, agencyUid)
}

/** Returns true if the first attempt of a message's open delivery is pending or in progress. */
export async function isFirstAttemptOpen(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Sendable, 'agency_uid' | 'uid'>,
): Promise<boolean> {
  const { rows } = await sql`select 1 from sendings
    where agency_uid = ${agency_uid} and message_uid = ${uid} and completed_at is null
      and (attempt_count = 0 or (attempt_count = 1 and claimed_until is not null))`.execute(db)
  return rows.length > 0
}

/** Lists the times of resends of a message since an instant, newest first. */
export async function listResends(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Sendable, 'agency_uid' | 'uid'>,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('sendings')
    .select('created_at')
    .where('agency_uid', '=', agency_uid)
    .where('message_uid', '=', uid)
    .where('number', '>', 1)
    .where('created_at', '>', since)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(row => row.created_at)
}

export async function deleteMessageDeliveries(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  messageUids: string[],
): Promise<void> {
  await sql`delete from sendings
    where agency_uid = ${agencyUid} and message_uid = any(${messageUids}::uuid[])`.execute(db)
}
