/** Queries of notices, except those about webhooks (`webhook-notices.sql.ts`). */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { topologyOf } from '../../../platform/db/cluster/topology.ts'
import { after, newestFirst, orderBy, type PageRequest } from '../../../platform/db/pagination.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import { failingMs, type Notice, type NoticeType, quietMs } from './notice.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** Problem of an agency with a calendar or with the mails of a thread. */
export interface Problem {
  agencyUid: string
  type: Extract<NoticeType, 'CALENDAR_FAILING' | 'MAIL_FAILING'>
  /** Calendar or thread. */
  objectUid: string
  /** At most one mail a day is sent about a type and topic. */
  topic: string
  about?: string
  propertyUid?: string | null
  leadUid?: string | null
  messageUid?: string
  reason?: string
}

/**
 * Opens a notice of a problem in the transaction that detects it, or updates the open one. A mail
 * goes out within a minute.
 */
export async function openNotice({ db, clock }: ContextPart, problem: Problem): Promise<void> {
  const now = clock.now()
  const { agencyUid, type, objectUid, topic } = problem
  await db
    .insertInto('notices')
    .values({
      uid: newUid(now.getTime()),
      agency_uid: agencyUid,
      type,
      object_uid: objectUid,
      topic,
      about: problem.about ?? null,
      property_uid: problem.propertyUid ?? null,
      lead_uid: problem.leadUid ?? null,
      message_uid: problem.messageUid ?? null,
      reason: problem.reason ?? null,
      since: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict =>
      conflict
        .columns(['object_uid', 'type'])
        .where('resolved_at', 'is', null)
        .doUpdateSet(row => ({
          about: row.ref('excluded.about'),
          message_uid: row.ref('excluded.message_uid'),
          reason: row.ref('excluded.reason'),
          updated_at: row.ref('excluded.updated_at'),
        })),
    )
    .execute()
}

/** Notices of an agency whose cause ended at an instant, as input of a task. */
export interface EndedProblems {
  agencyUid: string
  objectUids: readonly string[]
  at: string
}

/**
 * Resolves the notices of an agency about objects whose problem has ended. Leaves it to a task
 * where the transaction would wait for all nodes of a cluster.
 */
export async function endNotices(
  { db, clock, tasks }: ContextPart & Pick<Context, 'tasks'>,
  agencyUid: string,
  objectUids: readonly string[],
): Promise<void> {
  if (objectUids.length === 0) return
  const ended = { agencyUid, objectUids, at: clock.now().toISOString() }
  if (!(await hasOpen({ db }, isEnded(ended)))) return
  await topologyOf(db).writeShared({
    now: () => resolveOpen({ db, clock }, isEnded(ended)),
    later: () => tasks.send(db, 'end-notices', ended),
  })
}

/** Resolves the notices that a task names, except newer ones. */
export async function endNamedNotices(ctx: ContextPart, ended: EndedProblems): Promise<void> {
  await resolveMatching(ctx, isEnded(ended))
}

function isEnded({ agencyUid, objectUids, at }: EndedProblems): Sql {
  return sql`object_uid = any(${objectUids}::uuid[]) and agency_uid = ${agencyUid}
    and updated_at <= ${at}::timestamptz`
}

/** Resolves the open notices of a condition. Reads first, as a write may wait for all nodes. */
async function resolveMatching(ctx: ContextPart, condition: Sql): Promise<void> {
  if (await hasOpen(ctx, condition)) await resolveOpen(ctx, condition)
}

async function resolveOpen({ db, clock }: ContextPart, condition: Sql): Promise<void> {
  const now = clock.now()
  await sql`update notices set resolved_at = ${now}, updated_at = ${now}
    where resolved_at is null and ${condition}`.execute(db)
}

async function hasOpen({ db }: Pick<Context, 'db'>, condition: Sql): Promise<boolean> {
  const { rows } = await sql`select 1 from notices
    where resolved_at is null and ${condition} limit 1`.execute(db)
  return rows.length > 0
}

/** Filters of a list of notices. */
export interface NoticeFilters {
  /** Null for notices about a partner's own access. */
  agencyUid: string | null
  isResolved?: boolean | undefined
}

/** Lists the notices that the caller may see, newest first; one more if another page follows. */
export async function listNotices(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  filters: NoticeFilters,
  { limit, cursor }: PageRequest,
): Promise<Notice[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(newestFirst, 'n', cursor.k)}`
  const { rows } = await sql<Notice>`select n.* ${fromNotices(caller, filters)} ${afterKey}
    order by ${orderBy(newestFirst, 'n')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(db)
  return rows
}

export async function countNotices(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  filters: NoticeFilters,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    ${fromNotices(caller, filters)}`.execute(db)
  return rows[0]!.count
}

/**
 * Selects the notices visible to the caller: a partner sees those of its own webhooks and of
 * calendars of accessible properties.
 */
function fromNotices(caller: Caller, { agencyUid, isResolved }: NoticeFilters): Sql {
  const stateFilter =
    isResolved === undefined ? sql`` : sql`and (n.resolved_at is not null) = ${isResolved}`
  const inAgency = agencyUid === null ? sql`n.agency_uid is null` : sql`n.agency_uid = ${agencyUid}`
  const from = sql`from notices n where ${inAgency} ${stateFilter}`
  if (caller.kind === 'agency') return from
  const isOwn = sql`n.partner_uid = ${caller.partnerUid}`
  if (agencyUid === null) return sql`${from} and ${isOwn}`
  return sql`${from} and (${isOwn} or (n.type = 'CALENDAR_FAILING' and exists (
    select 1 from properties p where p.agency_uid = ${agencyUid} and p.uid = n.property_uid
      and p.deleted_at is null and ${isPropertyAccessible(caller, 'p')})))`
}

/**
 * Locks the notices to mail now, of all agencies and partners: new ones, and a reminder for
 * webhooks that have failed for long; none whose topic was mailed within a day.
 *
 * @param scale factor for the times of webhooks, the setting CALLBACK_RETRY_SCALE
 */
export async function lockUnmailedUnscoped(
  { db, clock }: ContextPart,
  scale: number,
  limit: number,
): Promise<Notice[]> {
  const now = sql`${clock.now()}::timestamptz`
  const interval = (ms: number) => sql`${ms} * interval '1 ms'`
  const untilReminder = interval(failingMs.again * scale)
  const { rows } = await sql<Notice>`/* every tenant */
    select n.* from notices n
    where n.resolved_at is null and (n.notified_at is null
        or (n.type = 'WEBHOOK_FAILING' and n.notified_at < n.since + ${untilReminder}
          and n.since + ${untilReminder} <= ${now}))
      and not exists (select 1 from notices o
        where o.topic = n.topic and o.type = n.type and o.notified_at > ${now}
            - case when o.type like 'WEBHOOK%' then ${interval(quietMs * scale)}
              else ${interval(quietMs)} end
          and o.agency_uid is not distinct from n.agency_uid)
    order by n.created_at, n.uid limit ${limit}
    for no key update of n skip locked`.execute(db)
  return rows
}

export async function markMailed({ db, clock }: ContextPart, uids: string[]): Promise<void> {
  await sql`/* every tenant */ update notices set notified_at = ${clock.now()}
    where uid = any(${uids}::uuid[])`.execute(db)
}

/**
 * Resolves notices whose problem ended without a report: calendars of deleted properties, and mails
 * without a recent attempt.
 */
export async function endStaleUnscoped(ctx: ContextPart, mailsBefore: Date): Promise<void> {
  const removed = await listRemovedCalendars(ctx)
  await resolveMatching(
    ctx,
    sql`/* every tenant */ ((type = 'MAIL_FAILING' and updated_at < ${mailsBefore})
      or (type = 'CALENDAR_FAILING' and object_uid = any(${removed}::uuid[])))`,
  )
}

/** Lists the calendars with open notices that are deleted or whose properties are. */
async function listRemovedCalendars({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows: calendars } = await sql<{ uid: string }>`/* every tenant */
    select n.object_uid as uid from notices n
    where n.resolved_at is null and n.type = 'CALENDAR_FAILING'`.execute(db)
  if (calendars.length === 0) return []
  const { rows: existing } = await sql<{ uid: string }>`/* every tenant */
    select i.uid from icals i
    join properties p on p.agency_uid = i.agency_uid and p.uid = i.property_uid
    where i.uid = any(${calendars.map(({ uid }) => uid)}::uuid[]) and p.deleted_at is null`.execute(
    db,
  )
  const existingUids = new Set(existing.map(({ uid }) => uid))
  return calendars.map(({ uid }) => uid).filter(uid => !existingUids.has(uid))
}

/** Deletes notices that were resolved before an instant. Returns their number. */
export async function purgeNoticesUnscoped({ db }: Pick<Context, 'db'>, before: Date) {
  const { numAffectedRows } = await sql`/* every tenant */ delete from notices
    where resolved_at < ${before}`.execute(db)
  return Number(numAffectedRows)
}
