import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { insertOf, type Write } from '../../../platform/db/one-statement.ts'
import { after, orderBy, type PageRequest, type SortOrder } from '../../../platform/db/page.ts'
import { insertRows, updateRowOrThrow, updateRows } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { type Reached, reach, type Wanted } from '../../access/partners/reach.sql.ts'
import type { LeadsTable } from '../../tables.ts'
import type { Lead, LeadRow } from './lead.ts'
import { type LeadFilters, whereFilters } from './lead-filters.sql.ts'
import { legacySource, legacyStatus, legacyType } from './legacy-words.ts'
import { columns, fromReached, reachedLeadRow } from './reached-leads.ts'
import { type PassportColumns, withSealedPassport } from './sealed-passport.ts'

/** A page of the leads within reach that pass the filters, one more row if another page follows. */
export async function listLeads(
  ctx: Context,
  filters: LeadFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Lead[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'l', cursor.k)}`
  const { rows } = await sql<Lead>`select ${columns(ctx)} ${fromReached(ctx)}
    and l.deleted_at is null ${whereFilters(reachedLeadRow(ctx), filters)} ${afterKey}
    order by ${orderBy(sort, 'l')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}
  `.execute(ctx.db)
  return rows
}

/** How many leads within reach pass the filters. */
export async function countLeads(ctx: Context, filters: LeadFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${fromReached(ctx)}
    and l.deleted_at is null ${whereFilters(reachedLeadRow(ctx), filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** Uids of the leads within reach that were deleted since an instant, newest first. */
export async function listDeletedLeads(
  ctx: Context,
  filters: LeadFilters,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select l.uid ${fromReached(ctx)}
    and l.deleted_at >= ${since} ${whereFilters(reachedLeadRow(ctx), filters)}
    order by l.deleted_at desc, l.uid desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** A lead within reach that is not deleted. */
export async function findLead(ctx: Context, uid: string): Promise<Lead | undefined> {
  const { rows } = await sql<Lead>`select ${columns(ctx)} ${fromReached(ctx)}
    and l.deleted_at is null and l.uid = ${uid}`.execute(ctx.db)
  return rows[0]
}

/** A lead that is known to be stored, as its row. */
export async function findStoredLead(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<LeadRow, 'agency_uid' | 'uid'>,
): Promise<LeadRow> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
}

/** A lead with the words that v2 has for its state. */
export type LegacyLead = Lead & {
  legacy_type: string
  legacy_status: string
  legacy_source: string
}

/** Leads within reach, newest created first, in v2's words. */
export async function listLegacyLeads(
  ctx: Context,
  filters: LeadFilters,
  page: { limit: number; offset: number },
): Promise<LegacyLead[]> {
  const lead = reachedLeadRow(ctx)
  const now = sql`${ctx.clock.now()}::timestamptz`
  const { rows } = await sql<LegacyLead>`select ${columns(ctx)},
      ${legacyType(lead)} as legacy_type, ${legacyStatus(lead, now)} as legacy_status,
      ${legacySource(lead)} as legacy_source
    ${fromReached(ctx)} and l.deleted_at is null ${whereFilters(lead, filters)}
    order by l.created_at desc, l.uid desc limit ${page.limit} offset ${page.offset}
  `.execute(ctx.db)
  return rows
}

/**
 * A lead within reach that is not deleted, in v2's words.
 *
 * @throws ApiError LEAD_NOT_FOUND
 */
export async function reachedLegacyLead(ctx: Context, text: string): Promise<LegacyLead> {
  const uid = asUid(text)
  const filters = { leadUids: uid === null ? [] : [uid] }
  const [lead] = await listLegacyLeads(ctx, filters, { limit: 1, offset: 0 })
  if (!lead) throw notFound('LEAD_NOT_FOUND', text)
  return lead
}

/** A lead that a request named. */
export type ReachedLead = Lead & Reached

/**
 * The lead that a uid of a request names, within reach and not deleted. Wherever it stands, an
 * unknown one is not found (contract/general.md §3).
 *
 * @throws ApiError LEAD_NOT_FOUND, READ_ONLY_GRANT
 */
export async function reachedLead(
  ctx: Context,
  text: string,
  { access }: Pick<Wanted, 'access'> = {},
): Promise<ReachedLead> {
  const wanted = { parameter: 'leadUid', inPath: true, ...(access ? { access } : {}) }
  return reach(text, wanted, 'LEAD_NOT_FOUND', async uid => {
    const { rows } = await sql<ReachedLead>`select ${columns(ctx)} ${fromReached(ctx)}
      and l.deleted_at is null and l.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

