import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { insertRows, updateRows } from '../../../platform/db/rows.ts'
import { ApiError } from '../../../platform/errors.ts'
import { type Asked, columnsOf, type Row, type Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { agencyUidOrOnly, ofCaller } from '../../access/agencies/tenant.sql.ts'
import {
  propertyAccess,
  type Reached,
  reach,
  type Wanted,
} from '../../access/partners/reach.sql.ts'
import type { PropertiesTable } from '../../tables.ts'
import type { PropertyRow } from './property.ts'

/** The property of a lead, at most one row, also one that was deleted since. */
export function propertyOfLead(lead: Row, asked: Asked): Sql {
  const columns = columnsOf('p', asked, { unit_type_uid: sql`null::uuid` })
  return sql`select ${columns} from properties p
    where p.agency_uid = ${lead('agency_uid')} and p.uid = ${lead('property_uid')}`
}

/** What kind of property it is, derived (contract/properties.md §1). */
export function businessType(property: Row): Sql {
  return sql`case
    when ${property('hotel_uid')} is not null then 'MULTI_UNIT'
    when ${property('parent_uid')} is not null then 'SUB_UNIT'
    when exists (select 1 from properties c where c.agency_uid = ${property('agency_uid')}
      and c.parent_uid = ${property('uid')} and c.deleted_at is null) then 'MULTI_UNIT'
    else 'STANDALONE_PROPERTY' end`
}

/**
 * Whether a property is active or has an active sub-unit: the predicate A(P) of
 * contract/properties.md §9. Only downwards.
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
 * A partner that may write some property of an agency may add others (contract/properties.md §3.1),
 * and custom data fields (contract/resources.md §4.1).
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
 * The agency that a request adds to, which may leave it out with a credential of just one.
 *
 * @throws ApiError REQUIRED_PARAMETER, ACCESS_DENIED, READ_ONLY_GRANT
 */
export async function agencyToAddTo(
  ctx: Context,
  text: string | null | undefined,
): Promise<string> {
  const agencyUid = agencyUidOrOnly(ctx.caller, text)
  await checkMayAdd(ctx, agencyUid)
  return agencyUid
}

/** A property that a request named. */
export interface ReachedProperty extends Reached {
  hotel_uid: string | null
  time_zone: string
}

/**
 * The property that a uid of a request names, within reach and not deleted.
 *
 * @param wanted with `orDeleted`, a key of its agency also reaches a deleted one
 * @throws ApiError ACCESS_DENIED, in a path PROPERTY_NOT_FOUND; READ_ONLY_GRANT
 */
export async function reachedProperty(
  ctx: Context,
  text: string,
  { orDeleted = false, ...wanted }: Wanted & { orDeleted?: boolean } = {},
): Promise<ReachedProperty> {
  const possible = orDeleted && ctx.caller.kind === 'agency' ? ownProperties : presentProperties
  return reach(text, { parameter: 'propertyUid', ...wanted }, 'PROPERTY_NOT_FOUND', uid =>
    possible(ctx).where('p.uid', '=', uid).executeTakeFirst(),
  )
}

/**
 * The same for several uids, in the order in which they are named.
 *
 * @throws ApiError for the first that is not within reach, as {@link reachedProperty} does
 */
export async function reachedProperties(
  ctx: Context,
  texts: string[],
  { parameterOf, ...wanted }: Wanted & { parameterOf?: (i: number) => string } = {},
): Promise<ReachedProperty[]> {
  const uids = texts.flatMap(text => asUid(text) ?? [])
  const rows = await presentProperties(ctx)
    .where(sql<boolean>`p.uid = any(${uids}::uuid[])`)
    .execute()
  const found = new Map(rows.map(row => [row.uid, row]))
  const reached: ReachedProperty[] = []
  for (const [i, text] of texts.entries()) {
    const find = async (uid: string) => found.get(uid)
    const names = { parameter: parameterOf?.(i) ?? 'propertyUid', ...wanted }
    reached.push(await reach(text, names, 'PROPERTY_NOT_FOUND', find))
  }
  return reached
}

/** The properties of the caller's agencies that are not deleted, and what it may do with them. */
function presentProperties(ctx: Context) {
  return ownProperties(ctx).where('p.deleted_at', 'is', null)
}

/** The caller's properties, deleted ones included. */
function ownProperties(ctx: Context) {
  return ctx.db
    .selectFrom('properties as p')
    .select(['p.agency_uid', 'p.uid', 'p.hotel_uid', 'p.time_zone'])
    .select(sql<Reached['access']>`${propertyAccess(ctx.caller, 'p')}`.as('access'))
    .where(sql<boolean>`${ofCaller(ctx.caller, 'p')}`)
}

interface OfProperty {
  agency_uid: string
  property_uid: string
}

/** Finds the time zone of the property that something belongs to. */
export async function findTimeZone(ctx: Pick<Context, 'db'>, one: OfProperty): Promise<string> {
  return (await findZoneAndHotel(ctx, one)).time_zone
}

/** Finds the time zone of the property that something belongs to, and the hotel of a unit type. */
export async function findZoneAndHotel(
  { db }: Pick<Context, 'db'>,
  { agency_uid, property_uid }: OfProperty,
): Promise<{ time_zone: string; hotel_uid: string | null }> {
  return db
    .selectFrom('properties')
    .select(['time_zone', 'hotel_uid'])
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', property_uid)
    .executeTakeFirstOrThrow()
}

/** The uids of an agency's properties, oldest first. */
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

/** Stores a property of which every column is told that has no standard of the table. */
export async function insertProperty({ db }: Pick<Context, 'db'>, row: PropertyRow): Promise<void> {
  await insertRows({ db }, 'properties', [asStored(row) as Insertable<PropertiesTable>])
}

/**
 * Writes a property's changed columns; `updated_at` becomes the present time, strictly later than
 * it was. The acts `writeProperty` and `touchProperty` tell of it, too.
 */
export async function updateProperty(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  changes: Partial<PropertyRow>,
): Promise<void> {
  const updated = { ...asStored(changes), updated_at: laterThan(ctx) }
  await updateRows(ctx, 'properties', { agency_uid, uid }, updated)
}

/** Objects go to the database as JSON text, lists as they are. */
function asStored(columns: Partial<PropertyRow>): Record<string, unknown> {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  const entries = Object.entries(columns).map(([column, value]) => {
    return [column, isObject(value) ? JSON.stringify(value) : value]
  })
  return Object.fromEntries(entries)
}

/** Stores the link to the first photo of a property; its leads show it, too. */
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
  if (numUpdatedRows > 0n) await ctx.touchLeadsOf(ctx, { agency_uid, property_uid: uid })
}

/** Locks a property for changes of itself and of what it counts, such as its units. */
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
