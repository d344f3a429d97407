import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, orderBy, type PageRequest, updatedFirst } from '../../../platform/db/page.ts'
import { updateRowOrThrow } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import { type Reached, reach, type Wanted } from '../../access/partners/reach.sql.ts'
import { isHeard } from '../../leads/guests/leads-of-guest.sql.ts'
import type { ThreadsTable } from '../../tables.ts'
import { joinLead, leadOfThread } from './reached-threads.ts'
import type { Thread, ThreadRow } from './thread.ts'

type Db = Pick<Context, 'db'>

/** What names a thread. */
export type ThreadKey = Pick<ThreadRow, 'agency_uid' | 'uid'>

/** What narrows a list of threads; all that is given must hold. */
export interface ThreadFilters {
  agencyUid?: string | undefined
  leadUid?: string | undefined
}

/** A page of threads within reach, last written to first, one more if another page follows. */
export async function listThreads(
  ctx: Context,
  filters: ThreadFilters,
  { limit, cursor }: PageRequest,
): Promise<Thread[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(updatedFirst, 't', cursor.k)}`
  const page = sql`${fromReached(ctx, filters)} ${afterKey}
    order by ${orderBy(updatedFirst, 't')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`
  // A cluster joins nothing to a page of several agencies; who reaches those has joined the lead.
  const found =
    ctx.caller.agencyUids.length > 1
      ? sql<Thread>`select ${columns} ${page}`
      : sql<Thread>`select ${columns} from (select t.* ${page}) t
          left join lateral ${leadOfThread(ctx.caller)} on true
          order by ${orderBy(updatedFirst, 't')}`
  return (await found.execute(ctx.db)).rows
}

/** How many threads within reach pass the filters. */
export async function countThreads(ctx: Context, filters: ThreadFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromReached(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** A thread that a request named. */
export type ReachedThread = Thread & Reached

/**
 * The thread that a uid of a request names, within reach; that of a deleted lead, too. Wherever it
 * stands, an unknown one is not found (contract/general.md §3).
 *
 * @throws ApiError THREAD_NOT_FOUND, READ_ONLY_GRANT
 */
export async function reachedThread(
  ctx: Context,
  text: string,
  { access }: Pick<Wanted, 'access'> = {},
): Promise<ReachedThread> {
  const wanted = { parameter: 'threadUid', inPath: true, ...(access ? { access } : {}) }
  const allowed = ctx.caller.kind === 'partner' ? sql`reach.access` : sql`'READ_WRITE'`
  return reach(text, wanted, 'THREAD_NOT_FOUND', async uid => {
    const { rows } = await sql<ReachedThread>`select ${columns}, ${allowed} as access
      from threads t ${joinLead(ctx.caller)}
      where ${ofCaller(ctx.caller, 't')} and t.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

const columns = sql`t.*, l.property_uid, l.type as lead_type, l.status as lead_status,
  l.timer_ends_at as lead_timer_ends_at, l.check_out_at as lead_check_out_at`

function fromReached({ caller }: Context, { agencyUid, leadUid }: ThreadFilters): Sql {
  return sql`from threads t ${caller.kind === 'partner' ? joinLead(caller) : sql``}
    where ${ofCaller(caller, 't')}
    ${agencyUid === undefined ? sql`` : sql`and t.agency_uid = ${agencyUid}`}
    ${leadUid === undefined ? sql`` : sql`and t.lead_uid = ${leadUid}`}`
}

/** A thread that is known to be stored. */
export async function findStoredThread(ctx: Db, key: ThreadKey): Promise<Thread> {
  const [thread] = await threadsWhere(ctx, key.agency_uid, sql`t.uid = ${key.uid}`)
  return thread!
}

/** The thread of a lead. */
export async function findThreadOfLead(
  ctx: Db,
  { agency_uid, uid }: ThreadKey,
): Promise<Thread | undefined> {
  const [thread] = await threadsWhere(ctx, agency_uid, sql`t.lead_uid = ${uid}`)
  return thread
}

/** The thread of a guest whose lead is not known yet. */
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

/** The threads of leads of an agency. */
export async function listThreadsOfLeads(
  ctx: Db,
  agencyUid: string,
  leadUids: string[],
): Promise<Thread[]> {
  return threadsWhere(ctx, agencyUid, sql`t.lead_uid = any(${leadUids}::uuid[])`)
}

async function threadsWhere({ db }: Db, agencyUid: string, which: Sql): Promise<Thread[]> {
  const { rows } = await sql<Thread>`select ${columns} from threads t
    left join leads l on l.agency_uid = ${agencyUid} and l.uid = t.lead_uid
    where t.agency_uid = ${agencyUid} and ${which} order by t.uid`.execute(db)
  return rows
}

/** Stores a thread, unless its lead, or its guest without one, has a thread already. */
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

/** What a new message makes of its thread: contract/messaging.md §5, §6. */
export interface Touch {
  createdAt: Date
  /** Who has read all by it and who has not; absent: that stays as it is. */
  read?: { agency: Date | null; guest: Date | null } | undefined
}

/** Notes a new message in its thread. Who does so at the same time waits. */
export async function touchThread(
  { db }: Db,
  key: ThreadKey,
  { createdAt, read }: Touch,
): Promise<ThreadRow> {
  return updateRowOrThrow({ db }, 'threads', key, {
    created_at: sql<Date>`least(created_at, ${createdAt}::timestamptz)`,
    updated_at: sql<Date>`greatest(updated_at, ${createdAt}::timestamptz)`,
    ...(read ? { agency_read_at: read.agency, guest_read_at: read.guest } : {}),
  })
}

/** Writes since when a side has read all, unless it has or has not, as it should. */
export async function updateReadStatus(
  { db }: Db,
  { agency_uid, uid }: ThreadKey,
  side: 'agency_read_at' | 'guest_read_at',
  readAt: Date | null,
): Promise<ThreadRow | undefined> {
  return db
    .updateTable('threads')
    .set({ [side]: readAt })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where(side, readAt === null ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Gives a thread without a lead to one; not when it has one by now. */
export async function updateLeadOf(
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

/** Puts the threads of leads into the conversations of the guests whom these are of now. */
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
 * Threads without a lead whose guests are those of leads, each with the newest of these. Not for a
 * lead by which a partner without personal data names a guest of whom others have told.
 */
export async function listThreadsToBind(
  { db }: Db,
  agencyUid: string,
  leadUids: string[],
): Promise<{ thread: Thread; lead_uid: string }[]> {
  const { rows } = await sql<Thread & { bind_to: string }>`
    select distinct on (t.uid) t.*, null as property_uid, null as lead_type, null as lead_status,
      null as lead_timer_ends_at, null as lead_check_out_at, l.uid as bind_to
    from leads l
    join lead_guests lg on lg.agency_uid = ${agencyUid} and lg.lead_uid = l.uid
    join guests g on g.agency_uid = ${agencyUid} and g.uid = lg.guest_uid and ${isHeard('lg', 'g')}
    join threads t on t.agency_uid = ${agencyUid} and t.guest_uid = lg.guest_uid
      and t.lead_uid is null
    where l.agency_uid = ${agencyUid} and l.uid = any(${leadUids}::uuid[])
    order by t.uid, l.created_at desc, l.uid desc`.execute(db)
  return rows.map(({ bind_to, ...thread }) => ({ thread, lead_uid: bind_to }))
}

/** Threads without a lead of the guest of a lead, whose word is heard. */
export async function listThreadsOfGuest(
  ctx: Db,
  { agency_uid, uid }: ThreadKey,
  guestUid: string,
): Promise<{ thread: Thread; lead_uid: string }[]> {
  const { rows } = await sql<Thread>`select t.*, null as property_uid, null as lead_type,
      null as lead_status, null as lead_timer_ends_at, null as lead_check_out_at
    from threads t where t.agency_uid = ${agency_uid} and t.guest_uid = ${guestUid}
      and t.lead_uid is null order by t.uid`.execute(ctx.db)
  return rows.map(thread => ({ thread, lead_uid: uid }))
}
