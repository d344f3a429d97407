import { type Insertable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, orderBy, type PageRequest, type SortOrder } from '../../platform/db/page.ts'
import { rowAs, type Sql } from '../../platform/graphql/fields.ts'
import { ofCaller } from '../agencies/tenant.ts'
import { joinReach } from '../partners/reach.ts'
import type { LeadsTable } from '../tables.ts'
import type { Lead } from './lead.ts'
import { type LeadFilters, whereFilters } from './lead-filters.ts'
import { legacySource, legacyStatus, legacyType } from './legacy-words.ts'

/** A page of the leads within reach that pass the filters, one more row if another page follows. */
export async function listLeads(
  ctx: Context,
  filters: LeadFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Lead[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'l', cursor.k)}`
  const { rows } = await sql<Lead>`select ${columns(ctx)} ${fromReached(ctx)}
    and l.deleted_at is null ${whereFilters('l', filters)} ${afterKey}
    order by ${orderBy(sort, 'l')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}
  `.execute(ctx.db)
  return rows
}

/** How many leads within reach pass the filters. */
export async function countLeads(ctx: Context, filters: LeadFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${fromReached(ctx)}
    and l.deleted_at is null ${whereFilters('l', filters)}`.execute(ctx.db)
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
    and l.deleted_at >= ${since} ${whereFilters('l', filters)}
    order by l.deleted_at desc, l.uid desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** A lead within reach that is not deleted. */
export async function findLead(ctx: Context, uid: string): Promise<Lead | undefined> {
  const { rows } = await sql<Lead>`select ${columns(ctx)} ${fromReached(ctx)}
    and l.deleted_at is null and l.uid = ${uid}`.execute(ctx.db)
  return rows[0]
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
  const lead = rowAs('l')
  const now = sql`${ctx.clock.now()}::timestamptz`
  const { rows } = await sql<LegacyLead>`select ${columns(ctx)},
      ${legacyType(lead)} as legacy_type, ${legacyStatus(lead, now)} as legacy_status,
      ${legacySource(lead)} as legacy_source
    ${fromReached(ctx)} and l.deleted_at is null ${whereFilters('l', filters)}
    order by l.created_at desc, l.uid desc limit ${page.limit} offset ${page.offset}
  `.execute(ctx.db)
  return rows
}

/** Stores leads. */
export async function insertLeads(
  ctx: Pick<Context, 'db'>,
  leads: Insertable<LeadsTable>[],
): Promise<void> {
  if (leads.length > 0) await ctx.db.insertInto('leads').values(leads).execute()
}

function columns({ caller }: Context): Sql {
  return caller.kind === 'partner'
    ? sql`l.*, reach.personal as personal`
    : sql`l.*, true as personal`
}

function fromReached({ caller }: Context): Sql {
  const reach = caller.kind === 'partner' ? joinReach('l', sql`${caller.partnerUid}::uuid`) : sql``
  return sql`from leads l ${reach} where ${ofCaller(caller, 'l')}`
}
