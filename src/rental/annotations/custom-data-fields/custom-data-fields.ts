import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import {
  after,
  orderBy,
  type PageRequest,
  type SortOrder,
} from '../../../platform/db/pagination.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import type { CustomDataField } from './custom-data-field.ts'

export interface FieldFilters {
  agencyUid: string
  usage?: string | undefined
}

/** Lists a page of the fields of an agency, with one more row if another page follows. */
export async function listFields(
  ctx: Context,
  filters: FieldFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<CustomDataField[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'f', cursor.k)}`
  const { rows } = await sql<CustomDataField>`select f.* ${fromFiltered(ctx, filters)} ${afterKey}
    order by ${orderBy(sort, 'f')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

export async function countFields(ctx: Context, filters: FieldFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    ${fromFiltered(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

function fromFiltered({ caller }: Context, { agencyUid, usage }: FieldFilters) {
  return sql`from custom_data_fields f
    where f.agency_uid = ${agencyUid} and ${inCallerTenant(caller, 'f')}
    ${usage === undefined ? sql`` : sql`and f.usage = ${usage}`}`
}

/**
 * Returns the field of a uid in an agency of the caller, or only in `agencyUid`. An unknown field
 * is always a 404, even in query or body.
 *
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND
 */
export async function requireField(
  ctx: Context,
  uidText: string,
  agencyUid?: string,
): Promise<CustomDataField> {
  const uid = asUid(uidText)
  const { rows } = await sql<CustomDataField>`select f.* from custom_data_fields f
    where ${inCallerTenant(ctx.caller, 'f')} and f.uid = ${uid}
    ${agencyUid === undefined ? sql`` : sql`and f.agency_uid = ${agencyUid}`}`.execute(ctx.db)
  const field = rows[0]
  if (!field) throw notFound('CUSTOM_DATA_FIELD_NOT_FOUND', uidText)
  return field
}

/**
 * Locks a field against deletion, with `toDelete` also against new values, until the transaction
 * ends. Returns undefined if the field was deleted.
 */
export async function lockField(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<CustomDataField, 'agency_uid' | 'uid'>,
  { toDelete = false } = {},
): Promise<CustomDataField | undefined> {
  const field = db
    .selectFrom('custom_data_fields')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
  return (toDelete ? field.forUpdate() : field.forKeyShare()).executeTakeFirst()
}

/** Existing fields that may conflict with a new one. */
export interface FieldConflicts {
  count: number
  lastPosition: number
  /** Uid of the field with the name, case-insensitive. */
  sameName: string | null
  sameVariable: string | null
}

/** Queries the fields that may conflict with a new one. The caller holds the lock of the agency. */
export async function findFieldConflicts(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  { name, variable }: { name: string; variable: string },
): Promise<FieldConflicts> {
  const { rows } = await sql<FieldConflicts>`select count(*)::integer as count,
      coalesce(max(f.position), 0) as "lastPosition",
      min(f.uid::text) filter (where lower(f.name) = lower(${name})) as "sameName",
      min(f.uid::text) filter (where f.variable = ${variable}) as "sameVariable"
    from custom_data_fields f where f.agency_uid = ${agencyUid}`.execute(db)
  return rows[0]!
}

export async function listVariables(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('custom_data_fields')
    .select('variable')
    .where('agency_uid', '=', agencyUid)
    .execute()
  return new Set(rows.map(({ variable }) => variable))
}
