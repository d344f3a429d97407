import { type Kysely, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { AgenciesTable, AgencySettingsTable, Tables } from '../../tables.ts'
import { ofCaller } from './tenant.sql.ts'

export type Agency = Selectable<AgenciesTable>
export type AgencySettings = Selectable<AgencySettingsTable>

/** Whether anybody is served at all, for the operator of the server. */
export async function hasAnyAgencyUnscoped(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`/* every tenant */ select 1 from agencies limit 1`.execute(db)
  return rows.length > 0
}

/** The agencies within the credential's reach, by name. */
export async function listAgencies(ctx: Context): Promise<Agency[]> {
  return ctx.db
    .selectFrom('agencies as a')
    .selectAll()
    .where(sql<boolean>`${ofCaller(ctx.caller, 'a')}`)
    .orderBy('a.name')
    .orderBy('a.agency_uid')
    .execute()
}

/** An agency within reach. */
export async function findAgency(ctx: Context, uid: string): Promise<Agency | undefined> {
  return ctx.db
    .selectFrom('agencies as a')
    .selectAll()
    .where(sql<boolean>`${ofCaller(ctx.caller, 'a')}`)
    .where('a.agency_uid', '=', uid)
    .executeTakeFirst()
}

/**
 * The agency that the uid in a path names.
 *
 * @throws ApiError AGENCY_NOT_FOUND
 */
export async function reachedAgency(ctx: Context, text: string): Promise<Agency> {
  const uid = asUid(text)
  const agency = uid === null ? undefined : await findAgency(ctx, uid)
  if (!agency) throw notFound('AGENCY_NOT_FOUND', text)
  return agency
}

/** An agency that is known; there is always a row. */
export async function findKnownAgency(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<Agency> {
  return db
    .selectFrom('agencies')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .executeTakeFirstOrThrow()
}

/** Writes changed columns and gives the row as it is then; no change touches nothing. */
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

/** What an agency is called. */
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
 * Makes those who write what is unique or counted in an agency wait for each other until the
 * transaction ends.
 */
export async function lockAgency({ db }: Pick<Context, 'db'>, agencyUid: string): Promise<void> {
  await db
    .selectFrom('agencies')
    .select('agency_uid')
    .where('agency_uid', '=', agencyUid)
    .forNoKeyUpdate()
    .execute()
}

/** The settings of an agency; every agency has a row. */
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

/** Settings of agencies, of whichever, that do not keep everything for ever. */
export async function listForgettingUnscoped({
  db,
}: Pick<Context, 'db'>): Promise<AgencySettings[]> {
  return reachableRows(
    db as never,
    of => sql<AgencySettings>`/* every tenant */
    select * from agency_settings s
    where ${of('s')} and (personal_data_retention_days > 0 or message_retention_days > 0)
    order by agency_uid`,
  )
}
