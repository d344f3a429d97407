import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { insertRows, updateRows } from '../../../platform/db/rows.ts'
import { ApiError } from '../../../platform/errors.ts'
import {
  type ColumnNames,
  type Row,
  type Sql,
  selectColumns,
} from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { inCallerTenant, requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import {
  type AccessibleRow,
  propertyAccess,
  type RequiredAccess,
  requireAccess,
} from '../../access/partners/access-scope.sql.ts'
import type { PropertiesTable } from '../../tables.ts'
import type { PropertyRow } from './property.ts'

/** Selects the property of a lead for GraphQL, also if it is deleted: at most one row. */
export function selectLeadProperty(lead: Row, requested: ColumnNames): Sql {
  const columns = selectColumns('p', requested, { unit_type_uid: sql`null::uuid` })
  return sql`select ${columns} from properties p
    where p.agency_uid = ${lead('agency_uid')} and p.uid = ${lead('property_uid')}`
}

/** Returns the business type of a property, which is derived (contract/properties.md §1). */
export function businessType(property: Row): Sql {
  return sql`case
    when ${property('hotel_uid')} is not null then 'MULTI_UNIT'
    when ${property('parent_uid')} is not null then 'SUB_UNIT'
    when exists (select 1 from properties c where c.agency_uid = ${property('agency_uid')}
      and c.parent_uid = ${property('uid')} and c.deleted_at is null) then 'MULTI_UNIT'
    else 'STANDALONE_PROPERTY' end`
}

/**
 * Returns true if a property is active or has an active sub-unit: the predicate A(P) of
 * contract/properties.md §9. Masters of the property are not considered.
 */
export function isActiveOrHasActiveSubUnits(p: Row): Sql {
  return sql`${p('deleted_at')} is null and (${p('is_active')}
    or exists (select 1 from properties c where c.agency_uid = ${p('agency_uid')}
      and c.parent_uid = ${p('uid')} and c.deleted_at is null and c.is_active)
    or (${p('hotel_uid')} is not null and exists (select 1 from units u
      where u.agency_uid = ${p('agency_uid')} and u.property_uid = ${p('uid')}
      and u.deleted_at is null and u.is_active)))`
}

export type { PropertyRow }

/**
 * Checks that the caller may add properties (contract/properties.md §3.1) and custom data fields
 * (contract/resources.md §4.1) to an agency. A partner needs write access to some property.
 *
 * @throws ApiError READ_ONLY_GRANT
 */
export async function checkMayAdd(ctx: Context, agencyUid: string): Promise<void> {
  if (ctx.caller.kind !== 'partner') return
  const { rows } = await sql<{ may: boolean }>`select exists (select 1 from properties p
    where p.agency_uid = ${agencyUid} and p.deleted_at is null
    and ${propertyAccess(ctx.caller, 'p')} = 'READ_WRITE') as may`.execute(ctx.db)
  if (rows[0]!.may) return
  throw new ApiError('READ_ONLY_GRANT', `The grants on agency ${agencyUid} are read-only`, {
    members: { requires: 'READ_WRITE' },
  })
}

/**
 * Returns the agency that a request adds to. It may be omitted if the caller has only one.
 *
 * @throws ApiError REQUIRED_PARAMETER, ACCESS_DENIED, READ_ONLY_GRANT
 */
export async function requireAgencyToAddTo(
  ctx: Context,
  uidText: string | null | undefined,
): Promise<string> {
  const agencyUid = requireAgencyUidOrOnly(ctx.caller, uidText)
  await checkMayAdd(ctx, agencyUid)
  return agencyUid
}

/** Property that the caller may access. */
export interface AccessibleProperty extends AccessibleRow {
  hotel_uid: string | null
  time_zone: string
}

/**
 * Returns the property with this uid if the caller may access it and it is not deleted.
 *
 * @param options with `orDeleted`, a key of its agency also gets a deleted one
 * @throws ApiError ACCESS_DENIED, in a path PROPERTY_NOT_FOUND; READ_ONLY_GRANT
 */
export async function requireProperty(
  ctx: Context,
  uidText: string,
  { orDeleted = false, ...options }: RequiredAccess & { orDeleted?: boolean } = {},
): Promise<AccessibleProperty> {
  const select =
    orDeleted && ctx.caller.kind === 'agency' ? selectProperties : selectExistingProperties
  return requireAccess(
    uidText,
    { parameter: 'propertyUid', ...options },
    'PROPERTY_NOT_FOUND',
    uid => select(ctx).where('p.uid', '=', uid).executeTakeFirst(),
  )
}

/**
 * Returns the properties with these uids, in the same order.
 *
 * @throws ApiError as {@link requireProperty} does, for the first that the caller may not access
 */
export async function requireProperties(
  ctx: Context,
  uidTexts: string[],
  { parameterOf, ...options }: RequiredAccess & { parameterOf?: (i: number) => string } = {},
): Promise<AccessibleProperty[]> {
  const uids = uidTexts.flatMap(uidText => asUid(uidText) ?? [])
  const rows = await selectExistingProperties(ctx)
    .where(sql<boolean>`p.uid = any(${uids}::uuid[])`)
    .execute()
  const rowByUid = new Map(rows.map(row => [row.uid, row]))
  const properties: AccessibleProperty[] = []
  for (const [i, uidText] of uidTexts.entries()) {
    const find = async (uid: string) => rowByUid.get(uid)
    const lookup = { parameter: parameterOf?.(i) ?? 'propertyUid', ...options }
    properties.push(await requireAccess(uidText, lookup, 'PROPERTY_NOT_FOUND', find))
  }
  return properties
}

/** Selects the caller's properties that are not deleted. */
function selectExistingProperties(ctx: Context) {
  return selectProperties(ctx).where('p.deleted_at', 'is', null)
}

/** Selects the caller's properties with its access to each, also deleted ones. */
function selectProperties(ctx: Context) {
  return ctx.db
    .selectFrom('properties as p')
    .select(['p.agency_uid', 'p.uid', 'p.hotel_uid', 'p.time_zone'])
    .select(sql<AccessibleRow['access']>`${propertyAccess(ctx.caller, 'p')}`.as('access'))
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 'p')}`)
}

interface PropertyReference {
  agency_uid: string
  property_uid: string
}

export async function findTimeZone(
  ctx: Pick<Context, 'db'>,
  reference: PropertyReference,
): Promise<string> {
  return (await findZoneAndHotel(ctx, reference)).time_zone
}

/** Finds the time zone of a row's property and, for a unit type, the hotel. */
export async function findZoneAndHotel(
  { db }: Pick<Context, 'db'>,
  { agency_uid, property_uid }: PropertyReference,
): Promise<{ time_zone: string; hotel_uid: string | null }> {
  return db
    .selectFrom('properties')
    .select(['time_zone', 'hotel_uid'])
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', property_uid)
    .executeTakeFirstOrThrow()
}

/** Lists the uids of an agency's properties, oldest first. */
export async function listPropertyUids(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('properties')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
  return rows.map(({ uid }) => uid)
}

/** Inserts a property. The row needs every column that has no default in the table. */
export async function insertProperty({ db }: Pick<Context, 'db'>, row: PropertyRow): Promise<void> {
  await insertRows({ db }, 'properties', [toStored(row) as Insertable<PropertiesTable>])
}

/**
 * Updates columns of a property. `updated_at` becomes the current time, but later than before.
 * `writeProperty` and `touchProperty` also emit events.
 */
export async function updateProperty(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  changes: Partial<PropertyRow>,
): Promise<void> {
  const updated = { ...toStored(changes), updated_at: laterThan(ctx) }
  await updateRows(ctx, 'properties', { agency_uid, uid }, updated)
}

/** Serializes objects as JSON; lists stay as they are. */
function toStored(columns: Partial<PropertyRow>): Record<string, unknown> {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  const entries = Object.entries(columns).map(([column, value]) => {
    return [column, isObject(value) ? JSON.stringify(value) : value]
  })
  return Object.fromEntries(entries)
}

/**
 * Stores the link to the first photo of a property, and invalidates its leads, which contain it.
 */
export async function setPropertyPicture(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  link: string | null,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('properties')
    .set({ picture_link: link })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('picture_link', 'is distinct from', link)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n)
    await ctx.subscribers.shownChanged(ctx, { agency_uid, property_uid: uid })
}

/** Locks a property for changes of it and of its units and content. */
export async function lockProperty(
  { db }: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<void> {
  await db
    .selectFrom('properties')
    .select('uid')
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .execute()
}
