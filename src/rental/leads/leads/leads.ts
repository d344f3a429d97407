import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import { buildInsert, type Write } from '../../../platform/db/combine-writes.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import {
  after,
  orderBy,
  type PageRequest,
  type SortOrder,
} from '../../../platform/db/pagination.ts'
import { insertRows, updateRowOrThrow, updateRows } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import {
  type AccessibleRow,
  type RequiredAccess,
  requireAccess,
} from '../../access/partners/access-scope.sql.ts'
import type { LeadsTable } from '../../tables.ts'
import {
  accessibleLeadColumns,
  accessibleLeadRow,
  fromAccessibleLeads,
} from './accessible-leads.ts'
import type { Lead, LeadRow } from './lead.ts'
import { type LeadFilters, whereFilters } from './lead-filters.sql.ts'
import { legacySource, legacyStatus, legacyType } from './legacy-state.ts'
import { type PassportColumns, withEncryptedPassport } from './passport-encryption.ts'

/**
 * Returns a page of accessible leads that match the filters, plus one row if another page follows.
 */
export async function listLeads(
  ctx: Context,
  filters: LeadFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Lead[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'l', cursor.k)}`
  const { rows } = await sql<Lead>`select ${accessibleLeadColumns(ctx)} ${fromAccessibleLeads(ctx)}
    and l.deleted_at is null ${whereFilters(accessibleLeadRow(ctx), filters)} ${afterKey}
    order by ${orderBy(sort, 'l')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}
  `.execute(ctx.db)
  return rows
}

export async function countLeads(ctx: Context, filters: LeadFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${fromAccessibleLeads(ctx)}
    and l.deleted_at is null ${whereFilters(accessibleLeadRow(ctx), filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** Returns the uids of accessible leads that were deleted since an instant, newest first. */
export async function listDeletedLeads(
  ctx: Context,
  filters: LeadFilters,
  deletedSince: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select l.uid ${fromAccessibleLeads(ctx)}
    and l.deleted_at >= ${deletedSince} ${whereFilters(accessibleLeadRow(ctx), filters)}
    order by l.deleted_at desc, l.uid desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** Returns an accessible lead that is not deleted. */
export async function findLead(ctx: Context, uid: string): Promise<Lead | undefined> {
  const { rows } = await sql<Lead>`select ${accessibleLeadColumns(ctx)} ${fromAccessibleLeads(ctx)}
    and l.deleted_at is null and l.uid = ${uid}`.execute(ctx.db)
  return rows[0]
}

/** Returns the row of a lead that must exist, without checking access. */
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

/** Lead with its type, status and source in the terms of v2. */
export type LegacyLead = Lead & {
  legacy_type: string
  legacy_status: string
  legacy_source: string
}

/** Returns accessible leads in the terms of v2, newest created first. */
export async function listLegacyLeads(
  ctx: Context,
  filters: LeadFilters,
  page: { limit: number; offset: number },
): Promise<LegacyLead[]> {
  const lead = accessibleLeadRow(ctx)
  const now = sql`${ctx.clock.now()}::timestamptz`
  const { rows } = await sql<LegacyLead>`select ${accessibleLeadColumns(ctx)},
      ${legacyType(lead)} as legacy_type, ${legacyStatus(lead, now)} as legacy_status,
      ${legacySource(lead)} as legacy_source
    ${fromAccessibleLeads(ctx)} and l.deleted_at is null ${whereFilters(lead, filters)}
    order by l.created_at desc, l.uid desc limit ${page.limit} offset ${page.offset}
  `.execute(ctx.db)
  return rows
}

/**
 * Returns an accessible lead that is not deleted, in the terms of v2.
 *
 * @throws ApiError LEAD_NOT_FOUND
 */
export async function requireLegacyLead(ctx: Context, uidText: string): Promise<LegacyLead> {
  const uid = asUid(uidText)
  const filters = { leadUids: uid === null ? [] : [uid] }
  const [lead] = await listLegacyLeads(ctx, filters, { limit: 1, offset: 0 })
  if (!lead) throw notFound('LEAD_NOT_FOUND', uidText)
  return lead
}

/** Lead that a request names, and the caller's access to it. */
export type AccessibleLead = Lead & AccessibleRow

/**
 * Returns the accessible lead that a request names. An unknown lead is always 404, even in a body
 * (contract/general.md §3).
 *
 * @throws ApiError LEAD_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireLead(
  ctx: Context,
  uidText: string,
  { access }: Pick<RequiredAccess, 'access'> = {},
): Promise<AccessibleLead> {
  const reference = { parameter: 'leadUid', inPath: true, ...(access ? { access } : {}) }
  return requireAccess(uidText, reference, 'LEAD_NOT_FOUND', async uid => {
    const { rows } =
      await sql<AccessibleLead>`select ${accessibleLeadColumns(ctx)} ${fromAccessibleLeads(ctx)}
      and l.deleted_at is null and l.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

/** Locks leads in the order of their uids and returns them; deleted leads are left out. */
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

/** Locks the leads that still occupy units although their timer has ended. */
export async function lockExpiredLeads(
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

export type ExpiringLead = Pick<LeadRow, 'agency_uid' | 'uid' | 'property_uid' | 'timer_ends_at'>

/** Returns leads of all agencies whose timer ends by an instant, the longest ago first. */
export async function listExpiringUnscoped(
  { db }: Pick<Context, 'db'>,
  until: Date,
  limit: number,
): Promise<ExpiringLead[]> {
  const { rows } = await queryTenants(
    db,
    inTenants => sql<ExpiringLead>`/* every tenant */
      select l.agency_uid, l.uid, l.property_uid, l.timer_ends_at from leads l
      where ${inTenants('l')} and l.timer_ends_at <= ${until} and l.deleted_at is null
      and l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')
      order by l.timer_ends_at, l.uid limit ${limit}`,
  )
  return rows
}

/** Returns the members of a group booking, the main lead first. */
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

export async function insertLeads(
  ctx: Pick<Context, 'db' | 'cipher'>,
  leads: Insertable<LeadsTable>[],
): Promise<void> {
  const rows = leads.map(lead => withEncryptedPassport(ctx, lead, lead))
  await insertRows(ctx, 'leads', rows)
}

/** Returns the row of a new lead, its passport number encrypted. */
export function newLeadRow(
  ctx: Pick<Context, 'cipher'>,
  lead: Omit<LeadRow, 'deleted_at'>,
): LeadRow {
  return { ...withEncryptedPassport(ctx, lead, lead), deleted_at: null }
}

/** Returns the insert of a lead as the first write of a statement, which must return a column. */
export function insertLead(stored: LeadRow): Write {
  return buildInsert('leads', [stored], '1')
}

/** Updates columns of a lead and returns it; `updated_at` always increases. */
export async function updateLead(
  ctx: Pick<Context, 'db' | 'clock' | 'cipher'>,
  lead: Pick<LeadRow, 'agency_uid' | 'uid'>,
  changes: Partial<LeadRow>,
): Promise<LeadRow> {
  const changed = { ...withEncryptedPassport(ctx, lead, changes), updated_at: laterThan(ctx) }
  return updateRowOrThrow(ctx, 'leads', lead, changed)
}

/** Updates columns of several leads of one agency. */
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
