import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { OfTenants } from '../../../platform/db/citus/reachable-rows.ts'
import { newUid } from '../../../platform/uid.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** The channel on which workers are told that messages wait to be sent. */
export const sendingsChannel = 'lodgepole_sendings'

/** What is sent, and in which order: messages of one thread go one after the other. */
export interface Sendable {
  agency_uid: string
  uid: string
  thread_uid: string
}

/** A sending that a process is at. */
export interface ClaimedSending {
  agency_uid: string
  uid: string
  message_uid: string
  /** From 1, which is the first; the others are resends. */
  number: number
  /** The attempt to be made, from 1. */
  attempt_count: number
}

/**
 * Stores a sending of a message, due at once, and tells workers of it after the commit.
 *
 * @returns whether it was stored: not while the message is being sent already
 */
export async function queueSending(
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
  if (rows.length > 0) ctx.pending.announce(sendingsChannel, message.agency_uid)
  return rows.length > 0
}

/** Who claims, how many at most, and for how long. */
interface Claim {
  /** Names the process. */
  worker: string
  limit: number
  perAgencyMax: number
  leaseMs: number
}

/** Agencies with sendings that are due. */
export function dueSendings(at: Date, of: OfTenants): RawBuilder<unknown> {
  const now = sql`${at}::timestamptz`
  return sql`select s.agency_uid from sendings s where ${of('s')} and s.completed_at is null
    and s.due_at <= ${now} and (s.claimed_until is null or s.claimed_until <= ${now})
    group by s.agency_uid`
}

/**
 * Claims sendings of an agency that are due, at most so many being under way. Of a thread only the
 * first that is open, and none while another one is being sent. What a process that is gone has
 * claimed is due again when its lease has ended. A claim is an attempt, so that none that ends a
 * process is made for ever.
 */
export async function claimSendings(
  { db, clock }: ContextPart,
  agencyUid: string,
  { worker, limit, perAgencyMax, leaseMs }: Claim,
): Promise<ClaimedSending[]> {
  const at = clock.now()
  const now = sql`${at}::timestamptz`
  const agency = sql`${agencyUid}::uuid`
  const isFree = sql`(s.claimed_until is null or s.claimed_until <= ${now})`
  const { rows } = await sql<ClaimedSending>`
    with running as (
      select count(*)::int as count from sendings
      where agency_uid = ${agency} and completed_at is null and claimed_until > ${now}),
    due as (
      select s.uid from sendings s
      where s.agency_uid = ${agency} and s.completed_at is null and s.due_at <= ${now}
        and ${isFree}
        and not exists (select 1 from sendings e
          where e.agency_uid = ${agency} and e.thread_uid = s.thread_uid
            and e.completed_at is null and e.uid <> s.uid
            and (e.message_uid < s.message_uid or e.claimed_until > ${now}))
      order by s.due_at, s.message_uid
      limit (select greatest(0, least(${limit}::int, ${perAgencyMax}::int - count)) from running))
    update sendings s set attempt_count = s.attempt_count + 1, claimed_by = ${worker}::uuid,
      claimed_until = ${new Date(at.getTime() + leaseMs)}::timestamptz
    from due d
    where s.agency_uid = ${agency} and s.uid = d.uid and s.completed_at is null and ${isFree}
    returning s.agency_uid, s.uid, s.message_uid, s.number, s.attempt_count`.execute(db)
  return rows
}

/**
 * Releases a claimed delivery, completed or due later. Returns false if another process has claimed
 * it since.
 */
export async function releaseDelivery(
  { db }: ContextPart,
  { agency_uid, uid }: ClaimedSending,
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
 * Ends the sendings of messages that are under way, whoever is at them.
 *
 * @returns the uids of these messages
 */
export async function endSendings(
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

/** Whether the first attempt to send a message is still to come, or being made. */
export async function isFirstAttemptOpen(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Sendable, 'agency_uid' | 'uid'>,
): Promise<boolean> {
  const { rows } = await sql`select 1 from sendings
    where agency_uid = ${agency_uid} and message_uid = ${uid} and completed_at is null
      and (attempt_count = 0 or (attempt_count = 1 and claimed_until is not null))`.execute(db)
  return rows.length > 0
}

/** When a message was resent since an instant, the newest first. */
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

/** Deletes the sendings of messages that are deleted. */
export async function deleteSendings(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  messageUids: string[],
): Promise<void> {
  await sql`delete from sendings
    where agency_uid = ${agencyUid} and message_uid = any(${messageUids}::uuid[])`.execute(db)
}
