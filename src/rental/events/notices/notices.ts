/** Every query about notices but those that follow webhooks (`webhook-notices.sql.ts`). */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { isSpread } from '../../../platform/db/gathered/spread.ts'
import { after, newestFirst, orderBy, type PageRequest } from '../../../platform/db/page.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import { failingMs, type Notice, type NoticeType, quietMs } from './notice.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** What is the matter in an agency with a calendar, or with the mails of a thread. */
export interface Trouble {
  agencyUid: string
  type: Extract<NoticeType, 'CALENDAR_FAILING' | 'MAIL_FAILING'>
  /** The calendar or the thread. */
  objectUid: string
  topic: string
  about?: string
  propertyUid?: string | null
  leadUid?: string | null
  messageUid?: string
  reason?: string
}

/**
 * Notices a trouble, in the transaction that finds it; one that is noticed already is brought up
 * to date. A mail goes out within a minute.
 */
export async function raiseNotice({ db, clock }: ContextPart, trouble: Trouble): Promise<void> {
  const now = clock.now()
  const { agencyUid, type, objectUid, topic } = trouble
  await db
    .insertInto('notices')
    .values({
      uid: newUid(now.getTime()),
      agency_uid: agencyUid,
      type,
      object_uid: objectUid,
      topic,
      about: trouble.about ?? null,
      property_uid: trouble.propertyUid ?? null,
      lead_uid: trouble.leadUid ?? null,
      message_uid: trouble.messageUid ?? null,
      reason: trouble.reason ?? null,
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

/** Notices of an agency whose cause has gone at an instant, as a task has them. */
export interface Ended {
  agencyUid: string
  objectUids: readonly string[]
  at: string
}

/**
 * Ends the notices of an agency about some objects: their cause has gone. On a cluster, where every
 * node has them, a task does it at once or when a node is back: the act does not wait for that.
 */
export async function endNotices(
  { db, clock, tasks }: ContextPart & Pick<Context, 'tasks'>,
  agencyUid: string,
  objectUids: readonly string[],
): Promise<void> {
  if (objectUids.length === 0) return
  const ended = { agencyUid, objectUids, at: clock.now().toISOString() }
  if (!isSpread(db)) return resolveThose({ db, clock }, endedBy(ended))
  if (await isAnyOpen({ db }, endedBy(ended))) await tasks.send(db, 'end-notices', ended)
}

/** Ends what a task tells of; what was noticed since stays. */
export async function endTold(ctx: ContextPart, ended: Ended): Promise<void> {
  await resolveThose(ctx, endedBy(ended))
}

function endedBy({ agencyUid, objectUids, at }: Ended): Sql {
  return sql`object_uid = any(${objectUids}::uuid[]) and agency_uid = ${agencyUid}
    and updated_at <= ${at}::timestamptz`
}

/**
 * Ends the open notices of a condition. To write the table makes all nodes of a cluster wait, so
 * it is only read where there is none.
 */
async function resolveThose({ db, clock }: ContextPart, those: Sql): Promise<void> {
  if (!(await isAnyOpen({ db }, those))) return
  const now = clock.now()
  await sql`update notices set resolved_at = ${now}, updated_at = ${now}
    where resolved_at is null and ${those}`.execute(db)
}

async function isAnyOpen({ db }: Pick<Context, 'db'>, those: Sql): Promise<boolean> {
  const { rows } = await sql`select 1 from notices
    where resolved_at is null and ${those} limit 1`.execute(db)
  return rows.length > 0
}

/** Whose notices a list shows. */
export interface NoticeFilters {
  /** Null: those about a partner's own access. */
  agencyUid: string | null
  isResolved?: boolean | undefined
}

/** A page of what the caller may know, the newest first; one more if another page follows. */
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

/** A partner is shown its own webhooks, and calendars of properties within its reach. */
function fromNotices(caller: Caller, { agencyUid, isResolved }: NoticeFilters): Sql {
  const ended =
    isResolved === undefined ? sql`` : sql`and (n.resolved_at is not null) = ${isResolved}`
  const whose = agencyUid === null ? sql`n.agency_uid is null` : sql`n.agency_uid = ${agencyUid}`
  const from = sql`from notices n where ${whose} ${ended}`
  if (caller.kind === 'agency') return from
  const isOwn = sql`n.partner_uid = ${caller.partnerUid}`
  if (agencyUid === null) return sql`${from} and ${isOwn}`
  return sql`${from} and (${isOwn} or (n.type = 'CALENDAR_FAILING' and exists (
    select 1 from properties p where p.agency_uid = ${agencyUid} and p.uid = n.property_uid
      and p.deleted_at is null and ${isReached(caller, 'p')})))`
}

/**
 * What is to be told by mail now, of whichever agency or partner: what was never told, and webhooks
 * that have failed for long once more; nothing whose topic was told within a day.
 *
 * @param scale of the times of webhooks, the setting CALLBACK_RETRY_SCALE
 */
export async function lockUntoldUnscoped(
  { db, clock }: ContextPart,
  scale: number,
  limit: number,
): Promise<Notice[]> {
  const now = sql`${clock.now()}::timestamptz`
  const ms = (standard: number) => sql`${standard} * interval '1 ms'`
  const again = ms(failingMs.again * scale)
  const { rows } = await sql<Notice>`/* every tenant */
    select n.* from notices n
    where n.resolved_at is null and (n.told_at is null
        or (n.type = 'WEBHOOK_FAILING' and n.told_at < n.since + ${again}
          and n.since + ${again} <= ${now}))
      and not exists (select 1 from notices o
        where o.topic = n.topic and o.type = n.type and o.told_at > ${now}
            - case when o.type like 'WEBHOOK%' then ${ms(quietMs * scale)} else ${ms(quietMs)} end
          and o.agency_uid is not distinct from n.agency_uid)
    order by n.created_at, n.uid limit ${limit}
    for no key update of n skip locked`.execute(db)
  return rows
}

/** Notes that notices went out. */
export async function markTold({ db, clock }: ContextPart, uids: string[]): Promise<void> {
  await sql`/* every tenant */ update notices set told_at = ${clock.now()}
    where uid = any(${uids}::uuid[])`.execute(db)
}

/**
 * Ends notices whose cause has gone without anybody saying so: calendars of deleted properties, and
 * mails that nobody has tried again for long.
 */
export async function endForgottenUnscoped(ctx: ContextPart, mailsBefore: Date): Promise<void> {
  const gone = await listGoneCalendars(ctx)
  await resolveThose(
    ctx,
    sql`/* every tenant */ ((type = 'MAIL_FAILING' and updated_at < ${mailsBefore})
      or (type = 'CALENDAR_FAILING' and object_uid = any(${gone}::uuid[])))`,
  )
}

/** The external calendars of notices that are deleted, or their properties are. */
async function listGoneCalendars({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows: told } = await sql<{ uid: string }>`/* every tenant */
    select n.object_uid as uid from notices n
    where n.resolved_at is null and n.type = 'CALENDAR_FAILING'`.execute(db)
  if (told.length === 0) return []
  const { rows: present } = await sql<{ uid: string }>`/* every tenant */
    select i.uid from icals i
    join properties p on p.agency_uid = i.agency_uid and p.uid = i.property_uid
    where i.uid = any(${told.map(({ uid }) => uid)}::uuid[]) and p.deleted_at is null`.execute(db)
  const uids = new Set(present.map(({ uid }) => uid))
  return told.map(({ uid }) => uid).filter(uid => !uids.has(uid))
}

/** Deletes what ended before an instant, and says how many. */
export async function forgetNoticesUnscoped({ db }: Pick<Context, 'db'>, before: Date) {
  const { numAffectedRows } = await sql`/* every tenant */ delete from notices
    where resolved_at < ${before}`.execute(db)
  return Number(numAffectedRows)
}
