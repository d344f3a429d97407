import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, orderBy, type PageRequest, updatedFirst } from '../../../platform/db/pagination.ts'
import { updateRowOrThrow } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import {
  type AccessibleRow,
  type RequiredAccess,
  requireAccess,
} from '../../access/partners/access-scope.sql.ts'
import { isTrustedSource } from '../../leads/guests/leads-of-guest.sql.ts'
import type { ThreadsTable } from '../../tables.ts'
import { joinLead, lateralLead } from './accessible-threads.ts'
import type { Thread, ThreadRow } from './thread.ts'

type Db = Pick<Context, 'db'>

/** Primary key of a thread. */
export type ThreadKey = Pick<ThreadRow, 'agency_uid' | 'uid'>

/** Filters of a list of threads, combined with AND. */
export interface ThreadFilters {
  agencyUid?: string | undefined
  leadUid?: string | undefined
}

/**
 * Lists accessible threads, sorted by last message, newest first, one more if another page follows.
 */
export async function listThreads(
  ctx: Context,
  filters: ThreadFilters,
  { limit, cursor }: PageRequest,
): Promise<Thread[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(updatedFirst, 't', cursor.k)}`
  const page = sql`${fromAccessible(ctx, filters)} ${afterKey}
    order by ${orderBy(updatedFirst, 't')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`
  // A cluster cannot join rows to a page of several agencies, so the query for several agencies
  // joins the lead itself.
  const query =
    ctx.caller.agencyUids.length > 1
      ? sql<Thread>`select ${columns} ${page}`
      : sql<Thread>`select ${columns} from (select t.* ${page}) t
          left join lateral ${lateralLead(ctx.caller)} on true
          order by ${orderBy(updatedFirst, 't')}`
  return (await query.execute(ctx.db)).rows
}

export async function countThreads(ctx: Context, filters: ThreadFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromAccessible(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** Accessible thread from a request. */
export type AccessibleThread = Thread & AccessibleRow

/**
 * Returns the accessible thread with a uid from a request, including that of a deleted lead. An
 * unknown uid in any parameter gives a 404 (contract/general.md §3).
 *
 * @throws ApiError THREAD_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireThread(
  ctx: Context,
  uidText: string,
  { access }: Pick<RequiredAccess, 'access'> = {},
): Promise<AccessibleThread> {
  const options = { parameter: 'threadUid', inPath: true, ...(access ? { access } : {}) }
  const grantedAccess = ctx.caller.kind === 'partner' ? sql`reach.access` : sql`'READ_WRITE'`
  return requireAccess(uidText, options, 'THREAD_NOT_FOUND', async uid => {
    const { rows } = await sql<AccessibleThread>`select ${columns}, ${grantedAccess} as access
      from threads t ${joinLead(ctx.caller)}
      where ${inCallerTenant(ctx.caller, 't')} and t.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

const columns = sql`t.*, l.property_uid, l.type as lead_type, l.status as lead_status,
  l.timer_ends_at as lead_timer_ends_at, l.check_out_at as lead_check_out_at`

function fromAccessible({ caller }: Context, { agencyUid, leadUid }: ThreadFilters): Sql {
  return sql`from threads t ${caller.kind === 'partner' ? joinLead(caller) : sql``}
    where ${inCallerTenant(caller, 't')}
    ${agencyUid === undefined ? sql`` : sql`and t.agency_uid = ${agencyUid}`}
    ${leadUid === undefined ? sql`` : sql`and t.lead_uid = ${leadUid}`}`
}

/** Returns a thread, which must exist. */
export async function findStoredThread(ctx: Db, key: ThreadKey): Promise<Thread> {
  const [thread] = await threadsWhere(ctx, key.agency_uid, sql`t.uid = ${key.uid}`)
  return thread!
}

export async function findLeadThread(
  ctx: Db,
  { agency_uid, uid: leadUid }: { agency_uid: string; uid: string },
): Promise<Thread | undefined> {
  const [thread] = await threadsWhere(ctx, agency_uid, sql`t.lead_uid = ${leadUid}`)
  return thread
}

/** Returns the thread of a guest without a matched lead. */
export async function findThreadWithoutLead(
  ctx: Db,
  agencyUid: string,
  guestUid: string,
): Promise<Thread | undefined> {
  const [thread] = await threadsWhere(
    ctx,
    agencyUid,
    sql`t.lead_uid is null and t.guest_uid = ${guestUid}`,
  )
  return thread
}

export async function listLeadThreads(
  ctx: Db,
  agencyUid: string,
  leadUids: string[],
): Promise<Thread[]> {
  return threadsWhere(ctx, agencyUid, sql`t.lead_uid = any(${leadUids}::uuid[])`)
}

async function threadsWhere({ db }: Db, agencyUid: string, condition: Sql): Promise<Thread[]> {
  const { rows } = await sql<Thread>`select ${columns} from threads t
    left join leads l on l.agency_uid = ${agencyUid} and l.uid = t.lead_uid
    where t.agency_uid = ${agencyUid} and ${condition} order by t.uid`.execute(db)
  return rows
}

/** Stores a thread. Returns undefined if its lead, or its guest without a lead, has one already. */
export async function insertThread(
  { db }: Db,
  thread: Insertable<ThreadsTable>,
): Promise<ThreadRow | undefined> {
  return db
    .insertInto('threads')
    .values(thread)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Changes of a thread by a new message: contract/messaging.md §5, §6. */
export interface ThreadUpdate {
  createdAt: Date
  /** Read times of both sides; unchanged if absent. */
  read?: { agency: Date | null; guest: Date | null } | undefined
}

/** Updates the times of a thread for a new message. Concurrent calls wait for the row. */
export async function updateThread(
  { db }: Db,
  key: ThreadKey,
  { createdAt, read }: ThreadUpdate,
): Promise<ThreadRow> {
  return updateRowOrThrow({ db }, 'threads', key, {
    created_at: sql<Date>`least(created_at, ${createdAt}::timestamptz)`,
    updated_at: sql<Date>`greatest(updated_at, ${createdAt}::timestamptz)`,
    ...(read ? { agency_read_at: read.agency, guest_read_at: read.guest } : {}),
  })
}

/**
 * Sets the time since which a side has read all, or null for unread. Returns undefined if the read
 * status stays the same.
 */
export async function updateReadStatus(
  { db }: Db,
  { agency_uid, uid }: ThreadKey,
  column: 'agency_read_at' | 'guest_read_at',
  readAt: Date | null,
): Promise<ThreadRow | undefined> {
  return db
    .updateTable('threads')
    .set({ [column]: readAt })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where(column, readAt === null ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Attaches a thread without a lead to a lead. Returns undefined if it has one by now. */
export async function attachLead(
  { db }: Db,
  { agency_uid, uid }: ThreadKey,
  leadUid: string,
): Promise<ThreadRow | undefined> {
  return db
    .updateTable('threads')
    .set({ lead_uid: leadUid })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('lead_uid', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Moves the threads of leads to the conversations of their current guests. */
export async function moveThreads(
  { db }: Db,
  agencyUid: string,
  leadUids: string[],
): Promise<ThreadRow[]> {
  const { rows } = await sql<ThreadRow>`update threads t set guest_uid = lg.guest_uid
    from lead_guests lg
    where t.agency_uid = ${agencyUid} and t.lead_uid = any(${leadUids}::uuid[])
      and lg.agency_uid = ${agencyUid} and lg.lead_uid = t.lead_uid
      and lg.guest_uid <> t.guest_uid
    returning t.*`.execute(db)
  return rows
}

/**
 * Lists threads without a lead whose guests are those of leads, each with the newest of its guest's
 * leads. Excludes
 * a lead by which a partner without personal data names a guest that others have reported.
 */
export async function listAttachableThreads(
  { db }: Db,
  agencyUid: string,
  leadUids: string[],
): Promise<{ thread: Thread; lead_uid: string }[]> {
  const { rows } = await sql<Thread & { attach_to: string }>`
    select distinct on (t.uid) t.*, null as property_uid, null as lead_type, null as lead_status,
      null as lead_timer_ends_at, null as lead_check_out_at, l.uid as attach_to
    from leads l
    join lead_guests lg on lg.agency_uid = ${agencyUid} and lg.lead_uid = l.uid
    join guests g on g.agency_uid = ${agencyUid} and g.uid = lg.guest_uid
      and ${isTrustedSource('lg', 'g')}
    join threads t on t.agency_uid = ${agencyUid} and t.guest_uid = lg.guest_uid
      and t.lead_uid is null
    where l.agency_uid = ${agencyUid} and l.uid = any(${leadUids}::uuid[])
    order by t.uid, l.created_at desc, l.uid desc`.execute(db)
  return rows.map(({ attach_to, ...thread }) => ({ thread, lead_uid: attach_to }))
}

/**
 * Lists the threads without a lead of a lead's guest, each with that lead to attach it to. The lead
 * must be a trusted source of its guest.
 */
export async function listGuestThreads(
  ctx: Db,
  { agency_uid, uid: leadUid }: { agency_uid: string; uid: string },
  guestUid: string,
): Promise<{ thread: Thread; lead_uid: string }[]> {
  const { rows } = await sql<Thread>`select t.*, null as property_uid, null as lead_type,
      null as lead_status, null as lead_timer_ends_at, null as lead_check_out_at
    from threads t where t.agency_uid = ${agency_uid} and t.guest_uid = ${guestUid}
      and t.lead_uid is null order by t.uid`.execute(ctx.db)
  return rows.map(thread => ({ thread, lead_uid: leadUid }))
}