/** Locks leads in the order of their uids, those deleted left out, and gives them as they are. */
export async function lockLeads(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  uids: string[],
): Promise<LeadRow[]> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', sql<string>`any(${uids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('uid')
    .forNoKeyUpdate()
    .execute()
}

/** Locks the leads that still hold nights of units although their timer has ended. */
export async function lockLapsedLeads(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  unitUids: string[],
): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`select l.* from leads l
    where l.agency_uid = ${agencyUid} and l.timer_ends_at <= ${clock.now()}
    and l.deleted_at is null and exists (select 1 from occupancies o
      where o.agency_uid = ${agencyUid} and o.lead_uid = l.uid
      and o.unit_uid = any(${unitUids}::uuid[]))
    order by l.uid for no key update`.execute(db)
  return rows
}

/** A lead that lapses. */
export type Lapsing = Pick<LeadRow, 'agency_uid' | 'uid' | 'property_uid' | 'timer_ends_at'>

/** Some leads of whatever agency whose timer ends by an instant, the longest ago first. */
export async function listLapsingUnscoped(
  { db }: Pick<Context, 'db'>,
  until: Date,
  limit: number,
): Promise<Lapsing[]> {
  return reachableRows(
    db as never,
    of => sql<Lapsing>`/* every tenant */
      select l.agency_uid, l.uid, l.property_uid, l.timer_ends_at from leads l
      where ${of('l')} and l.timer_ends_at <= ${until} and l.deleted_at is null
      and l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')
      order by l.timer_ends_at, l.uid limit ${limit}`,
  )
}

/** The members of a group booking, the main lead first. */
export async function listGroup(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  groupUid: string,
): Promise<LeadRow[]> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('group_uid', '=', groupUid)
    .where('deleted_at', 'is', null)
    .orderBy('group_role')
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
}

/** Stores leads. */
export async function insertLeads(
  ctx: Pick<Context, 'db' | 'sealer'>,
  leads: Insertable<LeadsTable>[],
): Promise<void> {
  const rows = leads.map(lead => withSealedPassport(ctx, lead, lead))
  await insertRows(ctx, 'leads', rows)
}

/** Returns a new lead as it is stored, its passport encrypted. */
export function storedLead(
  ctx: Pick<Context, 'sealer'>,
  lead: Omit<LeadRow, 'deleted_at'>,
): LeadRow {
  return { ...withSealedPassport(ctx, lead, lead), deleted_at: null }
}

/** Returns the insert of a lead as the first write of a statement, see `inOneStatement`. */
export function insertLead(stored: LeadRow): Write {
  return insertOf('leads', [stored], '1')
}

/** Writes changed columns of a lead, which then changed later than before, and gives it. */
export async function updateLead(
  ctx: Pick<Context, 'db' | 'clock' | 'sealer'>,
  lead: Pick<LeadRow, 'agency_uid' | 'uid'>,
  changes: Partial<LeadRow>,
): Promise<LeadRow> {
  const changed = { ...withSealedPassport(ctx, lead, changes), updated_at: laterThan(ctx) }
  return updateRowOrThrow(ctx, 'leads', lead, changed)
}

/** Changes columns of several leads of one agency. */
export async function updateLeads(
  ctx: Pick<Context, 'db' | 'clock'>,
  leads: LeadRow[],
  changes: Omit<Partial<LeadRow>, keyof PassportColumns>,
): Promise<void> {
  const [first] = leads
  if (!first) return
  const where = { agency_uid: first.agency_uid, uid: leads.map(({ uid }) => uid) }
  await updateRows(ctx, 'leads', where, { ...changes, updated_at: laterThan(ctx) })
}
