import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, orderBy, type PageRequest, type SortOrder } from '../../../platform/db/page.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import type { CustomDataField } from './custom-data-field.ts'

export interface FieldFilters {
  agencyUid: string
  usage?: string | undefined
}

/** A page of the fields of an agency, one more row if another page follows. */
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

/** How many fields pass the filters. */
export async function countFields(ctx: Context, filters: FieldFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    ${fromFiltered(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

function fromFiltered({ caller }: Context, { agencyUid, usage }: FieldFilters) {
  return sql`from custom_data_fields f
    where f.agency_uid = ${agencyUid} and ${ofCaller(caller, 'f')}
    ${usage === undefined ? sql`` : sql`and f.usage = ${usage}`}`
}

/**
 * The field that a uid of a request names, of an agency of the caller's, or only of one of them.
 * Wherever it stands, an unknown one is not found.
 *
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND
 */
export async function reachedField(
  ctx: Context,
  text: string,
  agencyUid?: string,
): Promise<CustomDataField> {
  const uid = asUid(text)
  const { rows } = await sql<CustomDataField>`select f.* from custom_data_fields f
    where ${ofCaller(ctx.caller, 'f')} and f.uid = ${uid}
    ${agencyUid === undefined ? sql`` : sql`and f.agency_uid = ${agencyUid}`}`.execute(ctx.db)
  const field = rows[0]
  if (!field) throw notFound('CUSTOM_DATA_FIELD_NOT_FOUND', text)
  return field
}

/**
 * Locks a field that it stays, or with `toDelete` that nobody gives it further values; undefined
 * when it is gone.
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

/** What fields an agency has in the way of a new one. */
export interface FieldsPresent {
  count: number
  lastPosition: number
  /** Of the field that has the name, in any case, or the variable. */
  sameName: string | null
  sameVariable: string | null
}

/** Looks at the fields of a locked agency before another one comes. */
export async function lookAtFields(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  { name, variable }: { name: string; variable: string },
): Promise<FieldsPresent> {
  const { rows } = await sql<FieldsPresent>`select count(*)::integer as count,
      coalesce(max(f.position), 0) as "lastPosition",
      min(f.uid::text) filter (where lower(f.name) = lower(${name})) as "sameName",
      min(f.uid::text) filter (where f.variable = ${variable}) as "sameVariable"
    from custom_data_fields f where f.agency_uid = ${agencyUid}`.execute(db)
  return rows[0]!
}

/** Returns the variables of the fields of an agency. */
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
