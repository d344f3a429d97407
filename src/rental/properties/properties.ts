import { type Insertable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { accessDenied } from '../../platform/errors.ts'
import type { Row, Sql } from '../../platform/graphql/fields.ts'
import { asUid } from '../../platform/uid.ts'
import { ofCaller } from '../agencies/tenant.ts'
import { isGranted } from '../partners/reach.ts'
import type { HotelsTable, PropertiesTable, UnitsTable } from '../tables.ts'

/** The property of a lead, at most one row, also one that was deleted since. */
export function propertyOfLead(lead: Row): Sql {
  return sql`select p.* from properties p
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
 * contract/properties.md §9, of the row under `alias`. Only downwards.
 */
export function isActiveOrHasActiveSubUnits(alias: string): Sql {
  const p = sql.table(alias)
  return sql`${p}.deleted_at is null and (${p}.is_active
    or exists (select 1 from properties c where c.agency_uid = ${p}.agency_uid
      and c.parent_uid = ${p}.uid and c.deleted_at is null and c.is_active)
    or (${p}.hotel_uid is not null and exists (select 1 from units u
      where u.agency_uid = ${p}.agency_uid and u.property_uid = ${p}.uid
      and u.deleted_at is null and u.is_active)))`
}

/** What a reference was checked to name. */
interface Reached {
  agency_uid: string
  uid: string
}

/**
 * The property that a uid of a query or body names, within reach and not deleted.
 *
 * @throws ApiError ACCESS_DENIED
 */
export async function reachedProperty(ctx: Context, text: string): Promise<Reached> {
  return reached('propertyUid', text, uid =>
    ctx.db
      .selectFrom('properties as p')
      .select(['p.agency_uid', 'p.uid'])
      .where(sql<boolean>`${ofCaller(ctx.caller, 'p')}`)
      .where('p.uid', '=', uid)
      .where('p.deleted_at', 'is', null)
      .where(sql<boolean>`${granted(ctx, 'p')}`)
      .executeTakeFirst(),
  )
}

/** The same for a unit, which is within reach through its property. */
export async function reachedUnit(ctx: Context, text: string): Promise<Reached> {
  return reached('unitUid', text, uid =>
    ctx.db
      .selectFrom('units as u')
      .innerJoin('properties as p', join =>
        join.onRef('p.agency_uid', '=', 'u.agency_uid').onRef('p.uid', '=', 'u.property_uid'),
      )
      .select(['u.agency_uid', 'u.uid'])
      .where(sql<boolean>`${ofCaller(ctx.caller, 'u')}`)
      .where('u.uid', '=', uid)
      .where('u.deleted_at', 'is', null)
      .where(sql<boolean>`${granted(ctx, 'p')}`)
      .executeTakeFirst(),
  )
}

/** The same for a hotel. */
export async function reachedHotel(ctx: Context, text: string): Promise<Reached> {
  return reached('hotelUid', text, uid =>
    ctx.db
      .selectFrom('hotels as h')
      .select(['h.agency_uid', 'h.uid'])
      .where(sql<boolean>`${ofCaller(ctx.caller, 'h')}`)
      .where('h.uid', '=', uid)
      .where('h.deleted_at', 'is', null)
      .where(sql<boolean>`${hotelGranted(ctx, 'h')}`)
      .executeTakeFirst(),
  )
}

/** Stores properties, the hotels they belong to, and the units they have. */
export async function insertProperties(
  ctx: Pick<Context, 'db'>,
  rows: {
    hotels: Insertable<HotelsTable>[]
    properties: Insertable<PropertiesTable>[]
    units: Insertable<UnitsTable>[]
  },
): Promise<void> {
  if (rows.hotels.length > 0) await ctx.db.insertInto('hotels').values(rows.hotels).execute()
  if (rows.properties.length > 0) {
    await ctx.db.insertInto('properties').values(rows.properties).execute()
  }
  if (rows.units.length > 0) await ctx.db.insertInto('units').values(rows.units).execute()
}

function granted({ caller }: Context, alias: string): Sql {
  if (caller.kind !== 'partner') return sql`true`
  return isGranted(alias, sql`${caller.partnerUid}::uuid`)
}

function hotelGranted({ caller }: Context, alias: string): Sql {
  if (caller.kind !== 'partner') return sql`true`
  const h = sql.table(alias)
  return sql`exists (select 1 from grants g where g.agency_uid = ${h}.agency_uid
    and g.partner_uid = ${caller.partnerUid}::uuid and g.object_uid = ${h}.uid)`
}

async function reached(
  parameter: string,
  text: string,
  find: (uid: string) => Promise<Reached | undefined>,
): Promise<Reached> {
  const uid = asUid(text)
  const found = uid === null ? undefined : await find(uid)
  if (found) return found
  throw accessDenied(parameter, text)
}
