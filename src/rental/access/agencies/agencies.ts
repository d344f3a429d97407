import { type Kysely, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { AgenciesTable, AgencySettingsTable, Tables } from '../../tables.ts'
import { inCallerTenant } from './tenant.sql.ts'

export type Agency = Selectable<AgenciesTable>
export type AgencySettings = Selectable<AgencySettingsTable>

/** Returns whether the server has any agency, for its operator. */
export async function hasAnyAgencyUnscoped(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`/* every tenant */ select 1 from agencies limit 1`.execute(db)
  return rows.length > 0
}

/** Returns whether the server has exactly one agency. */
export async function hasOneAgencyUnscoped(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`/* every tenant */ select 1 from agencies limit 2`.execute(db)
  return rows.length === 1
}

/** Lists the agencies that the caller can access, sorted by name. */
export async function listAgencies(ctx: Context): Promise<Agency[]> {
  return ctx.db
    .selectFrom('agencies as a')
    .selectAll()
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 'a')}`)
    .orderBy('a.name')
    .orderBy('a.agency_uid')
    .execute()
}

/** Returns undefined for an agency that the caller cannot access. */
export async function findAgency(ctx: Context, uid: string): Promise<Agency | undefined> {
  return ctx.db
    .selectFrom('agencies as a')
    .selectAll()
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 'a')}`)
    .where('a.agency_uid', '=', uid)
    .executeTakeFirst()
}

/**
 * Returns the agency with the uid of a path.
 *
 * @throws ApiError AGENCY_NOT_FOUND
 */
export async function requireAgency(ctx: Context, uidText: string): Promise<Agency> {
  const uid = asUid(uidText)
  const agency = uid === null ? undefined : await findAgency(ctx, uid)
  if (!agency) throw notFound('AGENCY_NOT_FOUND', uidText)
  return agency
}

/** Returns an agency whose uid comes from the database. */
export async function findStoredAgency(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<Agency> {
  return db
    .selectFrom('agencies')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .executeTakeFirstOrThrow()
}

/** Updates the changed columns and returns the new row. Without changes it writes nothing. */
export async function updateAgency(
  ctx: Context,
  agency: Agency,
  changes: Partial<Agency>,
): Promise<Agency> {
  if (Object.keys(changes).length === 0) return agency
  return ctx.db
    .updateTable('agencies')
    .set({ ...changes, updated_at: ctx.clock.now() })
    .where('agency_uid', '=', agency.agency_uid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findAgencyName(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<string | undefined> {
  const agency = await db
    .selectFrom('agencies')
    .select('name')
    .where('agency_uid', '=', agencyUid)
    .executeTakeFirst()
  return agency?.name
}

/**
 * Locks an agency until the transaction ends. Writers of rows that are unique or limited per agency
 * take this lock.
 */
export async function lockAgency({ db }: Pick<Context, 'db'>, agencyUid: string): Promise<void> {
  await db
    .selectFrom('agencies')
    .select('agency_uid')
    .where('agency_uid', '=', agencyUid)
    .forNoKeyUpdate()
    .execute()
}

/** Returns the settings of an agency. Every agency has a row. */
export async function findSettings(ctx: Context, agencyUid: string): Promise<AgencySettings> {
  return ctx.db
    .selectFrom('agency_settings')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .executeTakeFirstOrThrow()
}

export async function updateSettings(
  ctx: Context,
  agencyUid: string,
  changes: Partial<AgencySettings>,
): Promise<AgencySettings> {
  if (Object.keys(changes).length === 0) return findSettings(ctx, agencyUid)
  return ctx.db
    .updateTable('agency_settings')
    .set(changes)
    .where('agency_uid', '=', agencyUid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Lists the settings of all agencies that limit how long personal data or messages are retained.
 */
export async function listRetentionSettingsUnscoped({
  db,
}: Pick<Context, 'db'>): Promise<AgencySettings[]> {
  const { rows } = await queryTenants(
    db,
    inTenants => sql<AgencySettings>`/* every tenant */
    select * from agency_settings s
    where ${inTenants('s')} and (personal_data_retention_days > 0 or message_retention_days > 0)
    order by agency_uid`,
  )
  return rows
}
